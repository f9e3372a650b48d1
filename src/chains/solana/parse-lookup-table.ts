import { z } from 'zod';
import { AppError } from '#protocol/error.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import type { ClaimedTable } from '../model/chain.ts';
import { solanaError } from './errors.ts';
import { parseSolanaAddress } from './transfer.ts';

/** The longest file of a lookup table that is read, in characters. */
export const MAX_TABLE_LENGTH = 64 * 1024;
/** So many entries has a table at most: an index of one is a byte (Solana's `LOOKUP_TABLE_MAX_ADDRESSES`). */
const MAX_ENTRIES = 256;

const shape = z.looseObject({
  lookupTableAddress: z.string(),
  addresses: z.array(z.string()).min(1).max(MAX_ENTRIES),
});

/**
 * Reads a lookup table as `solana address-lookup-table get ADDRESS --output json` writes it; what else stands there is left.
 * @throws AppError `JSON_INVALID`, `LOOKUP_TABLE_INVALID`
 */
export function parseLookupTable(text: string): ClaimedTable {
  if (text.length > MAX_TABLE_LENGTH)
    throw solanaError('LOOKUP_TABLE_INVALID', { why: `it has more than ${MAX_TABLE_LENGTH} characters` });
  const parsed = shape.safeParse(parseStrictJson(text, 'lookup table'));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw solanaError('LOOKUP_TABLE_INVALID', { why: `${where === '' ? 'it' : where} has another form` });
  }
  const { lookupTableAddress, addresses } = parsed.data;
  return {
    table: spelled(lookupTableAddress, 'lookupTableAddress'),
    addresses: addresses.map((each, index) => spelled(each, `addresses.${index}`)),
  };
}

function spelled(text: string, where: string): string {
  try {
    return parseSolanaAddress(text);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw solanaError('LOOKUP_TABLE_INVALID', { why: `${where} isn’t an address`, cause });
  }
}
