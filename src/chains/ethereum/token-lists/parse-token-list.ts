import { z } from 'zod';
import { AppError } from '#protocol/error.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import { type Hex, parseAddress } from '../model/address.ts';
import { ethereumError } from '../model/errors.ts';

/** The longest token list that is read, in bytes. */
export const MAX_TOKEN_LIST_BYTES = 1 << 21;
/** As many as the published form takes. */
const MAX_TOKENS = 10_000;

/** A token as somebody's list calls it. */
interface TokenEntry {
  readonly chainId: bigint;
  /** Checksummed. */
  readonly address: Hex;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** A token list that was read. */
export interface TokenList {
  readonly file: string;
  readonly name: string;
  /** The day that it says it is of, `YYYY-MM-DD`. */
  readonly date: string;
  readonly tokens: readonly TokenEntry[];
  /** How many of its tokens aren't used: no address of this kind of chain, or words that could deceive. */
  readonly leftOut: number;
}

/** Plain ASCII (decision 103): other letters look like these. Without quotes, between which notes show it. */
const plain = (most: number) => z.string().regex(new RegExp(`^[!#-~](?:[ !#-~]{0,${most - 2}}[!#-~])?$`));
const token = z.object({
  chainId: z.int().min(1),
  address: z.string().max(100),
  symbol: plain(20).refine((symbol) => !symbol.includes(' ')),
  name: plain(60),
  // No token on these chains has more, and a number with 255 places can't be read.
  decimals: z.int().min(0).max(36),
});

const tokenList = z.object({
  name: z.string().trim().pipe(plain(60)),
  timestamp: z.iso.datetime({ offset: true }),
  version: z.object({ major: z.int().min(0), minor: z.int().min(0), patch: z.int().min(0) }),
  tokens: z.array(z.unknown()).min(1).max(MAX_TOKENS),
});

/** Whether a file is read as a token list: their names end so, as the published lists' do. */
export const isTokenListName = (file: string): boolean => /tokenlist\.json$/i.test(file);

/**
 * Reads a token list in the published form (tokenlists.org, schema 1). Members that say nothing of a token's name or its
 * decimals aren't looked at; a token that can't be used is left out and counted.
 * @param file its name, for errors and for the operator
 * @throws AppError `JSON_INVALID`, `TOKEN_LIST_INVALID`
 */
export function parseTokenList(file: string, text: string): TokenList {
  const parsed = tokenList.safeParse(parseStrictJson(text, `token list ${file}`));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw ethereumError('TOKEN_LIST_INVALID', { file, where: where === '' ? 'it' : where });
  }
  const { name, timestamp, tokens } = parsed.data;
  const used = tokens.flatMap((each) => readToken(each) ?? []);
  const [date = ''] = new Date(timestamp).toISOString().split('T');
  // Some hours beside the first or last year of four digits.
  if (date.length !== 10) throw ethereumError('TOKEN_LIST_INVALID', { file, where: 'timestamp' });
  return { file, name, date, tokens: used, leftOut: tokens.length - used.length };
}

function readToken(given: unknown): TokenEntry | null {
  const parsed = token.safeParse(given);
  if (!parsed.success) return null;
  const { chainId, address, symbol, name, decimals } = parsed.data;
  const checked = addressIn(address);
  return checked === null ? null : { chainId: BigInt(chainId), address: checked, symbol, name, decimals };
}

function addressIn(given: string): Hex | null {
  try {
    return parseAddress(given);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
