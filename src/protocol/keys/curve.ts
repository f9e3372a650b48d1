import type { CURVES } from '../catalogue/fields.ts';

/** A curve of a private key or wallet account, as requests name it. */
export type KeyCurve = (typeof CURVES)[number];

/** The curves as operators call them. */
export const KEY_CURVE_NAMES: Readonly<Record<KeyCurve, string>> = {
  CURVE_SECP256K1: 'secp256k1',
  CURVE_ED25519: 'Ed25519',
  CURVE_P256: 'P-256',
};
