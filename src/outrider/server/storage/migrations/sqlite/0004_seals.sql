-- With sealed dice: what a seat has offered for the dice that wait, until all have.
ALTER TABLE seats ADD COLUMN seal TEXT;
