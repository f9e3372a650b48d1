import type { Fact, Warning } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import {
  addressFact,
  argumentsAt,
  type DecodedCall,
  type ContractCall,
  elementsAt,
  decoded,
  theAddress,
  tupleAt,
  untilFact,
  word,
} from '../call.ts';
import { warnOfRecipient, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';

/** One transfer out of an account. */
export interface Movement {
  readonly from: Hex;
  readonly to: Hex;
  readonly token: Hex;
  readonly amount: bigint;
  readonly facts: readonly Fact[];
}

/** Tells one transfer or several through Permit2. */
export function movements(
  call: ContractCall,
  id: string,
  moves: readonly Movement[],
  more: readonly Fact[] = [],
): DecodedCall {
  const [only] = moves;
  return decoded(id, 'Token transfer through Permit2', {
    sentence:
      moves.length === 1 && only !== undefined
        ? say(
            'Move ',
            theTokenAmount(call, only.token, only.amount),
            ' from ',
            theAddress(only.from),
            ' to ',
            theAddress(only.to),
          )
        : say(`Move tokens ${moves.length} times through Permit2`),
    facts: [...moves.flatMap(({ facts }) => facts), ...more],
    warnings: moves.flatMap(({ token, to, from }): Warning[] => [
      ...warnOfRecipient(call, token, to, from),
      ...warnOfToken(call, token),
    ]),
  });
}

/** A transfer whose words are from, to, amount, token, as Permit2's allowances have it. */
export interface AllowanceTransfer {
  readonly from: Hex;
  readonly to: Hex;
  readonly amount: bigint;
  readonly token: Hex;
}
export const ALLOWANCE_TRANSFERS = '(address from, address to, uint160 amount, address token)[]';

/** @param at the call, seen from the transfer's own words */
export const allowanceTransfer = (at: ContractCall, move: AllowanceTransfer): Movement => ({
  ...move,
  facts: [
    addressFact(at, 'Taken from', move.from, 0),
    addressFact(at, 'To', move.to, 1),
    assetFact(at, move.token, [word(at, 3, 12)]),
    tokenFact(at, 'Amount', move.token, move.amount, [word(at, 2)]),
  ],
});

/** As {@link allowanceTransfer}, for an array whose pointer is the n-th word. */
export function allowanceTransfers(call: ContractCall, moves: readonly AllowanceTransfer[], index: number) {
  const places = elementsAt(call, index, moves.length, 4);
  return moves.map((move, element) => allowanceTransfer(places[element] ?? call, move));
}

interface Permitted {
  readonly token: Hex;
  readonly amount: bigint;
}
interface Requested {
  readonly to: Hex;
  readonly requestedAmount: bigint;
}

/** Facts of what a signature permits and what is taken of it, each in words of its own. */
const signedMovement = (
  from: Hex,
  [permitted, permittedAt]: readonly [Permitted, ContractCall],
  [requested, requestedAt]: readonly [Requested, ContractCall],
): Movement => ({
  from,
  to: requested.to,
  token: permitted.token,
  amount: requested.requestedAmount,
  facts: [
    addressFact(requestedAt, 'To', requested.to, 0),
    assetFact(permittedAt, permitted.token, [word(permittedAt, 0, 12)]),
    tokenFact(requestedAt, 'Amount', permitted.token, requested.requestedAmount, [word(requestedAt, 1)]),
    tokenFact(permittedAt, 'Permitted', permitted.token, permitted.amount, [word(permittedAt, 1)]),
  ],
});

type Single = Readonly<{ permitted: Permitted; nonce: bigint; deadline: bigint }>;
function moveOne(call: ContractCall, permit: Single, requested: Requested, owner: Hex): DecodedCall {
  const at = (index: number) => argumentsAt(call, 4 + 32 * index);
  const move = signedMovement(owner, [permit.permitted, at(0)], [requested, at(4)]);
  const facts = [addressFact(call, 'Taken from', owner, 6), untilFact(call, permit.deadline, 3)];
  return { ...movements(call, 'permit2.permitTransferFrom', [move], facts), deadline: permit.deadline };
}

type Batch = Readonly<{ permitted: readonly Permitted[]; nonce: bigint; deadline: bigint }>;
function moveMany(
  call: ContractCall,
  permit: Batch,
  requested: readonly Requested[],
  owner: Hex,
): DecodedCall {
  const struct = tupleAt(call, 0);
  const permittedAt = elementsAt(struct, 0, permit.permitted.length, 2);
  const requestedAt = elementsAt(call, 1, requested.length, 2);
  const moves = permit.permitted.flatMap((permitted, index) => {
    const wanted = requested[index];
    return wanted === undefined
      ? []
      : [
          signedMovement(
            owner,
            [permitted, permittedAt[index] ?? struct],
            [wanted, requestedAt[index] ?? call],
          ),
        ];
  });
  const facts = [addressFact(call, 'Taken from', owner, 2), untilFact(struct, permit.deadline, 2)];
  return { ...movements(call, 'permit2.permitTransferFrom', moves, facts), deadline: permit.deadline };
}

const PERMITTED = '(address token, uint256 amount)';
const REQUESTED = '(address to, uint256 requestedAmount)';
const ONE =
  `(${PERMITTED} permitted, uint256 nonce, uint256 deadline) permit, ${REQUESTED} details, address owner` as const;
const MANY =
  `(${PERMITTED}[] permitted, uint256 nonce, uint256 deadline) permit, ${REQUESTED}[] details, address owner` as const;
/** What else the owner signed, for the contract that hands it in. */
const WITNESS = 'bytes32 witness, string witnessType';

/** Transfers through Permit2: of allowances given before, and of those that a signature gives for this once. */
export const PERMIT2_TRANSFER_CALLS = [
  defineCall(
    'function transferFrom(address from, address to, uint160 amount, address token)',
    ([from, to, amount, token], call) =>
      movements(call, 'permit2.transferFrom', [allowanceTransfer(call, { from, to, amount, token })]),
  ),
  defineCall(`function transferFrom(${ALLOWANCE_TRANSFERS} details)`, ([details], call) =>
    movements(call, 'permit2.transferFrom', allowanceTransfers(call, details, 0)),
  ),
  defineCall(`function permitTransferFrom(${ONE}, bytes signature)`, ([permit, details, owner], call) =>
    moveOne(call, permit, details, owner),
  ),
  defineCall(`function permitTransferFrom(${MANY}, bytes signature)`, ([permit, details, owner], call) =>
    moveMany(call, permit, details, owner),
  ),
  defineCall(
    `function permitWitnessTransferFrom(${ONE}, ${WITNESS}, bytes signature)`,
    ([permit, details, owner], call) => moveOne(call, permit, details, owner),
  ),
  defineCall(
    `function permitWitnessTransferFrom(${MANY}, ${WITNESS}, bytes signature)`,
    ([permit, details, owner], call) => moveMany(call, permit, details, owner),
  ),
];
