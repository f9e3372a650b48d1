import { say } from '#chains/model/sentence.ts';
import { decoded, theAddress, type DecodedCall } from '../../call.ts';
import { warnOfAllowance } from '../../allowance-warnings.ts';
import { warnOfToken } from '../../call-warnings.ts';
import { allowanceFact, assetFact, theAllowance } from '../../token-amount.ts';
import { untilFact, warnOfPermit, type TypedDataContext, type TypedDataKind } from '../kind.ts';
import type { Hex } from '../../address.ts';

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
          ? say('Take back the approval of ', theAddress(spender), ' for token ', theAddress(token))
          : say('Allow ', theAddress(spender), ' to spend ', ...theAllowance(context, token, amount)),
      facts: [
        { label: 'Owner', value: owner, kind: 'address' },
        { label: 'Spender', value: spender, kind: 'address' },
        assetFact(context, token),
        allowanceFact(context, 'Allowance', token, amount),
        untilFact(until),
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
