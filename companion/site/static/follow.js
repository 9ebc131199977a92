/* In the place of the stream: the one Python that writes tells every page of this browser which game has changed. */

export function follow(game, { seen, up }) {
  const changes = new BroadcastChannel("companion");
  changes.addEventListener("message", ({ data }) => data.game === game && seen(data.version));
  up("stream");
  return { again: () => up("stream") };
}
