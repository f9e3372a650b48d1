import type { SentencePart } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import type { Hex } from '../model/address.ts';
import { wordOf, type Located } from '../abi/located.ts';
import { decoded, type DecodedCall, type ContractCall } from '../model/call.ts';
import { ZERO_ADDRESS } from '../model/call-warnings.ts';
import { defineCommand, type CommandReader } from './step-readers.ts';
import { valueFact, type Placed } from '../descriptions/formats.ts';
import { payment, portion, tokenOrCoin, WHOLE_BALANCE } from './payments.ts';
import {
  callerOf,
  recipientFact,
  theRecipient,
  warnOfPayout,
  type Recipient,
  type RecipientAliases,
} from './recipients.ts';
import { legFacts, theLeg, theLegs, warnOfLegs, type SwapLeg } from './swap.ts';

const OWED = 'what is owed';
const CAME_IN = 'what came in';
const HELD = 'everything that the contract holds';

/** An amount, or words in its place where it says "all" (Uniswap's `OPEN_DELTA` is zero). */
const amountOf = (
  currency: Hex,
  { value: amount, range }: Located<bigint>,
  zero: string | null,
): SwapLeg => ({
  token: tokenOrCoin(currency),
  amount,
  range,
  ...(amount === WHOLE_BALANCE ? { instead: HELD } : amount === 0n && zero !== null ? { instead: zero } : {}),
});

/** All of a token, of which the bytes have the address alone. */
const allOf = (currency: Located<Hex>, what: string): SwapLeg => ({
  token: tokenOrCoin(currency.value),
  amount: 0n,
  range: wordOf(currency),
  instead: what,
});

interface Settling {
  readonly id: string;
  readonly title: string;
  readonly label: string;
  readonly sides: readonly SwapLeg[];
  readonly sentence: SentencePart[];
  /** Who pays, and what says so. */
  readonly payer?: readonly [says: Placed, who: string];
}

/** Tells how something is evened out with the pools. */
const settling = (call: ContractCall, { id, title, label, sides, sentence, payer }: Settling): DecodedCall =>
  decoded(id, title, {
    sentence,
    facts: [
      ...(payer === undefined ? [] : [valueFact('Paid by', ...payer)]),
      ...sides.flatMap((side) => legFacts(call, label, side)),
    ],
    warnings: warnOfLegs(call, ...sides),
  });

/** The payments among the actions of version 4. @param standInsOf whom the contract takes some addresses for */
export const v4Payments = (
  standInsOf: (call: ContractCall) => RecipientAliases,
): readonly CommandReader[] => {
  const whomTo = (call: ContractCall, address: Located<Hex>): Recipient => ({
    address,
    aliases: standInsOf(call),
  });
  return [
    defineCommand(
      0x0b,
      'SETTLE(address currency, uint256 amount, bool payerIsUser)',
      ({ currency, amount, payerIsUser }, call) => {
        const side = amountOf(currency.value, amount, OWED);
        const payer = payerIsUser.value ? `the ${callerOf(call)}` : 'the contract';
        return settling(call, {
          id: 'uniswapV4.settle',
          title: 'Payment to the pools',
          label: 'Pays',
          sides: [side],
          sentence: say('Pay ', theLeg(call, side), ` to the pools from ${payer}`),
          payer: [payerIsUser, payer],
        });
      },
    ),
    defineCommand(
      0x0c,
      'SETTLE_ALL(address currency, uint256 maxAmount)',
      ({ currency, maxAmount }, call) => {
        const side = amountOf(currency.value, maxAmount, null);
        return settling(call, {
          id: 'uniswapV4.settleAll',
          title: 'Payment to the pools',
          label: 'Pays at most',
          sides: [side],
          sentence: say('Pay what is owed, at most ', theLeg(call, side), `, from the ${callerOf(call)}`),
        });
      },
    ),
    defineCommand(
      0x0d,
      'SETTLE_PAIR(address currency0, address currency1)',
      ({ currency0, currency1 }, call) => {
        const sides = [allOf(currency0, OWED), allOf(currency1, OWED)];
        return settling(call, {
          id: 'uniswapV4.settlePair',
          title: 'Payment to the pools',
          label: 'Pays',
          sides,
          sentence: say('Pay ', ...theLegs(call, sides), ` from the ${callerOf(call)}`),
        });
      },
    ),
    defineCommand(
      0x0e,
      'TAKE(address currency, address recipient, uint256 amount)',
      ({ currency, recipient, amount }, call) => {
        return payment(call, {
          id: 'uniswapV4.take',
          title: 'Paid out',
          words: (side, whom) => say('Pay out ', side, ' to ', whom),
          label: 'Receives',
          side: amountOf(currency.value, amount, CAME_IN),
          recipient: whomTo(call, recipient),
        });
      },
    ),
    defineCommand(0x0f, 'TAKE_ALL(address currency, uint256 minAmount)', ({ currency, minAmount }, call) => {
      const side = amountOf(currency.value, minAmount, null);
      return settling(call, {
        id: 'uniswapV4.takeAll',
        title: 'Paid out',
        label: 'Receives at least',
        sides: [side],
        sentence: say('Pay out what came in, at least ', theLeg(call, side), `, to the ${callerOf(call)}`),
      });
    }),
    defineCommand(
      0x10,
      'TAKE_PORTION(address currency, address recipient, uint256 bips)',
      ({ currency, recipient, bips }, call) => {
        return portion(call, {
          id: 'uniswapV4.takePortion',
          token: currency,
          recipient: whomTo(call, recipient),
          share: bips,
          decimals: 2,
          ofWhat: 'that came in',
        });
      },
    ),
    defineCommand(
      0x11,
      'TAKE_PAIR(address currency0, address currency1, address recipient)',
      ({ currency0, currency1, recipient: to }, call) => {
        const sides = [allOf(currency0, CAME_IN), allOf(currency1, CAME_IN)];
        const recipient = whomTo(call, to);
        const told = settling(call, {
          id: 'uniswapV4.takePair',
          title: 'Paid out',
          label: 'Receives',
          sides,
          sentence: say('Pay out ', ...theLegs(call, sides), ' to ', theRecipient(recipient)),
        });
        return {
          ...told,
          facts: [recipientFact(recipient), ...told.facts],
          warnings: [...warnOfPayout(call, recipient), ...told.warnings],
        };
      },
    ),
    defineCommand(0x12, 'CLOSE_CURRENCY(address currency)', ({ currency }, call) => {
      const side = allOf(currency, 'what is owed or left');
      return settling(call, {
        id: 'uniswapV4.closeCurrency',
        title: 'Evened out with the pools',
        label: 'Evened out',
        sides: [side],
        sentence: say('Even out ', theLeg(call, side), ` with the ${callerOf(call)}`),
      });
    }),
    defineCommand(
      0x13,
      'CLEAR_OR_TAKE(address currency, uint256 amountMax)',
      ({ currency, amountMax }, call) => {
        const side = amountOf(currency.value, amountMax, null);
        return settling(call, {
          id: 'uniswapV4.clearOrTake',
          title: 'Small rest given up',
          label: 'Given up at most',
          sides: [side],
          sentence: say(
            'Give up what came in where it is no more than ',
            theLeg(call, side),
            `, else pay it out to the ${callerOf(call)}`,
          ),
        });
      },
    ),
    defineCommand(0x14, 'SWEEP(address currency, address recipient)', ({ currency, recipient }, call) =>
      payment(call, {
        id: 'uniswapV4.sweep',
        title: 'Everything paid out',
        words: (side, whom) => say('Pay out ', side, ' to ', whom),
        label: 'Receives',
        side: allOf(currency, HELD),
        recipient: whomTo(call, recipient),
      }),
    ),
    defineCommand(0x15, 'WRAP(uint256 amount)', ({ amount }, call) => wrapping(call, 'Wrap', amount)),
    defineCommand(0x16, 'UNWRAP(uint256 amount)', ({ amount }, call) => wrapping(call, 'Unwrap', amount)),
  ];
};

function wrapping(call: ContractCall, verb: 'Wrap' | 'Unwrap', amount: Located<bigint>): DecodedCall {
  const side = amountOf(ZERO_ADDRESS, amount, OWED);
  return settling(call, {
    id: `uniswapV4.${verb.toLowerCase()}`,
    title: verb,
    label: 'Amount',
    sides: [side],
    sentence: say(`${verb} `, theLeg(call, side), ' that the contract holds'),
  });
}
