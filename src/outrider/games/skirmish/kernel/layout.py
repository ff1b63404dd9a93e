"""Where things stand in the record of a game, as plain numbers: read by the kernels and by Python
alike. All are 64-bit; lengths are thousandths of an inch.

    record    a header, then a row for each figure, seat by seat, five a seat
    table     what does not change: its size, edges, outline and terrain, as `ground` opens it
    numbers   the rulebook's numbers and the options', by the places below
    action    its kind, then a figure and two numbers more, as the kind needs them

Seats are numbered clockwise from Red, who is 0; figure f is one of seat f // 5. A set of seats or
of figures is a word with a bit for each.
"""

# -- the record ----------------------------------------------------------------------------------

STAGE, ENDING, SEATS, SEAT, FIRST, ROUND, READY, ROLLERS, FACES, ACTING = range(10)
"""What is pending; how the game has ended; how many play; who places or attacks; who begins the
attack turns, or NONE; the round; which seats are done with the minute; which seats roll for the
first turn, and what has fallen, three bits a seat; the figure that keeps the turn, or NONE."""
PURPOSE, STRIKER, TARGET, HIT, ARMY, SPOT_X, SPOT_Y, WITHIN, TOTAL, REPORTERS = range(10, 20)
"""What the fire is that is being resisted, or NONE; who attacks, or NONE; whom, or NONE; who has to
resist now, or NONE; whose army fires, or NONE; the point thrown at or where the grenade landed; how
far it flies, or NONE; what has been rolled against the one to resist, or hand to hand, or NONE;
which figures have reported."""
HEADER = 20
X, Y, UP, HEALTH, GRENADES, ACTIONS, FLAGS = range(7)
"""Of a figure: its centre, the height of what it stands on, and what is left to it."""
FIELDS = 7
SIDE = 5
"""Figures a seat."""
MOST_SEATS = 8
MOST_FIGURES = MOST_SEATS * SIDE

PLACED, SEEN, FRESH = 1, 2, 4
NONE = -1
CLOCK = -1
"""The seat of the clock, which sits at none."""
FACE_BITS = 3

PLACING, ROLLING, MINUTE, ATTACKING, LANDING = 0, 1, 2, 3, 4
FIRING, RESISTING, SWINGING, ANSWERING, FLYING, OVER = 5, 6, 7, 8, 9, 10
"""The stages. Somebody decides: a figure to place, the minute, an attack turn, where a grenade
lands. Dice fall: for the first turn, for an attack, for armour, hand to hand for the attacker and
for the target, for how far a grenade flies. And nothing more."""
SHOT, BLOW, BLAST, INDIRECT = range(4)
"""What has to be resisted."""
GOES_ON, REPORTED, LAST_LEFT, NOBODY_LEFT, LIMIT_REACHED = range(5)
"""The endings."""

# -- the table -----------------------------------------------------------------------------------

WIDTH, DEPTH, CORNERS, PIECES, PIECE_CORNERS = range(5)
"""Its size; how many corners its outline has, 0 if it is a rectangle; how many pieces stand on it
and how many corners those have in all."""
EDGES = 5
"""For each seat where its edge begins and ends: four numbers."""
END = 4
OUTLINE = EDGES + END * MOST_SEATS
"""The corners of the outline, x and y of each."""
MOST_CORNERS = 2 * MOST_SEATS
TERRAIN = OUTLINE + 2 * MOST_CORNERS
"""The pieces and their corners, as `table.kernel.layout` has them."""

# -- the numbers ---------------------------------------------------------------------------------

MOST_HEALTH, MOST_GRENADES, MOST_ACTIONS, MOVE, BASE, EYE, NEAR_EDGE = range(7)
SHOT_RANGE, SHOT_DICE, LONG_SHOT_DICE, MELEE_REACH, MELEE_DICE, INDIRECT_DICE = range(7, 13)
ARMOURED, ARMOUR_DICE, WEAK_ARMOUR_DICE, TAKE_REACH = range(13, 17)
SHORT_THROW, MIDDLE_THROW, LONG_THROW = range(17, 20)
THROWS = LONG_THROW + 1 - SHORT_THROW
"""How many distances there are, each for as many faces of the die (SKM-N1)."""
BLAST_NEAR, BLAST_FAR, BLAST_DICE, FAR_BLAST_DICE, EACH = range(20, 25)
FIGURES = 25
"""So many can be changed by a variant. What follows are the edition and the options."""
ROLLS_EACH_ROUND, CLIMBS = 25, 26
INSTANT, ROUND_LIMIT, SECONDS, BY_FIGURE, OPEN_SIGHT, ALTERNATE, HALVED = range(27, 34)
"""Whether news is reported at once; how many rounds; the minute's seconds; whether a figure keeps
the turn; whether terrain hides nobody; whether hand to hand only the target is hurt; whether the
blast's distances are of its diameter."""
NUMBERS = 34

# -- actions -------------------------------------------------------------------------------------

READY_UP, TIME, MOVE_TO, SHOOT, STRIKE, LOB, TELL, TAKE, SKIP, LAND, DEPLOY = range(11)
"""The kinds. With a move, a throw and a place go a figure and a point, with a landing no figure and
the point, with a shot, a blow, news and a search the figure and another, with a skip the figure.
Whoever is ready says which seat that is in the figure's place; NONE is the first that is asked."""
FALL, LEAVE, CHOOSE = 11, 12, 13
"""What else the facade calls for: dice that show so much, a player who leaves, a legal action."""
SURVEYS, CHECKS = 16, 64
"""What it only asks, from these on: the questions below, and the kinds of an action that is to be
checked and not played."""
KIND, UNIT, THIRD, FOURTH = range(4)
ACTION = 4
ATTACKS = 5
"""The kinds from SHOOT on that are done to another figure, or thrown at it."""

TRIES = 40
"""How often a random point is tried before a figure is taken to have no room."""
OFF_LINE = 2
"""How far off its line a grenade may land, since points lie on whole thousandths (SKM-N1)."""
FACES_OF_DIE = 6

# -- reasons -------------------------------------------------------------------------------------

FINE = 0
NO_ACTION, DICE_FIRST, IS_OVER, NOT_ASKED = 1, 2, 3, 4
"""No action at all; not now; not this seat."""
ABSENT, TOO_EARLY, NOT_OWN, HAS_PLACE = 5, 6, 7, 8
"""ABSENT goes with the figure of a seat that nobody has."""
OFF_TABLE, OVERLAPS, FAR_FROM_EDGE, AT_OTHERS_EDGE = 9, 10, 11, 12
"""OVERLAPS goes with the other figure, FAR_FROM_EDGE with by how much, AT_OTHERS_EDGE with the
seat."""
PLACED_BEFORE, CLOCK_SAYS, COMES_AFTER, NEEDS_SEAT, NO_CLOCK = 13, 14, 15, 16, 17
OTHERS_FIGURE, IS_DEAD, HAS_MOVED, TOO_FAR, TOO_STEEP = 18, 19, 20, 21, 22
"""TOO_FAR goes with by how much, TOO_STEEP with the rise and by how much."""
OTHERS_TURN, HAS_ACTED, KEEPS_TURN, ITSELF, NO_ENEMY, DEAD_ALREADY = 23, 24, 25, 26, 27, 28
"""KEEPS_TURN goes with the figure that does."""
IS_HIDDEN, OUT_OF_TOUCH, NO_GRENADE, NO_DIRECTION, LEAVES_TABLE = 29, 30, 31, 32, 33
"""IS_HIDDEN goes with a piece that hides the target, OUT_OF_TOUCH and OUT_OF_REACH with how far
away that is and by how much too far."""
NOTHING_SEEN, NO_FRIEND, TOLD_DEAD, NO_CORPSE, FACE_DOWN, OUT_OF_REACH = 34, 35, 36, 37, 38, 39
NOT_IN_AIR, NOBODY_MOVES, MINUTE_OVER = 40, 41, 42
MUST_LAND, LANDS_OFF_TABLE, LANDS_BEHIND, LANDS_OFF_LINE, LANDS_TOO_FAR = 43, 44, 45, 46, 47
"""LANDS_TOO_FAR goes with by how much."""

# -- questions -----------------------------------------------------------------------------------

HERE, GOES, SETS_OUT, STANDING, SHOT_AT, STRUCK_AT, THROWN_AT, CAUGHT = range(8)
NEXT_FIRE, ARMIES, ABLE, ALIVE, HOME, ENDS, WON, AIMED, AWAITED, SPAN = range(8, 18)
"""What the facade asks besides legality, and what is answered: why a figure may not be placed
there; why it may not end its move there; why it may not set out; the first figure that stands where
none can, why, and whose base it overlaps; what hides a figure from another, or NONE, and how many
dice the shot has; whether two are in touch; why it may not throw there; how many dice a blast there
has against a figure, and how high that is; whom armies fire at next after a figure and an army, and
which does; which armies are seen by a figure that ends there, and which fire at it; which figures
of a seat may act now; which seats have a figure left; which figures are home with news; how the
game ends by who is left; which seats have won; the first free place for a figure, and FINE if
there is one; where a figure's grenade lands that is meant for a point and flies so far; which seats
are asked to decide, or else which has to roll, and how many dice; to whom a figure may do what."""


def most_candidates(seats: int, pieces: int) -> int:
    """More useful actions than that a seat never has: most of them are moves to edges, about
    enemies and friends, about terrain and all round, and to be ready."""
    return SIDE * (seats + 6 * SIDE * (seats - 1) + SIDE + 2 * pieces + 32 + SIDE * seats) + 64
