/* The place that the sentence points at lights up; once it has said why not, the one after it. */
const coach = $("#coach"), touch = coach.dataset.touch;
is([touch !== "", $$(".led").map((one) => one.id)], [true, [touch, ...$$(`.seat[data-press="${touch}"]`).map((one) => one.id)].filter(Boolean)]);
$("#question").insertAdjacentHTML("beforeend", '<details id="why"><summary>x</summary></details><details id="not"><summary>y</summary></details><a class="seat" id="there" data-press="next"></a><button type="button" id="next"></button>');
Object.assign(coach.dataset, { touch: "why", then: "Pues no", thenTouch: "next" });
document.dispatchEvent(new CustomEvent("companion:shown", { detail: {} }));
is($$(".led").map((one) => one.id), ["why"]);
$("#not").open = true;
await until(() => true);
await go(0);
is($$(".led").map((one) => one.id), ["why"]);
$("#why").open = true;
await until(() => $("#next.led"));
is([$$(".led").map((one) => one.id), text("#coach p"), coach.dataset.touch, coach.dataset.then], [["there", "next"], "Pues no", "next", ""]);
coach.dataset.touch = "";
document.dispatchEvent(new CustomEvent("companion:shown", { detail: {} }));
is($$(".led").length, 0);
