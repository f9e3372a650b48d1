import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { toUtf8 } from '#protocol/encoding.ts';
import { nextBelow, xoshiro256 } from '#protocol/offline/fountain.ts';
import { createUrFrames, createUrReader } from '#protocol/offline/ur.ts';

const ROUNDS = 50;
const PER_SECOND = 5;

/** How many codes are shown until all is read, when each is missed with a chance of one in three. */
function shownUntilRead(length: number, density: number, seed: string): number {
  const next = xoshiro256(toUtf8(seed));
  const bytes = Uint8Array.from({ length }, () => nextBelow(next, 256));
  const frames = createUrFrames({ type: 'keyops-request', bytes }, density);
  const reader = createUrReader();
  for (let shown = 1; ; shown += 1) {
    if (nextBelow(next, 3) > 0) reader.take(frames.frame(shown));
    if (reader.message !== null) return shown;
  }
}

const seconds = (frames: number): string => `${(frames / PER_SECOND).toFixed(frames < 100 ? 1 : 0)} s`;

describe('a third of the codes is missed', () => {
  it.each([
    [3_000, '3 kB'],
    [20_000, '20 kB'],
    [100_000, '100 kB'],
  ])('%d bytes: as many codes as the document says', async (length, name) => {
    const rounds = length > 50_000 ? 5 : ROUNDS;
    const counts = Array.from({ length: rounds }, (_, index) => shownUntilRead(length, 250, `loss ${index}`));
    counts.sort((one, other) => one - other);
    const [median = 0, most = 0] = [counts[Math.floor(rounds / 2)], counts.at(-1)];
    const row = [name, Math.ceil(length / 250), median, seconds(median), most, seconds(most)];
    const document = await readFile(new URL('../../../docs/offline-format.md', import.meta.url), 'utf8');
    const rows = document.split('\n').map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1)
        .join(' | '),
    );
    expect(rows).toContain(row.join(' | '));
  });
});
