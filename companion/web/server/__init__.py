"""How a request comes in and an answer goes out: the application, the port it is served on, the stream of changes."""
