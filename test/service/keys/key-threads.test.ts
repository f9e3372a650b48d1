import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#protocol/error.ts';
import { Secret, secretBytes } from '#protocol/secret.ts';
import { KeyThreads } from '#service/keys/key-threads.ts';
import { ItemError, KEY_WORK } from '#service/keys/key-work.ts';
import { keyThreadScript } from '../../fixtures/thread-scripts.ts';

let threads: KeyThreads;
beforeEach(() => {
  threads = new KeyThreads(keyThreadScript, 1);
});
afterEach(async () => {
  await threads.stop();
});

const seedBytes = (): Secret => new Secret(secretBytes(64).fill(7));
const accountAt = (path: string) => ({
  ...({ curve: 'CURVE_SECP256K1', addressFormat: 'ADDRESS_FORMAT_ETHEREUM', path } as const),
});
const accounts = (count: number, steps = 5) =>
  Array.from({ length: count }, (_, at) => accountAt(`m${"/1'".repeat(steps - 1)}/${at}`));
const words = (): Secret =>
  new Secret(
    new TextEncoder().encode(
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    ),
  );

test('the work of threads is what is computed at once', async () => {
  const seed = await threads.seed(words());
  const atOnce = KEY_WORK.seed(words(), [null]);
  // BIP-39's own vector, without a passphrase.
  expect(seed.use((bytes) => Buffer.from(bytes).toString('hex'))).toBe(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  );
  expect(await threads.accounts(seed, accounts(40))).toEqual(KEY_WORK.accounts(atOnce, accounts(40)));

  const keys = Array.from({ length: 70 }, (_, at) => at + 1);
  const joined = () => new Secret(Uint8Array.from(keys.flatMap((n) => Array<number>(32).fill(n))));
  const wanted = keys.map((n) => ({
    curve: n % 2 === 0 ? ('CURVE_P256' as const) : ('CURVE_ED25519' as const),
    addressFormats: n % 2 === 0 ? [] : (['ADDRESS_FORMAT_SOLANA'] as const),
  }));
  expect(await threads.keys(joined(), wanted)).toEqual(KEY_WORK.keys(joined(), wanted));

  const one = () => new Secret(secretBytes(32).fill(1));
  const payloads = Array.from({ length: 90 }, (_, at) => ({
    ...({ curve: 'CURVE_SECP256K1', payload: `text ${at}` } as const),
    ...({ encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' } as const),
  }));
  expect(await threads.signatures(one(), payloads)).toEqual(KEY_WORK.signatures(one(), payloads));
});

test('attack: a request of much work keeps no other waiting: they take turns', async () => {
  const seed = seedBytes();
  const done: string[] = [];
  const long = threads.accounts(seed, accounts(60)).then(() => done.push('long'));
  const short = threads.accounts(seed, accounts(1)).then(() => done.push('short'));
  await Promise.all([long, short]);
  expect(done).toEqual(['short', 'long']);
});

test('while threads work, this thread goes on', async () => {
  let turns = 0;
  let isDone = false;
  const work = threads.accounts(seedBytes(), accounts(60)).finally(() => (isDone = true));
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work;
  // Derived at once, there would be none in between.
  expect(turns).toBeGreaterThan(10);
});

test('what is wrong with one of the items is told with its place and its own error', async () => {
  const wanted = [...accounts(30), accountAt('m/x'), ...accounts(3)];
  const error: unknown = await threads.accounts(seedBytes(), wanted).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ItemError);
  const { index, cause } = error as ItemError;
  expect(index).toBe(30);
  expect(cause).toBeInstanceOf(AppError);
  expect((cause as AppError).code).toBe('PATH_INVALID');
  expect((cause as AppError).remedy).not.toBe('');
  // And nothing is left over for the next one.
  expect(await threads.accounts(seedBytes(), accounts(2))).toHaveLength(2);
});

test('the secret that was lent stays its owner’s, to be wiped once', async () => {
  const seed = seedBytes();
  await threads.accounts(seed, accounts(30));
  expect(seed.wiped).toBe(false);
  expect(seed.use((bytes) => bytes.every((byte) => byte === 7))).toBe(true);
});

test('a script that is not there, or that fails, refuses the work and not the next service', async () => {
  const lost = new KeyThreads(() => '/nowhere/key-thread.js', 1);
  await expect(lost.accounts(seedBytes(), accounts(1))).rejects.toThrow(/nowhere/u);
  await lost.stop();
  const failing = new KeyThreads(() => Promise.reject(new Error('no script')), 1);
  await expect(failing.seed(words())).rejects.toThrow('no script');
  await failing.stop();
});

test('a stop refuses what is under way and what comes after', async () => {
  const under = threads.accounts(seedBytes(), accounts(60));
  const refused = expect(under).rejects.toThrow('stopping');
  await threads.stop();
  await refused;
  await expect(threads.seed(words())).rejects.toThrow('stopping');
});
