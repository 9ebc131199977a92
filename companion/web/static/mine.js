/* The phone of a seat says when it is that seat's move: it shakes, and sounds where its player wants that. */

import { play } from "./senses.js";

const turn = () => document.getElementById("seat-of")?.hasAttribute("data-turn") ?? false;
let was = turn();

document.addEventListener("companion:shown", () => {
  const is = turn();
  if (is && !was) {
    navigator.vibrate?.([90, 60, 90]);
    play("asked");
  }
  was = is;
});
