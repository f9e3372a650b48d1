import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import type { ADDRESS_FORMATS } from '../../protocol/catalogue/fields.ts';
import { fromHex, toHex, toUtf8 } from '../../protocol/encoding.ts';
import type { KeyCurve } from '../storage/schema.ts';

type AddressFormat = (typeof ADDRESS_FORMATS)[number];

/**
 * The address of a public key in a format, or undefined where the format does not exist for the curve.
 * @param publicKey hex: compressed SEC1, or 32 bytes for Ed25519
 */
export function addressOf(format: AddressFormat, curve: KeyCurve, publicKey: string): string | undefined {
  switch (format) {
    case 'ADDRESS_FORMAT_COMPRESSED':
      return publicKey;
    case 'ADDRESS_FORMAT_UNCOMPRESSED':
      return curve === 'CURVE_ED25519' ? undefined : toHex(uncompressed(curve, publicKey));
    case 'ADDRESS_FORMAT_ETHEREUM':
      return curve === 'CURVE_SECP256K1' ? ethereumAddress(uncompressed(curve, publicKey)) : undefined;
    case 'ADDRESS_FORMAT_SOLANA':
      return curve === 'CURVE_ED25519' ? base58.encode(fromHex(publicKey)) : undefined;
  }
}

function uncompressed(curve: 'CURVE_SECP256K1' | 'CURVE_P256', publicKey: string): Uint8Array {
  const point = curve === 'CURVE_P256' ? p256.Point.fromHex(publicKey) : secp256k1.Point.fromHex(publicKey);
  return point.toBytes(false);
}

/** The last 20 bytes of the Keccak-256 of the point's coordinates, with the letter case of EIP-55 as a checksum. */
function ethereumAddress(point: Uint8Array): string {
  const digits = toHex(keccak_256(point.subarray(1)).subarray(12));
  const checksum = toHex(keccak_256(toUtf8(digits)));
  const cased = Array.from(digits, (digit, index) =>
    (checksum[index] ?? '0') >= '8' ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}
