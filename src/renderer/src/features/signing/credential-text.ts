import type { Preview } from '../../../../preload/contract/requests.ts';
import { signingText } from './text.ts';

const CURVE_WORDS = {
  API_KEY_CURVE_P256: signingText.curves.p256,
  API_KEY_CURVE_SECP256K1: signingText.curves.secp256k1,
  API_KEY_CURVE_ED25519: signingText.curves.ed25519,
} as const;

/** The curve of a credential with its article, for the middle of a sentence. */
export const curveWords = (curve: Preview['credential']['curve']): string => CURVE_WORDS[curve];
