"""The server: matches that cannot be lost, over HTTP and web sockets."""
