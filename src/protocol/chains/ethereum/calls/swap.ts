import type { Fact, Warning } from '../../reading.ts';
import type { Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import {
  addressFact,
  reading,
  theAddress,
  word,
  wordFact,
  type CallReading,
  type ContractCall,
} from '../call.ts';
import { warnOfToken } from '../call-warnings.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';
import { formatTime } from '../../amounts.ts';
import { say, theAmount } from '../../sentence.ts';
import { warn } from '../../warnings.ts';

/** One side of a swap: a token, or the network's coin where `token` is null. */
interface Side {
  readonly token: Hex | null;
  readonly amount: bigint;
  /** Word of the amount; null where it is the value of the transaction. */
  readonly word: number | null;
}
interface Swap {
  readonly id: string;
  readonly pays: Side;
  readonly gets: Side;
  /** Whether the amount paid is exact and the amount received is the least; else the other way round. */
  readonly exactIn: boolean;
  readonly recipient: readonly [Hex, number];
  readonly deadline?: readonly [bigint, number];
}

/** Addresses that stand for "the caller" and "the router itself" in Uniswap's second router. */
const PLACEHOLDERS: readonly Hex[] = [`0x${'0'.repeat(39)}1`, `0x${'0'.repeat(39)}2`, `0x${'0'.repeat(40)}`];

/** Tells a swap: what is paid, what comes back, to whom, until when; and warns where it has no bound. */
export function swap(
  call: ContractCall,
  { id, pays, gets, exactIn, recipient, deadline }: Swap,
): CallReading {
  const [to, toWord] = recipient;
  const [paysLabel, getsLabel] = exactIn ? ['Pays', 'Receives at least'] : ['Pays at most', 'Receives'];
  return reading(id, 'Swap', {
    sentence: say(
      exactIn ? 'Swap ' : 'Swap at most ',
      theSide(call, pays),
      exactIn ? ' for at least ' : ' for ',
      theSide(call, gets),
      ', paid out to ',
      theAddress(to),
    ),
    facts: [
      addressFact(
        call,
        'To',
        to,
        toWord,
        PLACEHOLDERS.includes(to) ? 'stands for the caller or the router' : undefined,
      ),
      ...sideFacts(call, paysLabel, pays),
      ...sideFacts(call, getsLabel, gets),
      { label: 'Router', value: call.to, kind: 'address' },
      ...(deadline === undefined
        ? []
        : [wordFact(call, 'Valid until', formatTime(deadline[0]), deadline[1])]),
    ],
    warnings: [
      ...warnOfBounds(exactIn, pays, gets),
      ...(call.from !== null && to !== call.from && !PLACEHOLDERS.includes(to) ? [paidToOther(to)] : []),
      ...[pays.token, gets.token].flatMap((token) => (token === null ? [] : warnOfToken(call, token))),
    ],
  });
}

function warnOfBounds(exactIn: boolean, pays: Side, gets: Side): Warning[] {
  const title = 'No limit on the price';
  if (exactIn && gets.amount === 0n) {
    return [
      warn(
        'SWAP_WITHOUT_LIMIT',
        'danger',
        title,
        'The least amount to receive is zero: the swap may return nothing.',
      ),
    ];
  }
  if (!exactIn && pays.amount >= 2n ** 128n) {
    return [warn('SWAP_WITHOUT_LIMIT', 'danger', title, 'The most to pay is so high that it is no limit.')];
  }
  return [];
}

const paidToOther = (to: Hex): Warning =>
  warn(
    'SWAP_RECIPIENT',
    'caution',
    'Paid out to another address',
    `What the swap returns goes to ${to}, not to the signer.`,
  );

const theSide = (call: ContractCall, side: Side) =>
  side.token === null
    ? theAmount(formatCoins(side.amount, call.network.unit))
    : theTokenAmount(call, side.token, side.amount);

function sideFacts(call: ContractCall, label: string, side: Side): Fact[] {
  const ranges = side.word === null ? [] : [word(call, side.word)];
  if (side.token === null) {
    const value = formatCoins(side.amount, call.network.unit);
    return [{ label, value, kind: 'amount', ...(ranges.length === 0 ? {} : { ranges }) }];
  }
  return [
    tokenFact(call, label, side.token, side.amount, ranges),
    assetFact(call, side.token, undefined, `${label}: token`),
  ];
}

/** A swap whose tokens could not be told. */
export const noRoute = (call: ContractCall, id: string): CallReading =>
  reading(id, 'Swap without a route', {
    sentence: say('Swap on ', theAddress(call.to), ' along a route that could not be read'),
    facts: [{ label: 'Router', value: call.to, kind: 'address' }],
    blind: true,
  });
