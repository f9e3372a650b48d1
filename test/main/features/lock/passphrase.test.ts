import { argon2id } from '@noble/hashes/argon2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COST,
  type Derive,
  type PassphraseVerifier,
  createPassphraseCheck,
  makeVerifier,
  pauseAfter,
  readPassphrase,
} from '#main/features/lock/passphrase.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { type FakeClock, fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

// What is under test here is the counting: the real function takes a second for each try.
const quick: Derive = (passphrase, salt) =>
  Promise.resolve(argon2id(passphrase, salt, { m: 8, t: 1, p: 1, dkLen: 32 }));

const typed = (text: string) => readPassphrase(text, false);
const right = 'correct horse';

const open = async (clock: FakeClock = fakeClock(), keychain = memoryKeychain()) => {
  const verifier = await makeVerifier(typed(right), quick);
  const start = () => createPassphraseCheck(keychain, clock, quick);
  let check = start();
  return {
    ...{ clock, keychain, verifier },
    restart: () => (check = start()),
    try: (text: string, of: PassphraseVerifier = verifier) => check.verify(of, typed(text)),
  };
};
const wrong = { code: 'UNLOCK_PASSPHRASE_WRONG' };
const blocked = { code: 'PASSPHRASE_BLOCKED' };

describe('Argon2id', () => {
  it('gives the tag of RFC 9106, section 5.3', () => {
    const tag = argon2id(new Uint8Array(32).fill(1), new Uint8Array(16).fill(2), {
      ...{ m: 32, t: 3, p: 4, dkLen: 32 },
      key: new Uint8Array(8).fill(3),
      personalization: new Uint8Array(12).fill(4),
    });
    expect(toHex(tag)).toBe('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
  });

  it('costs at least 64 MiB and three passes, in a verifier with a salt of its own', async () => {
    expect(COST.m).toBeGreaterThanOrEqual(64 * 1024);
    expect(COST.t).toBeGreaterThanOrEqual(3);
    const made = await Promise.all([makeVerifier(typed(right), quick), makeVerifier(typed(right), quick)]);
    expect(made[0].salt).not.toBe(made[1].salt);
    expect(made[0]).toMatchObject(COST);
  });

  it('takes a passphrase through the real function, and no other', async () => {
    const verifier = await makeVerifier(typed(right));
    // The same function of the library, without its asynchronous way.
    const again = argon2id(new TextEncoder().encode(right), fromHex(verifier.salt), { ...COST, dkLen: 32 });
    expect(toHex(again)).toBe(verifier.hash);
  });
});

describe('a passphrase', () => {
  it('is judged by its length, not by which characters it has', () => {
    expect(readPassphrase('aaaaaaaa', true).length).toBe(8);
    expect(() => readPassphrase('aB3$xyz', true)).toThrow(
      expect.objectContaining({ code: 'PASSPHRASE_TOO_SHORT' }),
    );
    // Eight UTF-16 units, four characters.
    expect(() => readPassphrase('😀😀😀😀', true)).toThrow();
  });

  it('is the same however a keyboard composes it', () => {
    const bytes = (text: string) => readPassphrase(text, false).use((own) => toHex(own));
    expect(bytes('cafe\u0301')).toBe(bytes('café'));
  });

  it('is wiped after each try', async () => {
    const check = createPassphraseCheck(memoryKeychain(), fakeClock(), quick);
    const given = typed('something else');
    await expect(check.verify(await makeVerifier(typed(right), quick), given)).rejects.toMatchObject(wrong);
    expect(given.wiped).toBe(true);
  });
});

describe('wrong passphrases', () => {
  it('have pauses between them that double up to an hour', () => {
    expect([1, 2, 3, 4, 5].map(pauseAfter)).toEqual([0, 0, 5_000, 10_000, 20_000]);
    fc.assert(
      fc.property(fc.nat(1_000_000), (count) => {
        expect(pauseAfter(count + 1)).toBeGreaterThanOrEqual(pauseAfter(count));
        expect(pauseAfter(count)).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });

  const failThrice = async (own: Awaited<ReturnType<typeof open>>) => {
    for (let count = 0; count < 3; count += 1) await expect(own.try('guess')).rejects.toMatchObject(wrong);
  };

  it('keep the right one out until the pause is over', async () => {
    const own = await open();
    await failThrice(own);
    await expect(own.try(right)).rejects.toMatchObject(blocked);
    own.clock.forward(5_000);
    await own.try(right);
    // The right one ends the count.
    await failThrice(own);
  });

  it('attack: restarting the console to be rid of the pause', async () => {
    const own = await open();
    await failThrice(own);
    own.restart();
    await expect(own.try(right)).rejects.toMatchObject(blocked);
    own.clock.forward(5_000);
    await expect(own.try('guess')).rejects.toMatchObject(wrong);
    own.restart();
    own.clock.forward(9_000);
    await expect(own.try(right)).rejects.toMatchObject(blocked);
  });

  it('attack: killing the console between the count and the check', async () => {
    const own = await open();
    for (let count = 0; count < 3; count += 1) {
      // Killed while the hash is computed: nothing after it runs.
      let isDeriving = (): void => undefined;
      const derives = new Promise<void>((resolve) => (isDeriving = resolve));
      const killed = createPassphraseCheck(own.keychain, own.clock, () => {
        isDeriving();
        return new Promise(() => undefined);
      });
      void killed.verify(own.verifier, typed('guess'));
      await derives;
    }
    await expect(own.try(right)).rejects.toMatchObject(blocked);
  });

  it('attack: setting the clock back', async () => {
    const own = await open();
    await failThrice(own);
    own.clock.sleepThrough(-86_400_000);
    await expect(own.try(right)).rejects.toMatchObject(blocked);
    own.restart();
    await expect(own.try(right)).rejects.toMatchObject(blocked);
    own.clock.forward(5_000);
    await own.try(right);
  });

  it('attack: setting the clock forward while the console runs', async () => {
    const own = await open();
    await failThrice(own);
    // No timer runs: only the wall clock moved.
    own.clock.sleepThrough(86_400_000);
    await expect(own.try(right)).rejects.toMatchObject(blocked);
  });

  it('attack: restarting the console after each try, with the clock set forward meanwhile', async () => {
    const own = await open();
    await failThrice(own);
    for (let count = 0; count < 10; count += 1) {
      own.clock.sleepThrough(86_400_000);
      own.restart();
      await expect(own.try(right)).rejects.toMatchObject(blocked);
      // Nor does it help to set it while that one runs.
      own.clock.sleepThrough(86_400_000);
      await expect(own.try(right)).rejects.toMatchObject(blocked);
      own.clock.forward(60_000);
      await expect(own.try('guess')).rejects.toMatchObject(wrong);
    }
  });

  it('waits for nothing where the wrong ones were long ago, once it runs for a minute', async () => {
    const own = await open();
    await failThrice(own);
    own.clock.sleepThrough(86_400_000);
    own.restart();
    own.clock.forward(60_000);
    await own.try(right);
  });

  it('attack: a second console on another folder, so that each waits for its own wrong ones alone', async () => {
    const own = await open();
    const others = [1, 2].map(() => createPassphraseCheck(own.keychain, own.clock, quick));
    const tryAt = (check: (typeof others)[number] | undefined, text: string) =>
      check?.verify(own.verifier, typed(text));
    // Both are known to run from before.
    for (const other of others) await tryAt(other, right);
    await failThrice(own);
    for (const other of others) await expect(tryAt(other, right)).rejects.toMatchObject(blocked);
    own.clock.forward(60_000);
    await expect(tryAt(others[0], 'guess')).rejects.toMatchObject(wrong);
    await expect(tryAt(others[1], right)).rejects.toMatchObject(blocked);
    await expect(own.try(right)).rejects.toMatchObject(blocked);
  });

  it('attack: two consoles that try at the same time, which would count as one', async () => {
    const own = await open();
    let derive = (): void => undefined;
    const bothTry = new Promise<void>((resolve) => (derive = resolve));
    const slow: Derive = async (...given) => {
      await bothTry;
      return quick(...given);
    };
    const [first, second] = [1, 2].map(() => createPassphraseCheck(own.keychain, own.clock, slow));
    const one = first?.verify(own.verifier, typed(right));
    const other = second?.verify(own.verifier, typed(right));
    const ends = Promise.allSettled([one, other]);
    await new Promise(setImmediate);
    derive();
    const codes = (await ends).map((end) =>
      end.status === 'rejected' ? (end.reason as { code: string }).code : 'right',
    );
    // The one that was counted is told, the other one is not.
    expect(codes.sort()).toEqual(['PASSPHRASE_BLOCKED', 'right']);
  });

  it('attack: many tries at once, which would count as one', async () => {
    const own = await open();
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => own.try('guess')));
    const codes = ends.map((end) => (end.status === 'rejected' ? (end.reason as { code: string }).code : ''));
    expect(codes.filter((code) => code === 'UNLOCK_PASSPHRASE_WRONG')).toHaveLength(3);
    expect(codes.filter((code) => code === 'PASSPHRASE_BLOCKED')).toHaveLength(5);
  });

  it('attack: a keychain that keeps no count gets no try', async () => {
    const memory = memoryKeychain();
    const refused = new Error('locked');
    const verifier = await makeVerifier(typed(right), quick);
    const keychain = { ...memory, replace: () => Promise.reject(refused) };
    let derived = 0;
    const check = createPassphraseCheck(keychain, fakeClock(), (...given) => {
      derived += 1;
      return quick(...given);
    });
    await expect(check.verify(verifier, typed(right))).rejects.toBe(refused);
    expect(derived).toBe(0);
  });

  it.each(['', '{}', '{"failures":-1,"atMs":0}', 'null', '{"failures":0}', '[]'])(
    'attack: a count that somebody overwrote with %j counts as many tries',
    async (text) => {
      const own = await open();
      await own.keychain.replace('user-verification-tries', text);
      await expect(own.try(right)).rejects.toMatchObject(blocked);
    },
  );
});
