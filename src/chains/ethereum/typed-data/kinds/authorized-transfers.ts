import { formatTime } from '#chains/model/amounts.ts';
import type { Fact } from '#chains/model/decoded.ts';
import { say } from '#chains/model/sentence.ts';
import type { Hex } from '../../address.ts';
import { decoded, theAddress, type DecodedCall } from '../../call.ts';
import { burns, warnOfToken, ZERO_ADDRESS } from '../../call-warnings.ts';
import { assetFact, theTokenAmount, tokenFact } from '../../token-amount.ts';
import { tokenOf } from '../../moves.ts';
import { findToken } from '../../tokens.ts';
import { untilFact, warnOfPermit, type Fields, type TypedDataContext, type TypedDataKind } from '../kind.ts';

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
        theAddress(to),
        `, handed in by ${who}`,
      ),
      facts: [
        { label: 'Taken from', value: from, kind: 'address' },
        { label: 'To', value: to, kind: 'address' },
        assetFact(context, token),
        tokenFact(context, 'Amount', token, value),
        ...(after === 0n ? [] : [{ label: 'Valid from', value: formatTime(after), kind: 'time' as const }]),
        untilFact(until),
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
      sentence: say('Call off a transfer that ', theAddress(authorizer), ' signed'),
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
