"""The pages: plain forms and links that work without JavaScript, for any game. Read `base` and `register`."""
