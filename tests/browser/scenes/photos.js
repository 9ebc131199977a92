/* Photos: named on the button, made smaller, sent one by one; what is said of each is still there after the last. */
const drawn = (name, wide, high, type = "image/png") => new Promise((done) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: high });
  const pen = canvas.getContext("2d"), noise = pen.createImageData(wide, high); // what is won by a JPEG
  noise.data.forEach((_, k) => (noise.data[k] = k % 4 === 3 ? 255 : (k * 2654435761) >>> 24));
  pen.putImageData(noise, 0, 0);
  canvas.toBlob((blob) => done(new File([blob], name, { type })), "image/png");
});
const form = $("form.show"), part = $("[data-photos]"), label = $("label[for=pictures]"), pictures = $("#pictures");
const where = form.getAttribute("action"), word = text(label);
const [small, wide] = await Promise.all([drawn("small.png", 20, 10), drawn("wide.png", 8192, 4)]);
const heic = new File([new Uint8Array(3000)], "IMG_1.HEIC", { type: "image/heic" });
const page = (soFar, ...faults) => `<main>${faults.map((one) => `<div class="notice error"><p>${one}</p></div>`).join("")}
  <form enctype="multipart/form-data" action="${where}"><input type="hidden" name="so-far" value="${soFar}"><input type="hidden" name="fresh" value="f${soFar}">
  <select name="deck"><option value="K7" selected>K7</option></select></form></main>`;
const submit = async (button = "button[value=look]") => { $(button).click(); await go(0); };
const gone = async () => { await until(() => bench.went.length); return take("went"); };

await put(pictures, [small, wide]);
is([text(label), label.matches(".chosen")], ["✓ small.png · wide.png", true]);
await put(pictures, []);
is([text(label), label.matches(".chosen")], [word, false]);
await submit();
is(take("went").length, 1); // without a photo the form goes as ever

const sizes = [];
answers.push([`POST ${where}`, async (_, { body }) => {
  const picture = await createImageBitmap(body.get("picture")).catch(() => ({}));
  sizes.push([picture.width, picture.height, body.get("do"), body.getAll("picture").length]);
  return sizes.length === 1 ? page("a", "HEIC", "no") : sizes.length === 2 ? page("b", "dark") : new Error("nobody");
}]);
await put(pictures, [heic, wide, small]);
take("asked");
$("button[value=look]").click(); // a photo that cannot be opened is soon done with
is([form.getAttribute("aria-busy"), text(".photos-said")], ["true", part.dataset.photos.replace("{number}", 1).replace("{count}", 3)]);
$("button[value=look]").click(); // once is enough
const went = await gone();
is(sizes, [[undefined, undefined, "look", 1], [4096, 2, "look", 1]]);
is(take("asked").map((one) => [one.match(/picture=\(.*?\)/)[0], one.match(/so-far=(\w*)/)[1]]), [["picture=(IMG_1.HEIC, image/heic)", ""], ["picture=(wide.png, image/jpeg)", "a"]]);
is([text(".photos-said"), sessionStorage.getItem("photos.said")], [part.dataset.photos.replace("{number}", 3).replace("{count}", 3), "HEIC\nno\ndark"]);
is([went.length, went[0].match(/picture=\(s.*?\)/)?.[0], /so-far=b&/.test(went[0]), /fresh=fb/.test(went[0]), /do=look/.test(went[0])], [1, "picture=(small.png, image/png)", true, true, true]);

/* Nobody answers: all of them go as they are, at once. A page that is come back to is ready again. */
await put(pictures, [small, wide]);
dispatchEvent(new Event("pageshow"));
is(form.hasAttribute("aria-busy"), false);
await submit();
is((await gone())[0].match(/picture=\(\w.*?\)/g), ["picture=(small.png, image/png)", "picture=(wide.png, image/png)"]);

/* A page that adds nothing up gets them all, smaller, in one form; one that leads on is followed. */
dispatchEvent(new Event("pageshow"));
delete part.dataset.each;
await put(pictures, [small, wide]);
await submit();
is((await gone())[0].match(/picture=\(\w.*?\)/g), ["picture=(small.png, image/png)", "picture=(wide.png, image/jpeg)"]);
dispatchEvent(new Event("pageshow"));
part.dataset.each = "";
answers.at(-1)[1] = { redirected: true, url: `${location.origin}/away` };
await put(pictures, [small, wide]);
await submit();
is(await gone(), ["push /away"]);

/* The page that comes next says what was said of the ones before. */
await again("photos");
is([$$(".notice.error p").map(text), sessionStorage.getItem("photos.said")], [["HEIC", "no", "dark"], null]);
is($(".notice.error").nextElementSibling === part, true);
