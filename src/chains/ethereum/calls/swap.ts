import { formatUnits, grouped } from '../../model/amounts.ts';
import type { ByteRange, Fact, SentencePart, Warning } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Located } from '../abi/located.ts';
import { addressFact, untilFact, valueFact } from '../descriptions/formats.ts';
import { type Hex, toChecksumAddress } from '../model/address.ts';
import { formatCoins } from '../model/networks.ts';
import { ZERO_ADDRESS, warnOfToken } from '../model/call-warnings.ts';
import { type ContractCall, type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';
import { assetFact, theTokenAmount, tokenFact } from '../model/token-amount.ts';
import { findToken } from '../model/tokens.ts';
import { type Recipient, aliasOf, recipientFact, theRecipient, warnOfPayout } from './recipients.ts';

/** What is paid or received: so much of a token, or of the network's coin where `token` is null. */
export interface SwapLeg {
  readonly token: Hex | null;
  readonly amount: bigint;
  /** Where the amount stands; nowhere where it is the value of the transaction. */
  readonly range?: ByteRange;
  /** Words that stand in the amount's place, where the number has another meaning. */
  readonly instead?: string;
}

/** An amount from which on a bound is none: half of what version 4 of Uniswap can count. */
export const NO_LIMIT_FROM = 2n ** 127n;

/** What stands for all that a router holds of a token. */
export const ALL_IT_HOLDS = 'everything that the router holds';

/** What Uniswap's second router takes an exact amount of zero for. */
export const wholeIfZero = (amount: bigint): Pick<SwapLeg, 'instead'> =>
  amount === 0n ? { instead: ALL_IT_HOLDS } : {};

/** A side for a sentence. */
export function theLeg(call: ContractCall, side: SwapLeg): SentencePart {
  if (side.instead !== undefined) return theAmount(`${side.instead} (${unitOf(call, side.token)})`);
  return side.token === null
    ? theAmount(formatCoins(side.amount, call.network.unit))
    : theTokenAmount(call, side.token, side.amount);
}

/** Several sides for a sentence. */
export const theLegs = (call: ContractCall, sides: readonly SwapLeg[]): SentencePart[] =>
  sides.flatMap((side, index) => [...(index === 0 ? [] : say(' and ')), theLeg(call, side)]);

const unitOf = (call: ContractCall, token: Hex | null): string =>
  token === null ? call.network.unit : (findToken(call.chainId, token)?.symbol ?? 'an unknown token');

/** Facts of a side: how much, and of which token. */
export function legFacts(call: ContractCall, label: string, side: SwapLeg): Fact[] {
  const ranges = side.range === undefined ? [] : [side.range];
  const asset = side.token === null ? [] : [assetFact(call, side.token, undefined, `${label}: token`)];
  if (side.instead !== undefined) return [{ label, value: side.instead, kind: 'amount', ranges }, ...asset];
  if (side.token === null) {
    const value = formatCoins(side.amount, call.network.unit);
    return [{ label, value, kind: 'amount', ...(ranges.length === 0 ? {} : { ranges }) }];
  }
  return [tokenFact(call, label, side.token, { value: side.amount, range: side.range }), ...asset];
}

/** The warnings of the tokens on some sides. */
export const warnOfLegs = (call: ContractCall, ...sides: readonly SwapLeg[]): Warning[] =>
  sides.flatMap(({ token }) => (token === null ? [] : warnOfToken(call, token)));

/** The tokens that a route starts and ends with. */
export interface Ends {
  readonly first: Hex;
  readonly last: Hex;
}

/**
 * Both sides of a swap along a route, each amount with the bytes that hold it.
 * @param instead words in the place of what is paid, where its number has another meaning
 */
export const legsAlong = (
  { first, last }: Ends,
  pays: Located<bigint>,
  gets: Located<bigint>,
  instead: Pick<SwapLeg, 'instead'> = {},
): { readonly pays: SwapLeg; readonly gets: SwapLeg } => ({
  pays: { token: first, amount: pays.value, range: pays.range, ...instead },
  gets: { token: last, amount: gets.value, range: gets.range },
});

/** The ends of a packed path of Uniswap V3: an address, then a 3-byte fee and an address for every step; else null. */
export function endsOfPath(path: Hex): Ends | null {
  const length = (path.length - 2) / 2;
  if (length < 43 || (length - 20) % 23 !== 0) return null;
  return { first: toChecksumAddress(path.slice(0, 42)), last: toChecksumAddress(`0x${path.slice(-40)}`) };
}

/** The ends of a list of tokens, as Uniswap V2 has it; null where it names less than two. */
export function endsOfList(path: readonly Located<Hex>[]): Ends | null {
  const [first] = path;
  const last = path.at(-1);
  return first === undefined || last === undefined || path.length < 2
    ? null
    : { first: first.value, last: last.value };
}

/** A path for an exact output is written from its end. */
export const backwards = ({ first, last }: Ends): Ends => ({ first: last, last: first });

/** A pool of version 4 on a route, as far as it concerns who signs. */
export interface Hop {
  /** In millionths of what is paid. */
  readonly fee: number;
  /** The contract whose code the pool runs; zero for none. */
  readonly hooks: Hex;
  readonly hookData: Hex;
}

/** Stands for a fee that the hooks set. */
const FEE_OF_THE_HOOKS = 0x800000;

const feeText = (fee: number): string =>
  fee === FEE_OF_THE_HOOKS ? 'set by the hooks' : `${formatUnits(BigInt(fee), 4)}%`;

/** The facts of the pools on a route: the fee of each, and whose code it runs with what. */
export const hopFacts = (hops: readonly Hop[]): Fact[] =>
  hops.flatMap(({ fee, hooks, hookData }, index): Fact[] => {
    const pool = hops.length === 1 ? 'Pool' : `Pool ${index + 1}`;
    return [
      { label: `${pool}: fee`, value: feeText(fee), kind: 'text' },
      ...(hooks === ZERO_ADDRESS
        ? []
        : [{ label: `${pool}: hooks`, value: hooks, kind: 'address' as const }]),
      ...(hookData === '0x'
        ? []
        : [{ label: `${pool}: data for the hooks`, value: hookData, kind: 'data' as const }]),
    ];
  });

/** The warnings of pools that run the code of others. */
export const warnOfHooks = (hops: readonly Pick<Hop, 'hooks'>[]): Warning[] =>
  hops.flatMap(({ hooks }) =>
    hooks === ZERO_ADDRESS
      ? []
      : [
          warn(
            'POOL_HOOKS',
            'caution',
            'The pool runs code of its own',
            `The code at ${hooks} runs with each use of the pool: what is paid and what comes back is its choice within the limits.`,
          ),
        ],
  );

/** The least prices of the hops of a route; zero is no limit. */
export const hopPriceFacts = (prices: readonly Located<bigint>[]): Fact[] =>
  prices.map((price, hop) => hopPriceFact(price, `Least price of hop ${hop + 1}`));

/** A least price: so much comes out for one that goes in, both in their smallest units. */
export const hopPriceFact = (price: Located<bigint>, label: string): Fact => ({
  ...valueFact(label, price, price.value === 0n ? 'none' : formatUnits(price.value, 36), 'number'),
  note: `out for in, both in atomic units; ${grouped(price.value)} / 10^36`,
});

interface Swap {
  readonly id: string;
  readonly pays: SwapLeg;
  readonly gets: SwapLeg;
  /** Whether the amount paid is exact and the amount received is the least; else the other way round. */
  readonly exactIn: boolean;
  /** Null where what comes out is left for a later step to pay out. */
  readonly recipient: Recipient | null;
  readonly deadline?: Located<bigint> | undefined;
  /** What is told in place of the router, where that is told already. */
  readonly more?: readonly Fact[];
}

/** Tells a swap: what is paid, what comes back, to whom, until when; and warns where it has no bound. */
export function swap(
  call: ContractCall,
  { id, pays, gets, exactIn, recipient, deadline, more }: Swap,
): DecodedCall {
  const [paysLabel, getsLabel] = exactIn ? ['Pays', 'Receives at least'] : ['Pays at most', 'Receives'];
  return decoded(id, 'Swap', {
    sentence: say(
      exactIn ? 'Swap ' : 'Swap at most ',
      theLeg(call, pays),
      exactIn ? ' for at least ' : ' for ',
      theLeg(call, gets),
      ...(recipient === null ? [] : say(', paid out to ', theRecipient(recipient))),
    ),
    facts: [
      ...(recipient === null ? [] : [recipientFact(recipient)]),
      ...legFacts(call, paysLabel, pays),
      ...legFacts(call, getsLabel, gets),
      ...(more ?? [addressFact('Router', { value: call.to })]),
      ...(deadline === undefined ? [] : [untilFact(deadline)]),
    ],
    ...(deadline === undefined ? {} : { deadline: deadline.value }),
    warnings: [
      ...warnOfBounds(exactIn, pays, gets, recipient),
      ...(recipient === null ? [] : warnOfPayout(call, recipient)),
      ...warnOfLegs(call, pays, gets),
    ],
  });
}

function warnOfBounds(
  exactIn: boolean,
  pays: SwapLeg,
  gets: SwapLeg,
  recipient: Recipient | null,
): Warning[] {
  const title = 'No limit on the price';
  const none = (text: string, severity: Warning['severity'] = 'danger') => [
    warn('SWAP_WITHOUT_LIMIT', severity, title, text),
  ];
  if (!exactIn) {
    return pays.amount >= NO_LIMIT_FROM ? none('The most to pay is so high that it is no limit.') : [];
  }
  if (gets.amount > 0n) return [];
  // What stays behind is for a later step to pay out.
  return recipient === null || aliasOf(recipient) === 'router'
    ? none(
        'The least amount to receive is zero; only what a later step pays out at least is a limit.',
        'caution',
      )
    : none('The least amount to receive is zero: the swap may return nothing.');
}

/** A swap whose tokens could not be told. */
export const noRoute = (call: ContractCall, id: string): DecodedCall =>
  decoded(id, 'Swap without a route', {
    sentence: say('Swap on ', theLocatedAddress(call.to), ' along a route that could not be read'),
    facts: [addressFact('Router', { value: call.to })],
    blind: true,
  });
