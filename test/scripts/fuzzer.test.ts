import { expect, it } from 'vitest';
import { startCoverage } from '../fuzz/coverage.ts';
import { decodeTarget } from '../fuzz/decode-target.ts';
import { fuzz, type Target } from '../fuzz/fuzz.ts';
import { JSON_WORDS, typedDataSeeds, typedDataTarget } from '../fuzz/payloads.ts';
import { seedsOf } from '../fuzz/seeds.ts';
import { hidden } from './fuzz-maze.ts';

const inTheMaze = (url: string): boolean => url.includes('fuzz-maze');

it('is led by coverage to a fault four bytes deep, and makes the input small', async () => {
  const coverage = await startCoverage(inTheMaze);
  const { finding, runs } = await fuzz(hidden, coverage, {
    seeds: [new Uint8Array(40)],
    seed: 7,
    resume: (done) => done < 400_000,
  });
  await coverage.stop();
  expect(finding?.error).toMatchObject({ message: 'the fault' });
  expect([...(finding?.input ?? [])]).toEqual([...Buffer.from('key!')]);
  // Blind guessing would need four thousand million.
  expect(runs).toBeLessThan(400_000);
});

it.each<readonly [string, Target, () => Uint8Array[], readonly Uint8Array[]]>([
  ['Ethereum', decodeTarget('TRANSACTION_TYPE_ETHEREUM'), () => seedsOf('TRANSACTION_TYPE_ETHEREUM'), []],
  ['typed data', typedDataTarget, typedDataSeeds, JSON_WORDS],
])('finds nothing where the reader of %s keeps its word', async (_name, target, seeds, words) => {
  const coverage = await startCoverage((url) => url.includes('/src/chains/'));
  const { finding, kept } = await fuzz(target, coverage, {
    seeds: seeds(),
    words,
    seed: 3,
    resume: (done) => done < 1_000,
  });
  await coverage.stop();
  expect(finding).toBeNull();
  expect(kept.length).toBeGreaterThan(5);
});
