import type { Fact } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import { formatTime } from '../../amounts.ts';
import {
  addressFact,
  decoded,
  theAddress,
  untilFact,
  word,
  wordFact,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { warnOfRecipient, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { tokenMoves, MOVES_NOTHING } from '../moves.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';

/** The arguments that every form begins with. */
type Authorized = readonly [
  from: Hex,
  to: Hex,
  value: bigint,
  validAfter: bigint,
  validBefore: bigint,
  nonce: Hex,
  ...signature: unknown[],
];

/** Tells a transfer that the token's owner has signed, and that the caller hands in. */
function authorized(call: ContractCall, id: string, args: Authorized): DecodedCall {
  const [from, to, value, validAfter, validBefore, nonce] = args;
  return decoded(id, 'Token transfer by signature', {
    sentence: say(
      'Hand in a signed transfer of ',
      theTokenAmount(call, call.to, value),
      ' from ',
      theAddress(from),
      ' to ',
      theAddress(to),
    ),
    facts: [
      addressFact(call, 'Taken from', from, 0),
      addressFact(call, 'To', to, 1),
      assetFact(call, call.to),
      tokenFact(call, 'Amount', call.to, value, [word(call, 2)]),
      ...(validAfter === 0n ? [] : [wordFact(call, 'Valid after', formatTime(validAfter), 3, 'time')]),
      untilFact(call, validBefore, 4),
      numberFact(call, nonce, 5),
    ],
    deadline: validBefore,
    ...tokenMoves(call, from, to, value),
    warnings: [...warnOfRecipient(call, call.to, to, from), ...warnOfToken(call, call.to)],
  });
}

/** Tells that a signed transfer is called off, before it is handed in. */
const calledOff = (call: ContractCall, authorizer: Hex, nonce: Hex): DecodedCall =>
  decoded('eip3009.cancelAuthorization', 'Signed transfer called off', {
    sentence: say('Call off a transfer that ', theAddress(authorizer), ' signed'),
    facts: [
      addressFact(call, 'Signed by', authorizer, 0),
      numberFact(call, nonce, 1),
      assetFact(call, call.to),
    ],
    ...MOVES_NOTHING,
    warnings: warnOfToken(call, call.to),
  });

const numberFact = (call: ContractCall, nonce: Hex, index: number): Fact =>
  wordFact(call, 'Number of the authorization', nonce, index, 'hash');

const ARGUMENTS =
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce';
const SIGNATURE = 'uint8 v, bytes32 r, bytes32 s';

/** Transfers by signature (EIP-3009), with signatures of three parts and, as later tokens take them, of bytes. */
export const AUTHORIZED_TRANSFER_CALLS = [
  defineCall(`function transferWithAuthorization(${ARGUMENTS}, ${SIGNATURE})`, (args, call) =>
    authorized(call, 'eip3009.transferWithAuthorization', args),
  ),
  defineCall(`function transferWithAuthorization(${ARGUMENTS}, bytes signature)`, (args, call) =>
    authorized(call, 'eip3009.transferWithAuthorization', args),
  ),
  defineCall(`function receiveWithAuthorization(${ARGUMENTS}, ${SIGNATURE})`, (args, call) =>
    authorized(call, 'eip3009.receiveWithAuthorization', args),
  ),
  defineCall(`function receiveWithAuthorization(${ARGUMENTS}, bytes signature)`, (args, call) =>
    authorized(call, 'eip3009.receiveWithAuthorization', args),
  ),
  defineCall(
    `function cancelAuthorization(address authorizer, bytes32 nonce, ${SIGNATURE})`,
    ([who, nonce], call) => calledOff(call, who, nonce),
  ),
  defineCall(
    'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
    ([who, nonce], call) => calledOff(call, who, nonce),
  ),
];
