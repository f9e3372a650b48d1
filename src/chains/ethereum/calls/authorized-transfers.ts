import type { Hex } from '../model/address.ts';
import type { Located } from '../abi/located.ts';
import { warnOfRecipient, warnOfToken } from '../model/call-warnings.ts';
import { defineCall, describe, describeCall } from '../descriptions/describe-call.ts';
import type { ContractCall, DecodedCall } from '../model/call.ts';
import { address, hash, time, until } from '../descriptions/formats.ts';
import { MOVES_NOTHING, tokenMoves } from '../model/moves.ts';
import { AMOUNT, ASSET } from './erc20.ts';

/** The arguments that every form begins with. */
interface Authorized {
  readonly from: Located<Hex>;
  readonly to: Located<Hex>;
  readonly value: Located<bigint>;
  readonly validAfter: Located<bigint>;
  readonly validBefore: Located<bigint>;
  readonly nonce: Located<Hex>;
}

const NUMBER = ['Number of the authorization', hash] as const;

/** Tells a transfer that the token's owner has signed, and that the caller hands in. */
const authorized =
  (id: string) =>
  (args: Authorized, call: ContractCall): DecodedCall =>
    describe(
      {
        id,
        title: 'Token transfer by signature',
        sentence: 'Hand in a signed transfer of {value} from {from} to {to}',
        fields: {
          from: ['Taken from', address],
          to: ['To', address],
          '@to': ASSET,
          value: AMOUNT,
          ...(args.validAfter.value === 0n ? {} : { validAfter: ['Valid from', time] as const }),
          validBefore: ['Valid until', until],
          nonce: NUMBER,
        },
        warnings: ({ from, to }) => [
          ...warnOfRecipient(call, call.to, to.value, from.value),
          ...warnOfToken(call, call.to),
        ],
        effects: ({ from, to, value }) => tokenMoves(call, from.value, to.value, value.value),
      },
      args,
      call,
    );

const ARGUMENTS =
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce';
const SIGNATURE = 'uint8 v, bytes32 r, bytes32 s';

const TRANSFER = authorized('eip3009.transferWithAuthorization');
const RECEIVE = authorized('eip3009.receiveWithAuthorization');
/** A signed transfer that is called off, before it is handed in. */
const CANCEL = {
  id: 'eip3009.cancelAuthorization',
  title: 'Signed transfer called off',
  sentence: 'Call off a transfer that {authorizer} signed',
  fields: { authorizer: ['Signed by', address], nonce: NUMBER, '@to': ASSET },
  warnings: (_args: unknown, call: ContractCall) => warnOfToken(call, call.to),
  effects: () => MOVES_NOTHING,
} as const;

/** Transfers by signature (EIP-3009), with signatures of three parts and, as later tokens take them, of bytes. */
export const AUTHORIZED_TRANSFER_CALLS = [
  defineCall(`transferWithAuthorization(${ARGUMENTS}, ${SIGNATURE})`, TRANSFER),
  defineCall(`transferWithAuthorization(${ARGUMENTS}, bytes signature)`, TRANSFER),
  defineCall(`receiveWithAuthorization(${ARGUMENTS}, ${SIGNATURE})`, RECEIVE),
  defineCall(`receiveWithAuthorization(${ARGUMENTS}, bytes signature)`, RECEIVE),
  describeCall(`cancelAuthorization(address authorizer, bytes32 nonce, ${SIGNATURE})`, CANCEL),
  describeCall('cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)', CANCEL),
];
