import { base58 } from '@scure/base';

export const PUBLIC_KEY_BYTES = 32;

/** A public key's address: its bytes in Base58. */
export const toAddress = (publicKey: Uint8Array): string => base58.encode(publicKey);
