import { concatBytes } from '@noble/hashes/utils.js';
import { toHex, toUtf8 } from '#protocol/encoding.ts';

/** What wallets put before a message, so that it can never be a transaction (EIP-191, version `45`). */
export const PREFIX = toUtf8('\x19Ethereum Signed Message:\n');

/**
 * What a wallet hashes to sign a text (`personal_sign`): the prefix, the text's length in bytes as decimal, the text in UTF-8.
 * @returns hex
 */
export function personalMessageOf(text: string): string {
  const bytes = toUtf8(text);
  return toHex(concatBytes(PREFIX, toUtf8(String(bytes.length)), bytes));
}
