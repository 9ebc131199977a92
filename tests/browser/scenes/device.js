/* What works, each with its reason; the measure; what is chosen holds at once and is sent. */
const told = (name) => {
  const row = $(`#check-${name}`), said = row.querySelector("span").textContent;
  const pattern = (text) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "(.*)")}$`);
  const [key, text] = Object.entries(row.dataset).find(([, text]) => pattern(text).test(said)) ?? ["?", ""];
  return [row.className, key, ...(pattern(text).exec(said)?.slice(1) ?? [said])].join(" ");
};
await go(0);
await until(() => !$("#check-camera.waits")); // what may be used the browser asks elsewhere
const checks = ["awake", "camera", "sound", "connection", "delay", "size"];
is(checks.map(told), ["good good", "poor none", "poor waits", "good good", "good good 0", "poor poor"]);
is(take("asked", true), Array(5).fill("GET /api/health"));
is(bench.locks.map((one) => one.isHeld), [false]);
is([seen("#measure"), seen("#try-sound"), $("#bank").style.width], [true, true, "323px"]);
await press("#try-sound");
is([told("sound"), take("heard")], ["good good", [392, 523.3]]);

await put("#card", 400, ["input"]);
is([$("#bank").style.width, told("size")], ["400px", "poor small 4.3 73"]);
$("html").dataset.distance = "100";
await put("[name=distance][value='150']", true, ["change"]);
is([$("html").dataset.distance, $("#bank").style.width.slice(0, 6), told("size")], ["150", "266.66", "good good 6.4 110"]);
is([new URLSearchParams(bench.asked[0].split(" ")[2]).get("card"), take("asked", true).map((one) => one.slice(0, 13))], ["400", ["POST /device "]]);
await put("[name=facing][value=standing]", true, ["change"]);
await put("[type=checkbox][name=sound]", true, ["change"]);
is([$("html").dataset.facing, $("html").dataset.sound, $("html").dataset.shake], ["standing", "on", undefined]);
await put("[type=checkbox][name=sound]", false, ["change"]);
await put("[name=distance][value='100']", true, ["change"]);
is(["sound" in $("html").dataset, "distance" in $("html").dataset], [false, false]);
const last = new URLSearchParams(take("asked", true).at(-1).split(" ")[2]);
is(["facing", "distance", "sound"].map((one) => last.get(one)), ["standing", "100", ""]);

/* What was sent before is given up; what is never answered, after a while. */
const given = [];
answers.push(["POST /device", (_, { signal }) => new Promise(() => given.push(signal))]);
await put("[type=checkbox][name=shake]", true, ["change"]);
await put("[type=checkbox][name=shake]", false, ["change"]);
is(given.map((one) => one.aborted), [true, false]);
await go(15000);
is(given.map((one) => one.aborted), [true, true]);

/* Another device: nothing works. */
bench.sleepy = true;
bench.mute = "suspended";
navigator.mediaDevices.enumerateDevices = async () => [{ kind: "audioinput" }, { kind: "videoinput" }];
answers.push(["/api/health", () => { bench.pass([500, 10, 160, 20, 700][slow++]); return 200; }]);
let slow = 0;
$("#card").dataset.measured = "";
await again("device");
await until(() => $("#check-camera.good"));
is(checks.map(told), ["poor poor", "good good", "poor waits", "good good", "poor poor 160", "poor poor"]);
navigator.permissions.query = async ({ name }) => ({ state: name === "camera" ? "denied" : "" });
answers.at(-1)[1] = 500;
delete window.AudioContext;
await again("device");
is(checks.slice(1, 5).map(told), ["poor denied", "poor poor", "poor poor", "poor poor > 3000"]);
take("asked", true);
await put("[type=checkbox][name=shake]", true, ["change"]);
is(bench.asked.every((one) => !/[ &]card=/.test(one)), true);
