import type { Preview } from '../../../../preload/contract/requests.ts';

const CURVE_WORDS = {
  API_KEY_CURVE_P256: 'a P-256 key',
  API_KEY_CURVE_SECP256K1: 'a secp256k1 key',
  API_KEY_CURVE_ED25519: 'an Ed25519 key',
} as const;

/** The curve of a credential with its article, for the middle of a sentence. */
export const curveWords = (curve: Preview['credential']['curve']): string => CURVE_WORDS[curve];
