import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Check } from '../model/chain.ts';
import { addressOfPublicKey } from '../ethereum/address.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';

/** A signature as the service gives it: hex without 0x. Zeros at the start of r and s may be missing. */
export interface RawSignature {
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/** Whose signature it must be: a public key (hex), or where that is not known an Ethereum address. */
interface ExpectedSigner {
  readonly curve: KeyCurve;
  readonly publicKey?: string | undefined;
  readonly address?: string | undefined;
}

const NAME = 'Signed by the key';

/**
 * Checks that a signature is the key's over what was previewed. An answer that cannot be read is a check that failed.
 * @param bytes what was to be signed, as `bytesToSign` gives it
 */
export function verifyRawSignature(
  bytes: Uint8Array,
  signature: RawSignature,
  signer: ExpectedSigner,
): Check {
  try {
    return check(bytes, signature, signer);
  } catch {
    // Whatever the libraries throw at numbers that are no signature.
    return failed('What came back is no signature.');
  }
}

function check(
  bytes: Uint8Array,
  signature: RawSignature,
  { curve, publicKey, address }: ExpectedSigner,
): Check {
  const halves = concatBytes(wordOf(signature.r), wordOf(signature.s));
  if (curve === 'CURVE_ED25519') {
    return publicKey !== undefined && ed25519.verify(halves, bytes, fromHex(publicKey))
      ? passed(publicKey)
      : failed(`The signature is not one of ${publicKey ?? 'a known key'} over the payload.`);
  }
  const ecdsa = curve === 'CURVE_P256' ? p256 : secp256k1;
  const parsed = ecdsa.Signature.fromBytes(halves, 'compact').addRecoveryBit(Number(`0x${signature.v}`));
  if (parsed.hasHighS()) return failed('The signature has a high s, which chains refuse.');
  const recovered = parsed.recoverPublicKey(bytes);
  const found =
    publicKey === undefined && curve === 'CURVE_SECP256K1'
      ? addressOfPublicKey(recovered.toBytes(true))
      : toHex(recovered.toBytes(true));
  const wanted = publicKey?.toLowerCase() ?? address;
  return found === wanted
    ? passed(found)
    : failed(`The signature is of ${found}, not of ${wanted ?? 'a known key'}.`);
}

function wordOf(hex: string): Uint8Array {
  if (!/^[0-9a-fA-F]{1,64}$/.test(hex)) throw new RangeError('no number of 32 bytes');
  return fromHex(hex.padStart(64, '0'));
}

const passed = (key: string): Check => ({
  name: NAME,
  passed: true,
  detail: `The signature over the previewed payload is that of ${key}.`,
});
const failed = (detail: string): Check => ({ name: NAME, passed: false, detail });
