import { defineCall, describe } from '../descriptions/describe-call.ts';
import { amountOf, token } from '../descriptions/formats.ts';
import { warnOfToken } from '../model/call-warnings.ts';
import type { ContractCall } from '../model/call.ts';
import { findContract } from '../model/known-contracts.ts';
import { coinOf, tokenMoves } from '../model/moves.ts';

/** Whether the contract is the network's own wrapper, which gives one for one. */
const isWrapper = (call: ContractCall): boolean =>
  findContract(call.chainId, call.to)?.kind === 'wrapped-coin';

function unwrapped(call: ContractCall, amount: bigint) {
  const given = tokenMoves(call, call.from, null, amount);
  const got = { asset: coinOf(call.network), amount, from: null, to: call.from };
  return { ...given, moves: [...given.moves, got] };
}

/** Wrapping of the network's coin, and its opposite. */
export const WRAPPING_CALLS = [
  defineCall('deposit()', (args, call) =>
    describe(
      {
        id: 'weth.deposit',
        title: 'Deposit',
        sentence: `${isWrapper(call) ? 'Wrap' : 'Deposit'} {@value} at {@to}`,
        fields: { '@to': ['Contract', token] },
        warnings: () => warnOfToken(call, call.to),
        effects: () => (isWrapper(call) ? tokenMoves(call, null, call.from, call.value) : {}),
      },
      args,
      call,
    ),
  ),
  defineCall('withdraw(uint256 amount)', (args, call) =>
    describe(
      {
        id: 'weth.withdraw',
        title: 'Withdrawal',
        sentence: `${isWrapper(call) ? 'Unwrap' : 'Withdraw'} {amount} from {@to}`,
        fields: { '@to': ['Contract', token], amount: ['Amount', amountOf('@to')] },
        warnings: () => warnOfToken(call, call.to),
        effects: ({ amount }) => (isWrapper(call) ? unwrapped(call, amount.value) : {}),
      },
      args,
      call,
    ),
  ),
];
