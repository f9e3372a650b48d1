import listed from '#resources/known/solana-tokens.json' with { type: 'json' };
import { formatTokenUnits, formatUnits, grouped } from '../model/amounts.ts';

/** A token that is known here by the address of its mint. */
interface SolanaToken {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** The mint of wrapped SOL. */
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/**
 * Tokens by the address of their mint, as their issuers publish them: by hand, and before what the package says. A name is
 * shown only from here and from that list, never from a transaction. Last looked through on 2026-11-22.
 */
const BY_HAND: ReadonlyMap<string, SolanaToken> = new Map([
  [WRAPPED_SOL, { symbol: 'WSOL', name: 'Wrapped SOL', decimals: 9 }],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', { symbol: 'USDC', name: 'USD Coin', decimals: 6 }],
  ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', { symbol: 'USDT', name: 'Tether USD', decimals: 6 }],
  ['2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', { symbol: 'PYUSD', name: 'PayPal USD', decimals: 6 }],
  ['HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr', { symbol: 'EURC', name: 'Euro Coin', decimals: 6 }],
  [
    'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
    { symbol: 'JitoSOL', name: 'Jito Staked SOL', decimals: 9 },
  ],
  [
    'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
    { symbol: 'mSOL', name: 'Marinade staked SOL', decimals: 9 },
  ],
  ['JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', { symbol: 'JUP', name: 'Jupiter', decimals: 6 }],
  ['DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', { symbol: 'Bonk', name: 'Bonk', decimals: 5 }],
]);

/** Mints that are asked for where a transfer names none. */
export const USUAL_MINTS: readonly string[] = [...BY_HAND.keys()];

const SYMBOLS = new Set(['SOL', ...[...BY_HAND.values()].map(({ symbol }) => symbol.toUpperCase())]);

/**
 * Out of the kept package, as `npm run generate` writes it ("mint decimals symbol name"): of the main network, with an ID at
 * CoinGecko, and the only one of its symbol. Another of a symbol above is left out.
 */
const TOKENS: ReadonlyMap<string, SolanaToken> = new Map([
  ...listed.tokens.flatMap((line): (readonly [string, SolanaToken])[] => {
    const [mint = '', decimals = '', symbol = '', ...name] = line.split(' ');
    if (SYMBOLS.has(symbol.toUpperCase())) return [];
    return [[mint, { symbol, name: name.join(' '), decimals: Number(decimals) }]];
  }),
  ...BY_HAND,
]);

/** Every token of the lists with its mint: those that were written by hand first. */
export const listSolanaTokens = (): readonly (SolanaToken & { readonly mint: string })[] => {
  const all = [...TOKENS].map(([mint, token]) => ({ mint, ...token }));
  return all.sort(
    (one, other) =>
      Number(BY_HAND.has(other.mint)) - Number(BY_HAND.has(one.mint)) ||
      one.symbol.localeCompare(other.symbol, 'en'),
  );
};

/** The token of a mint, where a local list has it. */
export const findSolanaToken = (mint: string): SolanaToken | undefined => TOKENS.get(mint);

/** Digits of a coin after the point: a lamport is the smallest part. */
export const SOL_DECIMALS = 9;

/** Lamports as coins, for example "1.5 SOL". */
export const formatSol = (lamports: bigint): string => `${formatUnits(lamports, SOL_DECIMALS)} SOL`;

/** What an amount of a token is known by. */
export interface TokenAmount {
  readonly amount: bigint;
  /** The address of the mint, where the instruction names it. */
  readonly mint: string | undefined;
  /** As the instruction says, and its program checks. */
  readonly decimals: number | undefined;
}

/** An amount of a token, with the symbol of the local list, or with the address of its mint. */
export function formatToken({ amount, mint, decimals }: TokenAmount): string {
  const token = mint === undefined ? undefined : findSolanaToken(mint);
  if (token !== undefined) return `${formatTokenUnits(amount, decimals ?? token.decimals)} ${token.symbol}`;
  if (decimals === undefined) return `${grouped(amount)} atomic units`;
  return `${formatTokenUnits(amount, decimals)} tokens`;
}
