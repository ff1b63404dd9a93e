"""A bot at another server's table: by its link, over the web socket, to the end of the match."""
