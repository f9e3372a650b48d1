import { formatUnits } from '../../model/amounts.ts';
import type { SentencePart } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Hex } from '../address.ts';
import type { Located } from '../abi/located.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { warnOfToken, ZERO_ADDRESS } from '../call-warnings.ts';
import { valueFact } from '../descriptions/facts.ts';
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
    facts: [recipientFact(recipient), ...legFacts(call, label, side)],
    warnings: [...warnOfPayout(call, recipient), ...warnOfLegs(call, side)],
  });

/** A share of what a contract has, that is paid out. */
interface Portion {
  readonly id: string;
  /** The zero address is the network's coin. */
  readonly token: Located<Hex>;
  readonly recipient: Recipient;
  /** In units of which so many decimals make a per cent. */
  readonly share: Located<bigint>;
  readonly decimals: number;
  /** Of what, such as "that the router holds". */
  readonly ofWhat: string;
}

/** Tells a share that is paid out, and warns where it is more than the usual fee for a front end, one per cent. */
export function portion(
  call: ContractCall,
  { id, token, recipient, share, decimals, ofWhat }: Portion,
): DecodedCall {
  const percent = `${formatUnits(share.value, decimals)}%`;
  const coin = tokenOrCoin(token.value) === null;
  const isLarge = share.value > 10n ** BigInt(decimals);
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
      ...(coin ? say(call.network.unit) : say('token ', theAddress(token.value))),
      ` ${ofWhat} to `,
      theRecipient(recipient),
    ),
    facts: [
      recipientFact(recipient),
      valueFact('Share', share, percent, 'amount'),
      ...(coin ? [] : [assetFact(call, token.value, [token.range])]),
    ],
    warnings: [
      ...(isLarge ? [high] : []),
      // A front end's usual fee is no more than a share of one per cent.
      ...warnOfPayout(call, recipient, isLarge ? 'danger' : 'caution'),
      ...(coin ? [] : warnOfToken(call, token.value)),
    ],
  });
}
