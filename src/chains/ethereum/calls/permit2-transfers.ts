import type { Fact, Warning } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import type { Hex } from '../model/address.ts';
import { decoded, theLocatedAddress, type DecodedCall, type ContractCall } from '../model/call.ts';
import { warnOfRecipient, warnOfToken } from '../model/call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, untilFact } from '../descriptions/formats.ts';
import { assetFact, theTokenAmount, tokenFact } from '../model/token-amount.ts';

/** One transfer out of an account. */
interface Movement {
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
            theLocatedAddress(only.from),
            ' to ',
            theLocatedAddress(only.to),
          )
        : say(`Move tokens ${moves.length} times through Permit2`),
    facts: [...moves.flatMap(({ facts }) => facts), ...more],
    warnings: moves.flatMap(({ token, to, from }): Warning[] => [
      ...warnOfRecipient(call, token, to, from),
      ...warnOfToken(call, token),
    ]),
  });
}

/** A transfer as Permit2's allowances have it. */
interface AllowanceTransfer {
  readonly from: Located<Hex>;
  readonly to: Located<Hex>;
  readonly amount: Located<bigint>;
  readonly token: Located<Hex>;
}
export const ALLOWANCE_TRANSFERS = '(address from, address to, uint160 amount, address token)[]';

/** A transfer out of what an account has allowed before. */
export const allowanceTransfer = (
  call: ContractCall,
  { from, to, amount, token }: AllowanceTransfer,
): Movement => ({
  from: from.value,
  to: to.value,
  token: token.value,
  amount: amount.value,
  facts: [
    addressFact('Taken from', from),
    addressFact('To', to),
    assetFact(call, token.value, [token.range]),
    tokenFact(call, 'Amount', token.value, amount),
  ],
});

interface Permitted {
  readonly token: Located<Hex>;
  readonly amount: Located<bigint>;
}
interface Requested {
  readonly to: Located<Hex>;
  readonly requestedAmount: Located<bigint>;
}

/** What a signature permits, and what is taken of it. */
const signedMovement = (
  call: ContractCall,
  from: Hex,
  { token, amount }: Permitted,
  { to, requestedAmount }: Requested,
): Movement => ({
  from,
  to: to.value,
  token: token.value,
  amount: requestedAmount.value,
  facts: [
    addressFact('To', to),
    assetFact(call, token.value, [token.range]),
    tokenFact(call, 'Amount', token.value, requestedAmount),
    tokenFact(call, 'Permitted', token.value, amount),
  ],
});

/** A permit for this once, of one transfer or of several, and what is taken of each. */
interface Permit<P, R> {
  readonly permit: { readonly permitted: P; readonly deadline: Located<bigint> };
  readonly details: R;
  readonly owner: Located<Hex>;
}

function permitted(
  call: ContractCall,
  { permit: { deadline }, owner }: Permit<unknown, unknown>,
  moves: readonly Movement[],
): DecodedCall {
  const facts = [addressFact('Taken from', owner), untilFact(deadline)];
  return { ...movements(call, 'permit2.permitTransferFrom', moves, facts), deadline: deadline.value };
}

const moveOne = (args: Permit<Permitted, Requested>, call: ContractCall): DecodedCall =>
  permitted(call, args, [signedMovement(call, args.owner.value, args.permit.permitted, args.details)]);

function moveMany(
  args: Permit<LocatedList<Permitted>, LocatedList<Requested>>,
  call: ContractCall,
): DecodedCall {
  const moves = args.permit.permitted.items.flatMap((each, index) => {
    const wanted = args.details.items[index];
    return wanted === undefined ? [] : [signedMovement(call, args.owner.value, each, wanted)];
  });
  return permitted(call, args, moves);
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
  defineCall('transferFrom(address from, address to, uint160 amount, address token)', (move, call) =>
    movements(call, 'permit2.transferFrom', [allowanceTransfer(call, move)]),
  ),
  defineCall(`transferFrom(${ALLOWANCE_TRANSFERS} details)`, ({ details }, call) =>
    movements(
      call,
      'permit2.transferFrom',
      details.items.map((move) => allowanceTransfer(call, move)),
    ),
  ),
  defineCall(`permitTransferFrom(${ONE}, bytes signature)`, moveOne),
  defineCall(`permitTransferFrom(${MANY}, bytes signature)`, moveMany),
  defineCall(`permitWitnessTransferFrom(${ONE}, ${WITNESS}, bytes signature)`, moveOne),
  defineCall(`permitWitnessTransferFrom(${MANY}, ${WITNESS}, bytes signature)`, moveMany),
];
