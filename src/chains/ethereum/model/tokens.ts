import listed from '#resources/known/tokens.json' with { type: 'json' };
import type { Hex } from './address.ts';
import { findContract } from './known-contracts.ts';
import { networkOf } from './networks.ts';

/** A token that this console knows by its address. */
interface Token {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** A token as a list that the operator brought along calls it. */
export interface BroughtToken extends Token {
  /** The list's own name. */
  readonly list: string;
  /** The day that the list says it is of, `YYYY-MM-DD`. */
  readonly date: string;
}

/** When the list was last looked through. */
export const TOKEN_LIST_DATE = '2026-11-22';

const USDC: Token = { symbol: 'USDC', name: 'USD Coin', decimals: 6 };
const PATH_USD: Token = { symbol: 'pathUSD', name: 'pathUSD', decimals: 6 };
const WETH: Token = { symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 };

/**
 * Tokens by chain id and checksummed address, as their issuers publish them. Kept short and by hand: a name is shown
 * only from here, never from a transaction, since anybody can name a token anything.
 */
export const TOKENS: Readonly<Record<string, Readonly<Record<Hex, Token>>>> = {
  '1': {
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': USDC,
    '0xdAC17F958D2ee523a2206206994597C13D831ec7': { symbol: 'USDT', name: 'Tether USD', decimals: 6 },
    '0x6B175474E89094C44Da98b954EedeAC495271d0F': { symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18 },
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2': WETH,
    '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599': { symbol: 'WBTC', name: 'Wrapped BTC', decimals: 8 },
    '0x514910771AF9Ca656af840dff83E8264EcF986CA': { symbol: 'LINK', name: 'ChainLink Token', decimals: 18 },
    '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984': { symbol: 'UNI', name: 'Uniswap', decimals: 18 },
    '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84': {
      symbol: 'stETH',
      name: 'Liquid staked Ether 2.0',
      decimals: 18,
    },
    '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0': {
      symbol: 'wstETH',
      name: 'Wrapped liquid staked Ether 2.0',
      decimals: 18,
    },
  },
  '10': {
    '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85': USDC,
    '0x4200000000000000000000000000000000000006': WETH,
  },
  '137': { '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359': USDC },
  // Tempo: the faucet's tokens and the bridged one, as docs.tempo.xyz has them; every TIP-20 token has 6 decimals.
  '4217': {
    '0x20C0000000000000000000000000000000000000': PATH_USD,
    '0x20C000000000000000000000b9537d11c60E8b50': { symbol: 'USDC.e', name: 'Bridged USD Coin', decimals: 6 },
  },
  '42431': {
    '0x20C0000000000000000000000000000000000000': PATH_USD,
    '0x20C0000000000000000000000000000000000001': { symbol: 'AlphaUSD', name: 'AlphaUSD', decimals: 6 },
    '0x20C0000000000000000000000000000000000002': { symbol: 'BetaUSD', name: 'BetaUSD', decimals: 6 },
    '0x20C0000000000000000000000000000000000003': { symbol: 'ThetaUSD', name: 'ThetaUSD', decimals: 6 },
  },
  '8453': {
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913': USDC,
    '0x4200000000000000000000000000000000000006': WETH,
  },
  '42161': {
    '0xaf88d065e77c8cC2239327C5EDb3A432268e5831': USDC,
    '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1': WETH,
  },
  '43114': { '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E': USDC },
  // Tron's main network, by the 20 bytes behind the address that people see.
  '728126428': {
    '0xa614f803B6FD780986A42c78Ec9c7f77e6DeD13C': { symbol: 'USDT', name: 'Tether USD', decimals: 6 },
    // As justswaporg/justlists has it: TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR.
    '0x891cdb91d149f23B1a45D9c5Ca78a88d0cB44C18': { symbol: 'WTRX', name: 'Wrapped TRX', decimals: 6 },
  },
  '11155111': { '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238': USDC },
};

/** Tokens out of kept packages, as `npm run generate` writes them: "address decimals symbol name". */
const listedOn = (chain: string): (readonly [string, Token])[] =>
  ((listed.chains as Readonly<Record<string, readonly string[]>>)[chain] ?? []).map((line) => {
    const [address = '', decimals = '', symbol = '', ...name] = line.split(' ');
    return [address, { symbol, name: name.join(' '), decimals: Number(decimals) }] as const;
  });

/** A symbol that several tokens of a chain have, or its coin, is shown with the address: it says nothing alone. */
function bookOf(chain: string): ReadonlyMap<string, Token> {
  const book = new Map([...listedOn(chain), ...Object.entries(TOKENS[chain] ?? {})]);
  const count = new Map([[networkOf(BigInt(chain)).unit.toUpperCase(), 1]]);
  for (const { symbol } of book.values()) {
    count.set(symbol.toUpperCase(), (count.get(symbol.toUpperCase()) ?? 0) + 1);
  }
  return new Map(
    [...book].map(([address, token]) => {
      const isAlone = count.get(token.symbol.toUpperCase()) === 1;
      return [address, isAlone ? token : { ...token, symbol: `${token.symbol} (${address})` }];
    }),
  );
}

const BOOKS: ReadonlyMap<string, ReadonlyMap<string, Token>> = new Map(
  [...new Set([...Object.keys(TOKENS), ...Object.keys(listed.chains)])].map((chain) => [
    chain,
    bookOf(chain),
  ]),
);

/** A token with its checksummed address. */
export interface ListedToken extends Token {
  readonly address: Hex;
}

const sorted = new Map<bigint, readonly ListedToken[]>();

/** Every token of a chain in the local lists: those that were written by hand first, each part by its symbol. */
export function tokensOn(chainId: bigint): readonly ListedToken[] {
  const known = sorted.get(chainId);
  if (known !== undefined) return known;
  const byHand = TOKENS[chainId.toString()] ?? {};
  const listed = [...(BOOKS.get(chainId.toString()) ?? [])].map(([address, token]) => ({
    ...token,
    address: address as Hex,
  }));
  const rank = ({ address }: ListedToken): number => (address in byHand ? 0 : 1);
  const found = listed.sort(
    (one, other) => rank(one) - rank(other) || one.symbol.localeCompare(other.symbol, 'en'),
  );
  sorted.set(chainId, found);
  return found;
}

/** The token at a checksummed address of a chain, where a local list has it. */
export const findToken = (chainId: bigint | null, address: Hex): Token | undefined =>
  chainId === null ? undefined : BOOKS.get(chainId.toString())?.get(address);

/** What a contract is called, where a local list has it. */
export function contractName(chainId: bigint | null, address: Hex): string | undefined {
  const token = findToken(chainId, address);
  return token === undefined ? findContract(chainId, address)?.name : `${token.name}, ${token.symbol}`;
}
