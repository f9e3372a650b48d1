/** A stream of 32-bit numbers that is the same for the same seed (xorshift128): a finding can be made again. */
export interface RandomNumbers {
  /** A whole number from 0 up to `limit`, exclusive. */
  below(limit: number): number;
}

export function randomNumbers(seed: number): RandomNumbers {
  let [a, b, c, d] = [seed >>> 0 || 1, 0x9e3779b9, 0x243f6a88, 0xb7e15162];
  const next = (): number => {
    const mixed = a ^ (a << 11);
    [a, b, c] = [b, c, d];
    d = (d ^ (d >>> 19) ^ mixed ^ (mixed >>> 8)) >>> 0;
    return d;
  };
  for (let round = 0; round < 16; round += 1) next();
  return { below: (limit) => (limit <= 1 ? 0 : next() % limit) };
}
