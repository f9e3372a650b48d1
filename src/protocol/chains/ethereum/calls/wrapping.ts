import { formatCoins } from '../amounts.ts';
import { addressFact, reading, theAddress, word, type ContractCall } from '../call.ts';
import { warnOfRecipient, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';
import { coinOf, tokenMoves } from '../moves.ts';
import { findToken } from '../tokens.ts';
import { say, theAmount } from '../../sentence.ts';

/** Whether the contract is the network's own wrapper, which gives one for one. */
const isWrapper = (call: ContractCall): boolean => findToken(call.chainId, call.to)?.symbol === 'WETH';

function unwrapped(call: ContractCall, amount: bigint) {
  const given = tokenMoves(call, call.from, null, amount);
  const got = { asset: coinOf(call.network), amount, from: null, to: call.from };
  return { ...given, moves: [...given.moves, got] };
}

const deposit = defineCall('function deposit()', (_args, call) =>
  reading('weth.deposit', 'Deposit', {
    sentence: say(
      isWrapper(call) ? 'Wrap ' : 'Deposit ',
      theAmount(formatCoins(call.value, call.network.unit)),
      ' at ',
      theAddress(call.to),
    ),
    facts: [assetFact(call, call.to, undefined, 'Contract')],
    ...(isWrapper(call) ? tokenMoves(call, null, call.from, call.value) : {}),
    warnings: warnOfToken(call, call.to),
  }),
);

const withdraw = defineCall('function withdraw(uint256 amount)', ([amount], call) =>
  reading('weth.withdraw', 'Withdrawal', {
    sentence: say(
      isWrapper(call) ? 'Unwrap ' : 'Withdraw ',
      theTokenAmount(call, call.to, amount),
      ' from ',
      theAddress(call.to),
    ),
    facts: [
      assetFact(call, call.to, undefined, 'Contract'),
      tokenFact(call, 'Amount', call.to, amount, [word(call, 0)]),
    ],
    ...(isWrapper(call) ? unwrapped(call, amount) : {}),
    warnings: warnOfToken(call, call.to),
  }),
);

const unwrapWeth = defineCall(
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  ([amount, to], call) => {
    const least = `at least ${formatCoins(amount, call.network.unit)}`;
    return reading('router.unwrapWETH9', 'Unwrap what the router holds', {
      sentence: say('Unwrap ', theAmount(least), ' for ', theAddress(to)),
      facts: [
        addressFact(call, 'To', to, 1),
        { label: 'Amount', value: least, kind: 'amount', note: amount.toString(), ranges: [word(call, 0)] },
      ],
      warnings: warnOfRecipient(call, call.to, to, null),
    });
  },
);

const refund = defineCall('function refundETH()', (_args, call) =>
  reading('router.refundETH', 'Take back what is left', {
    sentence: say('Take back the coins that the router did not use'),
    facts: [{ label: 'Contract', value: call.to, kind: 'address' }],
  }),
);

const sweep = defineCall(
  'function sweepToken(address token, uint256 amountMinimum, address recipient)',
  ([token, amount, to], call) =>
    reading('router.sweepToken', 'Take out what the router holds', {
      sentence: say('Take at least ', theTokenAmount(call, token, amount), ' out to ', theAddress(to)),
      facts: [
        addressFact(call, 'To', to, 2),
        assetFact(call, token, [word(call, 0, 12)]),
        tokenFact(call, 'At least', token, amount, [word(call, 1)]),
      ],
      warnings: [...warnOfRecipient(call, token, to, null), ...warnOfToken(call, token)],
    }),
);

/** Wrapping of the network's coin, and the small calls of routers around it. */
export const WRAPPING_CALLS = [deposit, withdraw, unwrapWeth, refund, sweep];
