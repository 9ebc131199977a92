/* A page of the companion was asked of the host itself, which has none: the start page wakes what has. */

location.replace(new URL("..", import.meta.url));
