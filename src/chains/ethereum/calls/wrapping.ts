import { formatCoins } from '../amounts.ts';
import { decoded, theAddress, word, type ContractCall } from '../call.ts';
import { warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';
import { findContract } from '../known-contracts.ts';
import { coinOf, tokenMoves } from '../moves.ts';
import { say, theAmount } from '../../sentence.ts';

/** Whether the contract is the network's own wrapper, which gives one for one. */
const isWrapper = (call: ContractCall): boolean =>
  findContract(call.chainId, call.to)?.kind === 'wrapped-coin';

function unwrapped(call: ContractCall, amount: bigint) {
  const given = tokenMoves(call, call.from, null, amount);
  const got = { asset: coinOf(call.network), amount, from: null, to: call.from };
  return { ...given, moves: [...given.moves, got] };
}

const deposit = defineCall('function deposit()', (_args, call) =>
  decoded('weth.deposit', 'Deposit', {
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
  decoded('weth.withdraw', 'Withdrawal', {
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

/** Wrapping of the network's coin, and its opposite. */
export const WRAPPING_CALLS = [deposit, withdraw];
