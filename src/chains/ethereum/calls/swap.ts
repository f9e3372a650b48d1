import type { Fact, Warning } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Located } from '../abi/located.ts';
import { type DecodedCall, type ContractCall, decoded, theAddress } from '../call.ts';
import { addressFact, untilFact } from '../descriptions/facts.ts';
import { aliasOf, recipientFact, theRecipient, warnOfPayout, type Recipient } from './recipients.ts';
import { NO_LIMIT_FROM, legFacts, theLeg, warnOfLegs, type SwapLeg } from './swap-leg.ts';

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
    sentence: say('Swap on ', theAddress(call.to), ' along a route that could not be read'),
    facts: [addressFact('Router', { value: call.to })],
    blind: true,
  });
