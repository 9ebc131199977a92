/* The deck counted before a camera, this device's or the host's: what was seen is ticked, and carried on. */
const home = `/games/${here.game}/scan/deck`, words = $("[data-camera]").dataset, form = $("form.show");
$(".live-buttons").insertAdjacentHTML("beforeend", '<button type="button" class="live-webcam">w</button>');
Object.assign(words, { webcam: `${home}/webcam?x=1`, wide: "640" });
const films = bench.sees({ id: "a" });
let seen_ = { outlines: [], width: 1, height: 1, said: "", carried: '{"a": 1}', copies: ["hacha.1", "la-cosa.1"], html: "<p id=tally>2 de 54</p>" };
answers.push([`POST ${home}/frame`, () => ({ json: seen_ })]);
$("[data-camera]").replaceWith($("[data-camera]").cloneNode(true)); // without what listens there already
await again("scan");
take("asked");
is([seen(".live-webcam"), seen(".live-result")], [true, false]);
await press(".live-webcam");
await until(() => seen(".live-result"));
is([text("#tally"), $$(".tick.there").map((one) => one.dataset.copy), form.elements["so-far"].value], ["2 de 54", ["la-cosa.1", "hacha.1"], '{"a": 1}']);
is([seen(".live-webcam"), seen(".live-own"), $("video").hidden, $(".live-picture img").hidden, new URL($(".live-picture img").src).search.startsWith("?x=1&at="), films.length, $("body").matches(".watching")], [false, false, true, false, true, 0, false]);
is([sessionStorage.getItem("scan.on"), take("asked").filter((one) => one.includes("/frame")).map((one) => one.match(/so-far=(.*)/)[1])], [null, ["{}"]]);
$("#tally").textContent = "as it is";
seen_ = { ...seen_, copies: ["hacha.1"] };
await go(360);
is([text("#tally"), $$(".tick.there").length, take("asked").filter((one) => one.includes("/frame")).map((one) => one.match(/so-far=(.*)/)[1])], ["as it is", 1, ['{"a": 1}']]);
await press(".live-stop");
is([seen(".live-webcam"), seen(".live-own"), seen(".live-picture")], [true, true, false]);
await press(".live-own");
await until(() => films.length && seen(".live-stop"));
is([take("asked").filter((one) => one.startsWith("camera")), $("video").hidden, $(".live-picture img").hidden], [["camera 640×360 environment false"], false, true]);
await press(".live-stop");
