import { formatUnits } from '../../amounts.ts';
import type { SentencePart } from '../../decoded.ts';
import { say, theAmount } from '../../sentence.ts';
import { warn } from '../../warnings.ts';
import type { Hex } from '../address.ts';
import { decoded, theAddress, word, wordFact, type DecodedCall, type ContractCall } from '../call.ts';
import { warnOfToken, ZERO_ADDRESS } from '../call-warnings.ts';
import { assetFact } from '../token-amount.ts';
import { recipientFact, theRecipient, warnOfPayout, type Recipient } from './recipients.ts';
import { legFacts, theLeg, warnOfLegs, type SwapLeg } from './swap-leg.ts';

/** Stands for all of a token that a contract holds (Uniswap's `CONTRACT_BALANCE`). */
export const WHOLE_BALANCE = 2n ** 255n;

/** The token of an address, of which zero stands for the network's coin. */
export const tokenOrCoin = (address: Hex): Hex | null => (address === ZERO_ADDRESS ? null : address);

/** A payment by a step of a router: what, and whom to. */
interface Payment {
  readonly id: string;
  readonly title: string;
  readonly words: (side: SentencePart, to: SentencePart) => SentencePart[];
  readonly label: string;
  readonly side: SwapLeg;
  readonly recipient: Recipient;
}

/** Tells a payment: to whom, and how much of what. */
export const payment = (
  call: ContractCall,
  { id, title, words, label, side, recipient }: Payment,
): DecodedCall =>
  decoded(id, title, {
    sentence: words(theLeg(call, side), theRecipient(recipient)),
    facts: [recipientFact(call, recipient), ...legFacts(call, label, side)],
    warnings: [...warnOfPayout(call, recipient), ...warnOfLegs(call, side)],
  });

/** A share of what a contract has, that is paid out. */
interface Portion {
  readonly id: string;
  /** The token in word 0; the zero address is the network's coin. */
  readonly token: Hex;
  /** In word 1. */
  readonly recipient: Recipient;
  /** In word 2, in units of which so many decimals make a per cent. */
  readonly share: bigint;
  readonly decimals: number;
  /** Of what, such as "that the router holds". */
  readonly ofWhat: string;
}

/** Tells a share that is paid out, and warns where it is more than the usual fee for a front end, one per cent. */
export function portion(
  call: ContractCall,
  { id, token, recipient, share, decimals, ofWhat }: Portion,
): DecodedCall {
  const percent = `${formatUnits(share, decimals)}%`;
  const coin = tokenOrCoin(token) === null;
  const high = warn(
    'HIGH_PORTION',
    'caution',
    'A large share goes away',
    `${percent} of what ${ofWhat.replace(/^that /, '')} is paid out.`,
  );
  return decoded(id, 'Share paid out', {
    sentence: say(
      'Pay ',
      theAmount(percent),
      ' of the ',
      ...(coin ? say(call.network.unit) : say('token ', theAddress(token))),
      ` ${ofWhat} to `,
      theRecipient(recipient),
    ),
    facts: [
      recipientFact(call, recipient),
      wordFact(call, 'Share', percent, 2, 'amount'),
      ...(coin ? [] : [assetFact(call, token, [word(call, 0, 12)])]),
    ],
    warnings: [
      ...(share > 10n ** BigInt(decimals) ? [high] : []),
      // A front end's usual fee is no more than a share of one per cent.
      ...warnOfPayout(call, recipient, share > 10n ** BigInt(decimals) ? 'danger' : 'caution'),
      ...(coin ? [] : warnOfToken(call, token)),
    ],
  });
}
