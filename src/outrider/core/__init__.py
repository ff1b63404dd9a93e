"""What a game is. Standard library only."""
