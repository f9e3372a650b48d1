import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Transaction, Wallet } from 'ethers';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { parseSigned } from '#chains/ethereum/parse-signed.ts';
import { nativeRecovery } from '#native/key-recovery.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import {
  type KeyRecovery,
  installKeyRecovery,
  portableRecovery,
  recoverPublicKey,
} from '#protocol/key-recovery.ts';
import { unsignedTransfer } from '../fixtures/batch-files.ts';

const ORDER = secp256k1.Point.Fn.ORDER;
const FIELD = secp256k1.Point.Fp.ORDER;
const G = secp256k1.Point.BASE.x;
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const scalars = bytes32.filter((bytes) => secp256k1.utils.isValidSecretKey(bytes));
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const both = (r: bigint, s: bigint): Uint8Array => fromHex(word(r) + word(s));

/** What one of them says: a public key, or that there is none. */
function said(by: KeyRecovery, ...input: Parameters<KeyRecovery>): string {
  try {
    return toHex(by(...input));
  } catch {
    return 'no key';
  }
}
const agreed = (...input: Parameters<KeyRecovery>): string => {
  const [portable, native] = [said(portableRecovery, ...input), said(nativeRecovery, ...input)];
  expect(native).toBe(portable);
  return native;
};

afterEach(() => void installKeyRecovery(portableRecovery));

describe('key recovery', () => {
  it('finds the key that signed, with s in either half', () => {
    fc.assert(
      fc.property(bytes32, scalars, (hash, key) => {
        const signature = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
        const { r, s, recovery } = secp256k1.Signature.fromBytes(signature, 'recovered');
        if (recovery === undefined) throw new Error('it was asked for');
        const publicKey = toHex(secp256k1.getPublicKey(key, false));
        expect(agreed(hash, both(r, s), recovery)).toBe(publicKey);
        expect(agreed(hash, both(r, ORDER - s), recovery ^ 1)).toBe(publicKey);
        expect(agreed(hash, both(r, s), recovery ^ 1)).not.toBe(publicKey);
      }),
      { numRuns: 60 },
    );
  });

  it('says the same of any 64 bytes and every recovery number', () => {
    fc.assert(
      fc.property(bytes32, bytes32, bytes32, fc.integer({ min: -1, max: 5 }), (hash, r, s, recovery) => {
        agreed(hash, Uint8Array.of(...r, ...s), recovery);
      }),
      { numRuns: 100 },
    );
  });

  it('attack: r and s at the edges of their range are taken by one and not by the other', () => {
    const edges = [
      0n,
      1n,
      2n,
      5n,
      (ORDER - 1n) / 2n,
      (ORDER + 1n) / 2n,
      ORDER - 1n,
      ORDER,
      ORDER + 1n,
      FIELD - ORDER,
      FIELD - 1n,
      FIELD,
      2n ** 256n - 1n,
      G,
    ];
    const hashes = [0n, 1n, ORDER - 1n, ORDER, ORDER + 1n, 2n ** 256n - 1n].map((hash) =>
      fromHex(word(hash)),
    );
    for (const hash of hashes)
      for (const r of edges)
        for (const s of edges) for (const recovery of [0, 1, 2, 3]) agreed(hash, both(r, s), recovery);
    const [zero = new Uint8Array(32)] = hashes;
    expect(agreed(zero, both(0n, 1n), 0)).toBe('no key');
    expect(agreed(zero, both(G, ORDER), 0)).toBe('no key');
  });

  it('attack: a signature whose key is the point at infinity', () => {
    // r is G's x and s = hash: s·R - hash·G is zero.
    const hash = fromHex(word(7n));
    expect([0, 1].map((recovery) => agreed(hash, both(G, 7n), recovery))).toContain('no key');
  });

  it('refuses other lengths, whatever is installed', () => {
    for (const by of [portableRecovery, nativeRecovery]) {
      installKeyRecovery(by);
      for (const [hash, signature] of [
        [31, 64],
        [33, 64],
        [32, 0],
        [32, 63],
        [32, 65],
      ] as const) {
        const input = [new Uint8Array(hash).fill(1), new Uint8Array(signature).fill(1), 0] as const;
        expect(() => recoverPublicKey(...input)).toThrow();
      }
    }
  });

  it('is what signed transactions are read with', () => {
    const transaction = Transaction.from(unsignedTransfer({ nonce: 3 }));
    const wallet = Wallet.createRandom();
    transaction.signature = wallet.signingKey.sign(transaction.unsignedHash);
    const asked: number[] = [];
    for (const by of [portableRecovery, nativeRecovery]) {
      installKeyRecovery((...input) => {
        asked.push(input[2]);
        return by(...input);
      });
      expect(parseSigned(transaction.serialized).from).toBe(wallet.address);
    }
    expect(asked).toHaveLength(2);
  });
});
