import type { Credential } from '#preload/contract/credentials.ts';

type Curve = Credential['curve'];

/** The curves of API keys as operators call them. */
export const CURVE_NAMES: Readonly<Record<Curve, string>> = {
  API_KEY_CURVE_P256: 'P-256',
  API_KEY_CURVE_SECP256K1: 'secp256k1',
  API_KEY_CURVE_ED25519: 'Ed25519',
};

/** What a credential is, in a word. */
export const KIND_NAMES: Readonly<Record<Credential['kind'], string>> = {
  key: 'API key',
  session: 'Session',
  passkey: 'Passkey',
};

/** The curves to choose from, the usual one first. */
export const CURVE_OPTIONS: readonly { readonly id: Curve; readonly label: string }[] = [
  { id: 'API_KEY_CURVE_P256', label: CURVE_NAMES.API_KEY_CURVE_P256 },
  { id: 'API_KEY_CURVE_SECP256K1', label: CURVE_NAMES.API_KEY_CURVE_SECP256K1 },
  { id: 'API_KEY_CURVE_ED25519', label: CURVE_NAMES.API_KEY_CURVE_ED25519 },
];
