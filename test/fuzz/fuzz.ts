import type { CodeCoverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import { randomNumbers } from './random.ts';

/** What is fuzzed: throws for an input that it may not answer as it did. */
export type Target = (input: Uint8Array) => void;

/** What a run came to. */
export interface Fuzzed {
  /** Inputs that were tried. */
  readonly runs: number;
  /** Inputs that ran code which none before them had run. */
  readonly kept: readonly Uint8Array[];
  /** Characters of code that ran. */
  readonly covered: number;
  /** The first input that the target failed on, made small, and how it failed. */
  readonly finding: { readonly input: Uint8Array; readonly error: unknown } | null;
}

/** Counting costs more than decoding, so inputs are tried in batches; only a batch with something new is gone through. */
const BATCH = 48;

/**
 * Feeds a target with inputs that are mutated out of those which reached new code.
 * @param options.words what stands in many inputs, such as the names of types
 * @param options.resume asked before each batch
 */
export async function fuzz(
  target: Target,
  coverage: CodeCoverage,
  options: {
    readonly seeds: readonly Uint8Array[];
    readonly words?: readonly Uint8Array[];
    readonly seed: number;
    readonly resume: (runs: number) => boolean;
  },
): Promise<Fuzzed> {
  const random = randomNumbers(options.seed);
  const kept: Uint8Array[] = [];
  let runs = 0;
  const fails = (input: Uint8Array): { error: unknown } | null => {
    runs += 1;
    try {
      target(input);
      return null;
    } catch (error) {
      return { error };
    }
  };
  const isNew = async (): Promise<boolean> => (await coverage.advance(true)) > 0;
  const end = (failed: { input: Uint8Array; error: unknown } | null): Fuzzed => ({
    runs,
    kept,
    covered: coverage.covered(),
    finding: failed === null ? null : smallest(target, failed),
  });

  await coverage.advance(false);
  for (const input of [new Uint8Array(), ...options.seeds]) {
    const failed = fails(input);
    if (failed !== null) return end({ input, ...failed });
    if (await isNew()) kept.push(input);
  }
  const pool = kept.length > 0 ? kept : [new Uint8Array()];
  while (options.resume(runs)) {
    const batch = Array.from({ length: BATCH }, () => {
      // The newest half of what was kept is closest to code that has not run.
      const newest = random.below(2) === 0 ? Math.floor(pool.length / 2) : 0;
      const parent = pool[newest + random.below(pool.length - newest)] ?? new Uint8Array();
      return mutate(parent, pool[random.below(pool.length)] ?? parent, random, options.words ?? []);
    });
    for (const input of batch) {
      const failed = fails(input);
      if (failed !== null) return end({ input, ...failed });
    }
    if ((await coverage.advance(false)) === 0) continue;
    for (const input of batch) {
      fails(input);
      if (await isNew()) pool.push(input);
    }
  }
  return end(null);
}

/** Cuts pieces out of an input for as long as the target still fails on it in the same way. */
function smallest(
  target: Target,
  failed: { input: Uint8Array; error: unknown },
): { input: Uint8Array; error: unknown } {
  let current = failed;
  for (let piece = current.input.length; piece >= 1; piece = Math.floor(piece / 2)) {
    for (let from = 0; from < current.input.length;) {
      const input = Uint8Array.from([
        ...current.input.subarray(0, from),
        ...current.input.subarray(from + piece),
      ]);
      const error = failure(target, input);
      if (error !== undefined && nameOf(error) === nameOf(failed.error)) current = { input, error };
      else from += piece;
    }
  }
  return current;
}

function failure(target: Target, input: Uint8Array): unknown {
  try {
    target(input);
    return undefined;
  } catch (error) {
    return error;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
