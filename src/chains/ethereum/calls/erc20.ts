import { addressFact, decoded, theAddress, word, type ContractCall } from '../call.ts';
import { warnOfAllowance } from '../allowance-warnings.ts';
import { warnOfRecipient, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { allowanceFact, assetFact, theAllowance, theTokenAmount, tokenFact } from '../token-amount.ts';
import { MOVES_NOTHING, tokenMoves } from '../moves.ts';
import { findToken } from '../tokens.ts';
import type { Hex } from '../address.ts';
import { grouped } from '../../amounts.ts';
import { say, theAmount } from '../../sentence.ts';
import { sendsToItself, warn } from '../../warnings.ts';

const transfer = defineCall('function transfer(address to, uint256 amount)', ([to, amount], call) =>
  decoded('erc20.transfer', 'Token transfer', {
    sentence: say('Send ', theTokenAmount(call, call.to, amount), ' to ', theAddress(to)),
    facts: [
      addressFact(call, 'To', to, 0),
      assetFact(call, call.to),
      tokenFact(call, 'Amount', call.to, amount, [word(call, 1)]),
    ],
    ...tokenMoves(call, call.from, to, amount),
    warnings: [...warnOfRecipient(call, call.to, to), ...warnOfToken(call, call.to)],
  }),
);

const transferFrom = defineCall(
  'function transferFrom(address from, address to, uint256 amountOrId)',
  ([from, to, amount], call) => {
    const known = findToken(call.chainId, call.to) !== undefined;
    const number = known
      ? theTokenAmount(call, call.to, amount)
      : theAmount(`amount or token id ${grouped(amount)}`);
    const unclear = warn(
      'TRANSFER_AMBIGUOUS',
      'caution',
      'Amount or token id',
      'Coins (ERC-20) and collectibles (ERC-721) share this call, and the contract is not in the local list: the number may be an amount or the id of one item.',
    );
    return decoded(known ? 'erc20.transferFrom' : 'token.transferFrom', 'Token transfer from an account', {
      sentence: say('Move ', number, ' from ', theAddress(from), ' to ', theAddress(to)),
      facts: [
        addressFact(call, 'Taken from', from, 0),
        addressFact(call, 'To', to, 1),
        assetFact(call, call.to),
        known
          ? tokenFact(call, 'Amount', call.to, amount, [word(call, 2)])
          : {
              label: 'Amount or token id',
              value: amount.toString(),
              kind: 'number',
              ranges: [word(call, 2)],
            },
      ],
      ...(known ? tokenMoves(call, from, to, amount) : {}),
      warnings: [
        ...warnOfRecipient(call, call.to, to, null),
        ...(from === to ? [sendsToItself()] : []),
        ...(known ? [] : [unclear, ...warnOfToken(call, call.to)]),
      ],
    });
  },
);

/** Allowances move nothing; a contract that is not in the local list may do what it likes. */
const noMoves = (call: ContractCall) => (findToken(call.chainId, call.to) === undefined ? {} : MOVES_NOTHING);

function allowance(
  id: string,
  title: string,
  verb: string,
  call: ContractCall,
  spender: Hex,
  amount: bigint,
) {
  return decoded(id, title, {
    sentence: say(`${verb} `, theAddress(spender), ' to spend ', ...theAllowance(call, call.to, amount)),
    facts: [
      addressFact(call, 'Spender', spender, 0),
      assetFact(call, call.to),
      allowanceFact(call, 'Allowance', call.to, amount, [word(call, 1)]),
    ],
    ...noMoves(call),
    warnings: [...warnOfAllowance(call, call.to, amount, spender), ...warnOfToken(call, call.to)],
  });
}

const approve = defineCall('function approve(address spender, uint256 amount)', ([spender, amount], call) => {
  if (amount > 0n) {
    const entry = allowance('erc20.approve', 'Token approval', 'Allow', call, spender, amount);
    if (findToken(call.chainId, call.to) !== undefined) return entry;
    const text = 'For a collectible (ERC-721) the number is the id of the item that the spender may take.';
    return {
      ...entry,
      warnings: [...entry.warnings, warn('APPROVAL_AMBIGUOUS', 'notice', 'Allowance or token id', text)],
    };
  }
  return decoded('erc20.revoke', 'Token approval taken back', {
    sentence: say('Take back the approval of ', theAddress(spender), ' for token ', theAddress(call.to)),
    facts: [
      addressFact(call, 'Spender', spender, 0),
      assetFact(call, call.to),
      tokenFact(call, 'Allowance', call.to, amount, [word(call, 1)]),
    ],
    ...noMoves(call),
    warnings: warnOfToken(call, call.to),
  });
});

const increaseAllowance = defineCall(
  'function increaseAllowance(address spender, uint256 addedValue)',
  ([spender, amount], call) =>
    allowance('erc20.increaseAllowance', 'Token approval raised', 'Also allow', call, spender, amount),
);

const decreaseAllowance = defineCall(
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  ([spender, amount], call) =>
    decoded('erc20.decreaseAllowance', 'Token approval lowered', {
      sentence: say(
        'Lower the approval of ',
        theAddress(spender),
        ' by ',
        theTokenAmount(call, call.to, amount),
      ),
      facts: [
        addressFact(call, 'Spender', spender, 0),
        assetFact(call, call.to),
        tokenFact(call, 'Lowered by', call.to, amount, [word(call, 1)]),
      ],
      ...noMoves(call),
      warnings: warnOfToken(call, call.to),
    }),
);

/** Calls of fungible tokens (ERC-20) and of what they share with ERC-721. */
export const ERC20_CALLS = [transfer, transferFrom, approve, increaseAllowance, decreaseAllowance];
