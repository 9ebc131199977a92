/* The line on which the plates of the ring lie, as its drawing says it: its middle, its radii, how round it is. */

const SAMPLES = 720;
const lines = new Map();

/** The line of a ring that is drawn on the page. */
export function line({ dataset: { radii, centre, roundness } }) {
  if (!lines.has(radii)) {
    const [a, b] = radii.split(" ").map(Number), [x, y] = centre.split(" ").map(Number);
    const along = (value) => Math.sign(value) * Math.abs(value) ** (2 / roundness);
    const points = [], lengths = [0];
    for (let k = 0; k <= SAMPLES; k++) {
      const turn = Math.PI / 2 + (2 * Math.PI * k) / SAMPLES;
      points.push([x + a * along(Math.cos(turn)), y + b * along(Math.sin(turn))]);
      if (k) lengths.push(lengths[k - 1] + Math.hypot(points[k][0] - points[k - 1][0], points[k][1] - points[k - 1][1]));
    }
    lines.set(radii, { a, b, x, y, roundness: Number(roundness), points, lengths });
  }
  return lines.get(radii);
}

/** The point at a part (0…1) of the line, and the angle at which a plate lies there. */
export function spot({ a, b, x, y, roundness, points, lengths }, part) {
  const far = (((part % 1) + 1) % 1) * lengths[SAMPLES];
  let low = 0, high = SAMPLES;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lengths[middle] < far) low = middle + 1;
    else high = middle;
  }
  const [left, top] = points[low];
  const out = [[left - x, a], [top - y, b]].map(([d, r]) => (Math.sign(d) * Math.abs(d / r) ** (roundness - 1)) / r);
  return [left, top, (Math.atan2(-out[1], -out[0]) * 180) / Math.PI + 90];
}

/** The part of the line that lies in the direction of a point. */
export function part({ x, y, roundness, lengths }, left, top) {
  const turn = Math.atan2(top - y, left - x) - Math.PI / 2;
  const power = (value) => Math.sign(value) * Math.abs(value) ** (roundness / 2);
  const even = Math.atan2(power(Math.sin(turn + Math.PI / 2)), power(Math.cos(turn + Math.PI / 2))) - Math.PI / 2;
  const whole = (((even / (2 * Math.PI)) % 1) + 1) % 1;
  return lengths[Math.round(whole * SAMPLES)] / lengths[SAMPLES];
}
