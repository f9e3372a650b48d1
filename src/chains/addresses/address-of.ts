import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { chainError } from '../model/errors.ts';
import { checkPublicKey } from './public-key.ts';
import { ADDRESS_TABLE } from './table.ts';

/**
 * The address of a public key.
 * @param publicKey compressed SEC1 (33 bytes) for secp256k1 and P-256, 32 bytes for Ed25519
 * @throws AppError `ADDRESS_FORMAT_CURVE_MISMATCH` when keys of that curve have no such address, `PUBLIC_KEY_INVALID`
 */
export function addressOf(format: AddressFormat, curve: KeyCurve, publicKey: Uint8Array): string {
  const encodings: Readonly<Partial<Record<KeyCurve, (key: Uint8Array) => string>>> = ADDRESS_TABLE[format];
  const encode = encodings[curve];
  if (encode === undefined) {
    throw chainError('ADDRESS_FORMAT_CURVE_MISMATCH', {
      curve,
      format,
      curves: Object.keys(encodings).join(' or '),
    });
  }
  checkPublicKey(curve, publicKey);
  return encode(publicKey);
}
