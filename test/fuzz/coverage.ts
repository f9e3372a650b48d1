import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';

/** Which code ran, as V8 counts it. */
export interface CodeCoverage {
  /** How many characters of code ran for the first time since it was asked last; `remember: false` only looks. */
  advance(remember: boolean): Promise<number>;
  /** Characters of code that ran so far. */
  covered(): number;
  stop(): Promise<void>;
}

/** Starts counting. @param counts says of a script's address whether its code counts */
export async function startCoverage(counts: (url: string) => boolean): Promise<CodeCoverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const maps = new Map<string, Uint8Array>();
  // A function that ran through the same blocks before has nothing new to say.
  const known = new Set<string>();
  return {
    advance: async (remember) => {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      let fresh = 0;
      for (const { url, scriptId, functions } of result) {
        if (!counts(url)) continue;
        const end = Math.max(0, ...functions.map(({ ranges }) => ranges[0]?.endOffset ?? 0));
        const map = grown(maps.get(scriptId), end);
        maps.set(scriptId, map);
        for (const each of functions) {
          const shape = `${scriptId} ${each.ranges.map(shapeOf).join(' ')}`;
          if (known.has(shape)) continue;
          fresh += mark(map, each, remember);
          if (remember) known.add(shape);
        }
      }
      return fresh;
    },
    covered: () =>
      [...maps.values()].reduce((sum, map) => sum + map.reduce((count, ran) => count + ran, 0), 0),
    stop: async () => {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

const shapeOf = ({ startOffset, endOffset, count }: Profiler.CoverageRange): string =>
  `${startOffset}${count > 0 ? '+' : '-'}${endOffset}`;

const grown = (map: Uint8Array | undefined, length: number): Uint8Array => {
  if (map !== undefined && map.length >= length) return map;
  const larger = new Uint8Array(length);
  larger.set(map ?? []);
  return larger;
};

// Ranges nest, the outer ones first, and an inner one is there only where its count differs: so they are laid over each
// other, and what is left with a count has run.
function mark(known: Uint8Array, { ranges }: Profiler.FunctionCoverage, remember: boolean): number {
  const [whole] = ranges;
  if (whole === undefined || whole.count === 0) return 0;
  const ran = new Uint8Array(whole.endOffset - whole.startOffset);
  for (const { startOffset, endOffset, count } of ranges) {
    ran.fill(count > 0 ? 1 : 0, startOffset - whole.startOffset, endOffset - whole.startOffset);
  }
  let fresh = 0;
  ran.forEach((now, index) => {
    const place = whole.startOffset + index;
    if (now === 0 || known[place] === 1) return;
    fresh += 1;
    if (remember) known[place] = 1;
  });
  return fresh;
}
