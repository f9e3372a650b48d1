import { base58 } from '@scure/base';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { readAddress } from './bitcoin/scripts.ts';
import { parseAddress } from './ethereum/model/address.ts';
import { parseTronAddress } from './tron/address.ts';

/** An address, and the chain that it is of; Ethereum's are those of all its relatives. */
export interface PastedAddress {
  readonly chain: TransactionType;
  readonly address: string;
}

/** The longest of them: a witness address of Bitcoin, 90 characters (BIP-173). */
const LONGEST = 90;

/** How the addresses of each chain are read, those with a checksum first, which must hold; null where they are another chain's. */
const READERS: Readonly<Record<TransactionType, ((text: string) => string | null) | null>> = {
  TRANSACTION_TYPE_ETHEREUM: parseAddress,
  TRANSACTION_TYPE_TRON: (text) => (parseTronAddress(text), text),
  TRANSACTION_TYPE_BITCOIN: (text) => (readAddress(text), text),
  TRANSACTION_TYPE_SOLANA: (text) => (isSolana(text) ? text : null),
  // They are Ethereum's.
  TRANSACTION_TYPE_TEMPO: null,
};

/** The address that a text is; null for everything else, and for one whose checksum is wrong. */
export function pastedAddress(text: string): PastedAddress | null {
  const given = text.trim();
  if (given.length > LONGEST || /\s/.test(given)) return null;
  for (const [chain, read] of Object.entries(READERS) as [
    TransactionType,
    (typeof READERS)[TransactionType],
  ][]) {
    try {
      const address = read?.(given) ?? null;
      if (address !== null) return { chain, address };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}

/** Without a checksum: 32 bytes in base58. */
const isSolana = (text: string): boolean =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && base58.decode(text).length === 32;
