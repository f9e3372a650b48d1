import { p256 } from '@noble/curves/nist.js';
import { addressOf } from '#chains/addresses/address-of.ts';
import { type RawSignature, bytesToSign } from '#chains/payload/payload-signature.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { HashFunction, PayloadEncoding } from '#protocol/catalogue/signing.ts';
import { curves } from '#protocol/curves.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import { walletSeed } from '#protocol/keys/derivation/wallet-words.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { Secret, copySecret } from '#protocol/secret.ts';
import { signHash } from '../chains/transaction-signer.ts';

/** An account to derive from a seed. */
export interface AccountWanted {
  readonly curve: KeyCurve;
  readonly path: string;
  readonly addressFormat: AddressFormat;
}

/** The public side of a key, with its addresses in the order of their formats; hex, compressed for the ECDSA curves. */
export interface PublicSide {
  readonly publicKey: string;
  readonly addresses: readonly string[];
}

/** How payloads become what is signed. */
export interface WayToSign {
  readonly encoding: PayloadEncoding;
  readonly hashFunction: HashFunction;
}

/** What takes long enough to be done in a thread of its own. Each takes one secret; whoever lends it wipes it. */
export interface KeyWork {
  /** The seed of a wallet's words. */
  readonly seed: (words: Secret, items: readonly null[]) => Secret;
  /** The public sides of accounts of a seed, in order. @throws AppError of `derivePrivateKey` and `addressOf` */
  readonly accounts: (seed: Secret, items: readonly AccountWanted[]) => PublicSide[];
  /** That of private keys, one behind the other, 32 bytes each. @throws AppError of `addressOf` */
  readonly keys: (
    privateKeys: Secret,
    items: readonly { readonly curve: KeyCurve; readonly addressFormats: readonly AddressFormat[] }[],
  ) => PublicSide[];
  /** Signatures of payloads, in order. @throws AppError of `bytesToSign` */
  readonly signatures: (
    privateKey: Secret,
    items: readonly ({ readonly curve: KeyCurve; readonly payload: string } & WayToSign)[],
  ) => RawSignature[];
}

export const PRIVATE_KEY_LENGTH = 32;

const publicSideOf = (curve: KeyCurve, privateKey: Secret, formats: readonly AddressFormat[]): PublicSide => {
  const publicKey = publicKeyOf(curve, privateKey);
  return { publicKey, addresses: formats.map((format) => addressOf(format, curve, fromHex(publicKey))) };
};

/** Lends a key for one use. */
function using<T>(key: Secret, use: (key: Secret) => T): T {
  try {
    return use(key);
  } finally {
    key.wipe();
  }
}

/**
 * Signs a digest (the ECDSA curves: RFC 6979, s in the lower half, v the parity of the point), or a message (Ed25519: r
 * and s are the two halves of the signature, v is 00).
 * @param bytes as `bytesToSign` gives them
 */
export function signRaw(curve: KeyCurve, bytes: Uint8Array, privateKey: Secret): RawSignature {
  if (curve === 'CURVE_ED25519') return split(curves().signEd25519(bytes, privateKey), 0);
  if (curve === 'CURVE_SECP256K1') {
    const signed = signHash(bytes, privateKey);
    return split(signed, (signed[64] ?? 0) - 27);
  }
  return privateKey.use((key) => {
    const signed = p256.sign(bytes, key, { prehash: false, lowS: true, format: 'recovered' });
    return split(signed.subarray(1), signed[0] ?? 0);
  });
}

const split = (signature: Uint8Array, recovery: number): RawSignature => ({
  r: toHex(signature.subarray(0, 32)),
  s: toHex(signature.subarray(32, 64)),
  v: toHex(Uint8Array.of(recovery)),
});

/** The work itself, wherever it is done. An error of one item carries its place as `index`. */
export const KEY_WORK: KeyWork = {
  seed: (words) => walletSeed(words),
  accounts: (seed, items) =>
    eachOf(items, ({ curve, path, addressFormat }) =>
      using(derivePrivateKey(curve, seed, path), (key) => publicSideOf(curve, key, [addressFormat])),
    ),
  keys: (privateKeys, items) =>
    eachOf(items, ({ curve, addressFormats }, index) =>
      using(
        privateKeys.use((bytes) => new Secret(copySecret(keyAt(bytes, index)))),
        (key) => publicSideOf(curve, key, addressFormats),
      ),
    ),
  signatures: (privateKey, items) =>
    eachOf(items, ({ curve, payload, encoding, hashFunction }) =>
      signRaw(curve, bytesToSign(payload, encoding, hashFunction, curve === 'CURVE_ED25519'), privateKey),
    ),
};

const keyAt = (keys: Uint8Array, index: number): Uint8Array =>
  keys.subarray(index * PRIVATE_KEY_LENGTH, (index + 1) * PRIVATE_KEY_LENGTH);

/** What went wrong, and with which of the items. */
export class ItemError extends Error {
  override readonly name = 'ItemError';
  readonly index: number;

  constructor(index: number, cause: unknown) {
    super('An item could not be worked on.', { cause });
    this.index = index;
  }
}

function eachOf<I, O>(items: readonly I[], work: (item: I, index: number) => O): O[] {
  return items.map((item, index) => {
    try {
      return work(item, index);
    } catch (error) {
      throw new ItemError(index, error);
    }
  });
}
