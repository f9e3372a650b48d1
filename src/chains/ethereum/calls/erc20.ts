import { grouped } from '../../model/amounts.ts';
import { theAmount } from '../../model/sentence.ts';
import { sendsToItself, warn } from '../../model/warnings.ts';
import type { Located } from '../abi/located.ts';
import { type Description, defineCall, describe, describeCall } from '../descriptions/describe-call.ts';
import { address, allowanceOf, amountOf, shownText, token } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { warnOfRecipient, warnOfToken } from '../model/call-warnings.ts';
import { warnOfAllowance } from '../model/allowance-warnings.ts';
import type { ContractCall } from '../model/call.ts';
import { MOVES_NOTHING, tokenMoves } from '../model/moves.ts';
import { findToken } from '../model/tokens.ts';

/** The token that is called, among the facts. */
export const ASSET = ['Asset', token] as const;
/** An amount of the token that is called. */
export const AMOUNT = ['Amount', amountOf('@to')] as const;
const SPENDER = ['Spender', address] as const;

const AMOUNT_OR_ID = shownText<bigint>(
  (number) => number.toString(),
  'number',
  (number) => [theAmount(`amount or token id ${grouped(number)}`)],
);

const isListed = ({ chainId, to }: ContractCall): boolean => findToken(chainId, to) !== undefined;

const transferFrom = defineCall(
  'transferFrom(address from, address to, uint256 amountOrId)',
  (args, call) => {
    const known = isListed(call);
    const unclear = warn(
      'TRANSFER_AMBIGUOUS',
      'caution',
      'Amount or token id',
      'Coins (ERC-20) and collectibles (ERC-721) share this call, and the contract is not in the local list: the number may be an amount or the id of one item.',
    );
    return describe(
      {
        id: known ? 'erc20.transferFrom' : 'token.transferFrom',
        title: 'Token transfer from an account',
        sentence: 'Move {amountOrId} from {from} to {to}',
        fields: {
          from: ['Taken from', address],
          to: ['To', address],
          '@to': ASSET,
          amountOrId: known ? AMOUNT : ['Amount or token id', AMOUNT_OR_ID],
        },
        warnings: ({ from, to }) => [
          ...warnOfRecipient(call, call.to, to.value, null),
          ...(from.value === to.value ? [sendsToItself()] : []),
          ...(known ? [] : [unclear, ...warnOfToken(call, call.to)]),
        ],
        effects: ({ from, to, amountOrId }) =>
          known ? tokenMoves(call, from.value, to.value, amountOrId.value) : {},
      },
      args,
      call,
    );
  },
);

interface Allowance {
  readonly spender: Located<Hex>;
  readonly amount: Located<bigint>;
}

/** Allowances move nothing; a contract that is not in the local list may do what it likes. */
const noMoves = (_args: unknown, call: ContractCall) => (isListed(call) ? MOVES_NOTHING : {});

const allowance = (id: string, title: string, verb: string): Description<Allowance> => ({
  id,
  title,
  sentence: `${verb} {spender} to spend {amount}`,
  fields: { spender: SPENDER, '@to': ASSET, amount: ['Allowance', allowanceOf('@to')] },
  warnings: ({ spender, amount }, call) => [
    ...warnOfAllowance(call, call.to, amount.value, spender.value),
    ...warnOfToken(call, call.to),
  ],
  effects: noMoves,
});

const APPROVE = allowance('erc20.approve', 'Token approval', 'Allow');
const RAISE = allowance('erc20.increaseAllowance', 'Token approval raised', 'Also allow');
const REVOKE: Description<Allowance> = {
  id: 'erc20.revoke',
  title: 'Token approval taken back',
  sentence: 'Take back the approval of {spender} for token {@to}',
  fields: { spender: SPENDER, '@to': ASSET, amount: ['Allowance', amountOf('@to')] },
  warnings: (_args, call) => warnOfToken(call, call.to),
  effects: noMoves,
};

/** No allowance, or the first item of a collection: which of them, the contract decides. */
const NONE_OR_FIRST: Description<Allowance> = {
  id: 'token.approve',
  title: 'Approval of an item, or approval taken back',
  sentence: 'Allow {spender} to take item 0 of {@to}, or take back its approval',
  fields: { spender: SPENDER, '@to': ASSET, amount: ['Allowance or token id', AMOUNT_OR_ID] },
  warnings: ({ spender }, call) => [
    warn(
      'APPROVAL_AMBIGUOUS',
      warnOfAllowance(call, call.to, 1n, spender.value).length > 0 ? 'danger' : 'notice',
      'Allowance or token id',
      'For a coin (ERC-20) this takes an allowance back. For a collectible (ERC-721) the spender may take the item with the id 0.',
    ),
    ...warnOfToken(call, call.to),
  ],
};

const approve = defineCall('approve(address spender, uint256 amount)', (args, call) => {
  const isNone = args.amount.value === 0n;
  if (isListed(call)) return describe(isNone ? REVOKE : APPROVE, args, call);
  if (isNone) return describe(NONE_OR_FIRST, args, call);
  const told = describe(APPROVE, args, call);
  const text = 'For a collectible (ERC-721) the number is the id of the item that the spender may take.';
  return {
    ...told,
    warnings: [...told.warnings, warn('APPROVAL_AMBIGUOUS', 'notice', 'Allowance or token id', text)],
  };
});

/** Calls of fungible tokens (ERC-20) and of what they share with ERC-721. */
export const ERC20_CALLS = [
  describeCall('transfer(address to, uint256 amount)', {
    id: 'erc20.transfer',
    title: 'Token transfer',
    sentence: 'Send {amount} to {to}',
    fields: { to: ['To', address], '@to': ASSET, amount: AMOUNT },
    warnings: ({ to }, call) => [...warnOfRecipient(call, call.to, to.value), ...warnOfToken(call, call.to)],
    effects: ({ to, amount }, call) => tokenMoves(call, call.from, to.value, amount.value),
  }),
  transferFrom,
  approve,
  defineCall('increaseAllowance(address spender, uint256 addedValue)', ({ spender, addedValue }, call) =>
    describe(RAISE, { spender, amount: addedValue }, call),
  ),
  describeCall('decreaseAllowance(address spender, uint256 subtractedValue)', {
    id: 'erc20.decreaseAllowance',
    title: 'Token approval lowered',
    sentence: 'Lower the approval of {spender} by {subtractedValue}',
    fields: { spender: SPENDER, '@to': ASSET, subtractedValue: ['Lowered by', amountOf('@to')] },
    warnings: (_args, call) => warnOfToken(call, call.to),
    effects: noMoves,
  }),
];
