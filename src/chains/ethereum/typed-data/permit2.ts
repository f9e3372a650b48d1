import type { Fact } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import type { Hex } from '../model/address.ts';
import { warnOfToken } from '../model/call-warnings.ts';
import { warnOfAllowance } from '../model/allowance-warnings.ts';
import { type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';
import { allowanceFact, assetFact, theAllowance, theTokenAmount } from '../model/token-amount.ts';
import {
  type Fields,
  type TypedDataContext,
  type TypedDataKind,
  deadlineFact,
  warnOfPermit,
} from './kind.ts';

/** Permit2, at the address that it has on every chain but ZKsync's. */
const PERMIT2: Hex = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)';

interface Permission {
  readonly token: Hex;
  readonly amount: bigint;
  /** In seconds since the epoch, where the allowance ends before the signature does or after it. */
  readonly ends?: bigint;
}

interface Grant {
  readonly id: string;
  readonly title: string;
  /** Whether the spender keeps an allowance, or takes the tokens once. */
  readonly lasting: boolean;
  readonly permissions: readonly Permission[];
  readonly spender: Hex;
  readonly until: bigint;
}

const isPermit2 = ({ domain }: TypedDataContext): boolean => domain.verifyingContract === PERMIT2;

function readGrant(
  { id, title, lasting, permissions, spender, until }: Grant,
  context: TypedDataContext,
): DecodedCall {
  const [only] = permissions;
  const verb = lasting ? ' to spend ' : ' to take, once, up to ';
  return {
    ...decoded(id, title, {
      sentence:
        permissions.length === 1 && only !== undefined
          ? say('Allow ', theLocatedAddress(spender), verb, ...much(context, only, lasting))
          : say(
              'Allow ',
              theLocatedAddress(spender),
              verb,
              theAmount(`${permissions.length} tokens`),
              ', named below',
            ),
      facts: [
        { label: 'Spender', value: spender, kind: 'address' },
        ...permissions.flatMap((permission) => permissionFacts(context, permission)),
        deadlineFact(until, 'Signature valid until'),
      ],
      warnings: [
        ...permissions.flatMap(({ token, amount }) => [
          ...warnOfAllowance(context, token, amount, spender),
          ...warnOfToken(context, token),
        ]),
        ...warnOfPermit(context, { owner: null, until: longest(until, permissions) }),
      ],
    }),
    deadline: until,
  };
}

/** The last moment at which something is left of it. */
const longest = (until: bigint, permissions: readonly Permission[]): bigint =>
  permissions.reduce((most, { ends = 0n }) => (ends > most ? ends : most), until);

const much = (context: TypedDataContext, { token, amount }: Permission, lasting: boolean) =>
  lasting ? theAllowance(context, token, amount) : [theTokenAmount(context, token, amount)];

function permissionFacts(context: TypedDataContext, { token, amount, ends }: Permission): Fact[] {
  return [
    assetFact(context, token),
    allowanceFact(context, 'Amount', token, { value: amount }),
    ...(ends === undefined ? [] : [endFact(ends)]),
  ];
}

const endFact = (ends: bigint): Fact =>
  ends === 0n
    ? { label: 'Allowance ends', value: 'with the block that it is used in', kind: 'text', note: '0' }
    : deadlineFact(ends, 'Allowance ends');

const detailsOf = (fields: Fields): Permission => ({
  token: fields.address('token'),
  amount: fields.uint('amount'),
  ends: fields.uint('expiration'),
});
const permissionOf = (fields: Fields): Permission => ({
  token: fields.address('token'),
  amount: fields.uint('amount'),
});

const allowance = (
  id: string,
  type: string,
  permissions: (fields: Fields) => readonly Permission[],
): TypedDataKind => ({
  type: `${type}${DETAILS}`,
  read: (fields, context) =>
    isPermit2(context)
      ? readGrant(
          {
            id,
            title: 'Token approval through Permit2',
            lasting: true,
            permissions: permissions(fields),
            spender: fields.address('spender'),
            until: fields.uint('sigDeadline'),
          },
          context,
        )
      : null,
});

const transfer = (
  id: string,
  type: string,
  permissions: (fields: Fields) => readonly Permission[],
): TypedDataKind => ({
  type: `${type}${PERMISSIONS}`,
  read: (fields, context) =>
    isPermit2(context)
      ? readGrant(
          {
            id,
            title: 'Token transfer by signature through Permit2',
            lasting: false,
            permissions: permissions(fields),
            spender: fields.address('spender'),
            until: fields.uint('deadline'),
          },
          context,
        )
      : null,
});

/** What Permit2 takes by signature: allowances that last, and transfers of one use. */
export const PERMIT2_KINDS = [
  allowance(
    'permit2.permitSingle',
    'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)',
    (fields) => [detailsOf(fields.struct('details'))],
  ),
  allowance(
    'permit2.permitBatch',
    'PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)',
    (fields) => fields.structs('details').map(detailsOf),
  ),
  transfer(
    'permit2.permitTransferFrom',
    'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)',
    (fields) => [permissionOf(fields.struct('permitted'))],
  ),
  transfer(
    'permit2.permitBatchTransferFrom',
    'PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)',
    (fields) => fields.structs('permitted').map(permissionOf),
  ),
];
