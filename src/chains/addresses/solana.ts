import { base58 } from '@scure/base';

/** Solana: the key itself, in Base58. */
export const solana = (key: Uint8Array): string => base58.encode(key);
