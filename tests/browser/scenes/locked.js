/* The lock slides: all the way, and not a little less. */
is([seen("#unlock .slide"), $$("#unlock .plain").filter(seen).length], [true, 0]);
await put("#unlock input[type=range]", 96, ["input"]);
is(take("went"), []);
await put("#unlock input[type=range]", 96, ["change"]);
is($("#unlock input[type=range]").value, "0");
await put("#unlock input[type=range]", 97);
is([take("went"), $("#unlock input[type=range]").value], [[`push ${new URL($("#unlock").action).pathname}`], "97"]);
