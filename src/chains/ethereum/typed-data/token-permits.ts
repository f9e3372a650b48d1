import { formatTime } from '../../model/amounts.ts';
import type { Fact } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import type { Hex } from '../model/address.ts';
import { ZERO_ADDRESS, burns, warnOfToken } from '../model/call-warnings.ts';
import { warnOfAllowance } from '../model/allowance-warnings.ts';
import { type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';
import { tokenOf } from '../model/moves.ts';
import { allowanceFact, assetFact, theAllowance, theTokenAmount, tokenFact } from '../model/token-amount.ts';
import { findToken } from '../model/tokens.ts';
import {
  type Fields,
  type TypedDataContext,
  type TypedDataKind,
  deadlineFact,
  warnOfPermit,
} from './kind.ts';

const MEMBERS =
  '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';

const numberFact = (nonce: Hex): Fact => ({
  label: 'Number of the authorization',
  value: nonce,
  kind: 'hash',
});

/** A transfer of the token that the domain names as its contract. @param who may hand it in */
function readTransfer(
  id: string,
  fields: Fields,
  context: TypedDataContext,
  who: string,
): DecodedCall | null {
  const token = context.domain.verifyingContract;
  if (token === undefined) return null;
  const [from, to] = [fields.address('from'), fields.address('to')];
  const [value, after, until] = [fields.uint('value'), fields.uint('validAfter'), fields.uint('validBefore')];
  return {
    ...decoded(id, 'Token transfer by signature', {
      sentence: say(
        'Send ',
        theTokenAmount(context, token, value),
        ' to ',
        theLocatedAddress(to),
        `, handed in by ${who}`,
      ),
      facts: [
        { label: 'Taken from', value: from, kind: 'address' },
        { label: 'To', value: to, kind: 'address' },
        assetFact(context, token),
        tokenFact(context, 'Amount', token, { value }),
        ...(after === 0n ? [] : [{ label: 'Valid from', value: formatTime(after), kind: 'time' as const }]),
        deadlineFact(until),
        numberFact(fields.hex('nonce')),
      ],
      warnings: [
        ...(to === ZERO_ADDRESS ? [burns()] : []),
        ...warnOfToken(context, token),
        ...warnOfPermit(context, { owner: from, until }),
      ],
    }),
    moves: [{ asset: tokenOf(context.chainId, token), amount: value, from, to }],
    isExhaustive: findToken(context.chainId, token) !== undefined,
    deadline: until,
  };
}

const transfer: TypedDataKind = {
  type: `TransferWithAuthorization${MEMBERS}`,
  read: (fields, context) => readTransfer('eip3009.transferWithAuthorization', fields, context, 'anybody'),
};

const receive: TypedDataKind = {
  type: `ReceiveWithAuthorization${MEMBERS}`,
  read: (fields, context) =>
    readTransfer('eip3009.receiveWithAuthorization', fields, context, 'the recipient'),
};

const cancel: TypedDataKind = {
  type: 'CancelAuthorization(address authorizer,bytes32 nonce)',
  read: (fields, context) => {
    const token = context.domain.verifyingContract;
    if (token === undefined) return null;
    const authorizer = fields.address('authorizer');
    return decoded('eip3009.cancelAuthorization', 'Signed transfer called off', {
      sentence: say('Call off a transfer that ', theLocatedAddress(authorizer), ' signed'),
      facts: [
        { label: 'Signed by', value: authorizer, kind: 'address' },
        numberFact(fields.hex('nonce')),
        assetFact(context, token),
      ],
      warnings: warnOfToken(context, token),
    });
  },
};

/** Transfers by signature that tokens take themselves (EIP-3009). */
export const AUTHORIZED_TRANSFERS = [transfer, receive, cancel];

const MAX = 2n ** 256n - 1n;

interface Permit {
  readonly id: string;
  readonly owner: Hex;
  readonly spender: Hex;
  readonly amount: bigint;
  readonly until: bigint;
}

/** An allowance of the token that the domain names as its contract. */
function readPermit(
  { id, owner, spender, amount, until }: Permit,
  context: TypedDataContext,
): DecodedCall | null {
  const token = context.domain.verifyingContract;
  if (token === undefined) return null;
  return {
    ...decoded(id, 'Token approval by signature', {
      sentence:
        amount === 0n
          ? say(
              'Take back the approval of ',
              theLocatedAddress(spender),
              ' for token ',
              theLocatedAddress(token),
            )
          : say('Allow ', theLocatedAddress(spender), ' to spend ', ...theAllowance(context, token, amount)),
      facts: [
        { label: 'Owner', value: owner, kind: 'address' },
        { label: 'Spender', value: spender, kind: 'address' },
        assetFact(context, token),
        allowanceFact(context, 'Allowance', token, { value: amount }),
        deadlineFact(until),
      ],
      warnings: [
        ...warnOfAllowance(context, token, amount, spender),
        ...warnOfToken(context, token),
        ...warnOfPermit(context, { owner, until }),
      ],
    }),
    deadline: until,
  };
}

const permit: TypedDataKind = {
  type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  read: (fields, context) =>
    readPermit(
      {
        id: 'erc2612.permit',
        owner: fields.address('owner'),
        spender: fields.address('spender'),
        amount: fields.uint('value'),
        until: fields.uint('deadline'),
      },
      context,
    ),
};

const daiPermit: TypedDataKind = {
  type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
  read: (fields, context) => {
    const expiry = fields.uint('expiry');
    return readPermit(
      {
        id: 'dai.permit',
        owner: fields.address('holder'),
        spender: fields.address('spender'),
        amount: fields.flag('allowed') ? MAX : 0n,
        // Dai takes zero for a permit that never ends.
        until: expiry === 0n ? MAX : expiry,
      },
      context,
    );
  },
};

/** Approvals by signature that tokens take themselves: ERC-2612, and the older form of Dai. */
export const TOKEN_PERMITS = [permit, daiPermit];
