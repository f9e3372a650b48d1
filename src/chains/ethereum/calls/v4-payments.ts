import type { SentencePart } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import { decoded, wordFact, type DecodedCall, type ContractCall } from '../call.ts';
import { ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCommand, type CommandReader } from '../define-command.ts';
import { payment, portion, tokenOrCoin, WHOLE_BALANCE } from './payments.ts';
import {
  callerOf,
  recipientFact,
  theRecipient,
  warnOfPayout,
  type Recipient,
  type RecipientAliases,
} from './recipients.ts';
import { legFacts, theLeg, theLegs, warnOfLegs, type SwapLeg } from './swap-leg.ts';

const OWED = 'what is owed';
const CAME_IN = 'what came in';
const HELD = 'everything that the contract holds';

/** An amount, or words in its place where it says "all" (Uniswap's `OPEN_DELTA` is zero). */
const amountOf = (currency: Hex, amount: bigint, word: number, zero: string | null): SwapLeg => ({
  token: tokenOrCoin(currency),
  amount,
  word,
  ...(amount === WHOLE_BALANCE ? { instead: HELD } : amount === 0n && zero !== null ? { instead: zero } : {}),
});

/** All of a token, whose address is in the n-th word. */
const allOf = (currency: Hex, word: number, what: string): SwapLeg => ({
  token: tokenOrCoin(currency),
  amount: 0n,
  word,
  instead: what,
});

interface Settling {
  readonly id: string;
  readonly title: string;
  readonly label: string;
  readonly sides: readonly SwapLeg[];
  readonly sentence: SentencePart[];
  /** Who pays, in a word of its own. */
  readonly payer?: readonly [who: string, word: number];
}

/** Tells how something is evened out with the pools. */
const settling = (call: ContractCall, { id, title, label, sides, sentence, payer }: Settling): DecodedCall =>
  decoded(id, title, {
    sentence,
    facts: [
      ...(payer === undefined ? [] : [wordFact(call, 'Paid by', ...payer)]),
      ...sides.flatMap((side) => legFacts(call, label, side)),
    ],
    warnings: warnOfLegs(call, ...sides),
  });

/** The payments among the actions of version 4. @param standInsOf whom the contract takes some addresses for */
export const v4Payments = (
  standInsOf: (call: ContractCall) => RecipientAliases,
): readonly CommandReader[] => {
  const whomTo = (call: ContractCall, address: Hex, word: number): Recipient => ({
    address,
    word,
    aliases: standInsOf(call),
  });
  return [
    defineCommand(0x0b, 'SETTLE(address currency, uint256 amount, bool payerIsUser)', (args, call) => {
      const [currency, amount, byUser] = args;
      const side = amountOf(currency, amount, 1, OWED);
      const payer = byUser ? `the ${callerOf(call)}` : 'the contract';
      return settling(call, {
        id: 'uniswapV4.settle',
        title: 'Payment to the pools',
        label: 'Pays',
        sides: [side],
        sentence: say('Pay ', theLeg(call, side), ` to the pools from ${payer}`),
        payer: [payer, 2],
      });
    }),
    defineCommand(0x0c, 'SETTLE_ALL(address currency, uint256 maxAmount)', ([currency, most], call) => {
      const side = amountOf(currency, most, 1, null);
      return settling(call, {
        id: 'uniswapV4.settleAll',
        title: 'Payment to the pools',
        label: 'Pays at most',
        sides: [side],
        sentence: say('Pay what is owed, at most ', theLeg(call, side), `, from the ${callerOf(call)}`),
      });
    }),
    defineCommand(0x0d, 'SETTLE_PAIR(address currency0, address currency1)', ([first, second], call) => {
      const sides = [allOf(first, 0, OWED), allOf(second, 1, OWED)];
      return settling(call, {
        id: 'uniswapV4.settlePair',
        title: 'Payment to the pools',
        label: 'Pays',
        sides,
        sentence: say('Pay ', ...theLegs(call, sides), ` from the ${callerOf(call)}`),
      });
    }),
    defineCommand(0x0e, 'TAKE(address currency, address recipient, uint256 amount)', (args, call) => {
      const [currency, to, amount] = args;
      return payment(call, {
        id: 'uniswapV4.take',
        title: 'Paid out',
        words: (side, whom) => say('Pay out ', side, ' to ', whom),
        label: 'Receives',
        side: amountOf(currency, amount, 2, CAME_IN),
        recipient: whomTo(call, to, 1),
      });
    }),
    defineCommand(0x0f, 'TAKE_ALL(address currency, uint256 minAmount)', ([currency, least], call) => {
      const side = amountOf(currency, least, 1, null);
      return settling(call, {
        id: 'uniswapV4.takeAll',
        title: 'Paid out',
        label: 'Receives at least',
        sides: [side],
        sentence: say('Pay out what came in, at least ', theLeg(call, side), `, to the ${callerOf(call)}`),
      });
    }),
    defineCommand(0x10, 'TAKE_PORTION(address currency, address recipient, uint256 bips)', (args, call) => {
      const [token, to, share] = args;
      return portion(call, {
        id: 'uniswapV4.takePortion',
        token,
        recipient: whomTo(call, to, 1),
        share,
        decimals: 2,
        ofWhat: 'that came in',
      });
    }),
    defineCommand(
      0x11,
      'TAKE_PAIR(address currency0, address currency1, address recipient)',
      (args, call) => {
        const [first, second, to] = args;
        const sides = [allOf(first, 0, CAME_IN), allOf(second, 1, CAME_IN)];
        const recipient = whomTo(call, to, 2);
        const told = settling(call, {
          id: 'uniswapV4.takePair',
          title: 'Paid out',
          label: 'Receives',
          sides,
          sentence: say('Pay out ', ...theLegs(call, sides), ' to ', theRecipient(recipient)),
        });
        return {
          ...told,
          facts: [recipientFact(call, recipient), ...told.facts],
          warnings: [...warnOfPayout(call, recipient), ...told.warnings],
        };
      },
    ),
    defineCommand(0x12, 'CLOSE_CURRENCY(address currency)', ([currency], call) => {
      const side = allOf(currency, 0, 'what is owed or left');
      return settling(call, {
        id: 'uniswapV4.closeCurrency',
        title: 'Evened out with the pools',
        label: 'Evened out',
        sides: [side],
        sentence: say('Even out ', theLeg(call, side), ` with the ${callerOf(call)}`),
      });
    }),
    defineCommand(0x13, 'CLEAR_OR_TAKE(address currency, uint256 amountMax)', ([currency, most], call) => {
      const side = amountOf(currency, most, 1, null);
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
    }),
    defineCommand(0x14, 'SWEEP(address currency, address recipient)', ([currency, to], call) =>
      payment(call, {
        id: 'uniswapV4.sweep',
        title: 'Everything paid out',
        words: (side, whom) => say('Pay out ', side, ' to ', whom),
        label: 'Receives',
        side: allOf(currency, 0, HELD),
        recipient: whomTo(call, to, 1),
      }),
    ),
    defineCommand(0x15, 'WRAP(uint256 amount)', ([amount], call) => wrapping(call, 'Wrap', amount)),
    defineCommand(0x16, 'UNWRAP(uint256 amount)', ([amount], call) => wrapping(call, 'Unwrap', amount)),
  ];
};

function wrapping(call: ContractCall, verb: 'Wrap' | 'Unwrap', amount: bigint): DecodedCall {
  const side = amountOf(ZERO_ADDRESS, amount, 0, OWED);
  return settling(call, {
    id: `uniswapV4.${verb.toLowerCase()}`,
    title: verb,
    label: 'Amount',
    sides: [side],
    sentence: say(`${verb} `, theLeg(call, side), ' that the contract holds'),
  });
}
