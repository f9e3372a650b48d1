import { toChecksumAddress } from '../ethereum/address.ts';
import type { Delegation } from '../ethereum/delegations.ts';
import { delegationFact } from '../ethereum/envelope-facts.ts';
import { findToken, TOKEN_LIST_DATE } from '../ethereum/tokens.ts';
import type { ByteRange, Fact } from '../model/decoded.ts';
import { grantFacts } from './key-grant.ts';
import { EXPIRING_NONCE_KEY, type TempoField, type TempoTransaction } from './transaction.ts';
import { formatTime, formatTokenUnits, formatUnits, grouped } from '../model/amounts.ts';

/** Attodollars of gas to one millionth of a dollar, the smallest unit of every TIP-20 token (Tempo fee specification). */
const ATTO_PER_MICRO = 10n ** 12n;

/** The most that a transaction can cost in fees, in millionths of a dollar, rounded up as the network does. */
export const highestFee = ({ gas, maxFeePerGas }: TempoTransaction): bigint =>
  (gas * maxFeePerGas + ATTO_PER_MICRO - 1n) / ATTO_PER_MICRO;

/** Attodollars as dollars. */
const formatAtto = (atto: bigint): string => `${formatUnits(atto, 18)} USD`;

/** Millionths of a dollar as dollars. */
export const formatUsd = (micro: bigint): string => `${formatTokenUnits(micro, 6)} USD`;

const at = (tx: TempoTransaction, ...fields: TempoField[]): { ranges: ByteRange[] } => ({
  ranges: fields.flatMap((field) => {
    const range = tx.ranges.get(field);
    return range === undefined ? [] : [range];
  }),
});

/** The fee and who pays it, nonce and time limits, and what else a transaction carries. */
export const envelopeFacts = (tx: TempoTransaction, delegations: readonly Delegation[]): Fact[] => [
  {
    label: 'Max fee',
    value: formatUsd(highestFee(tx)),
    kind: 'amount',
    note: `${grouped(tx.gas)} gas at ${formatAtto(tx.maxFeePerGas)}, tip ${formatAtto(tx.maxPriorityFeePerGas)}`,
    ...at(tx, 'maxPriorityFeePerGas', 'maxFeePerGas', 'gas'),
  },
  feeTokenFact(tx),
  ...(tx.sponsored
    ? [
        {
          label: 'Fee paid by',
          value: 'another account',
          kind: 'text' as const,
          note: 'it signs after this key, and chooses the token',
          ...at(tx, 'feePayerSignature'),
        },
      ]
    : []),
  ...nonceFacts(tx),
  {
    label: 'Valid from',
    value: tx.validAfter === 0n ? 'immediately' : formatTime(tx.validAfter),
    kind: 'time',
    ...at(tx, 'validAfter'),
  },
  {
    label: 'Valid until',
    value: tx.validBefore === 0n ? 'no limit' : formatTime(tx.validBefore),
    kind: 'time',
    ...at(tx, 'validBefore'),
  },
  ...accessListFact(tx),
  ...delegations.map(delegationFact),
  ...keyFacts(tx),
];

function feeTokenFact(tx: TempoTransaction): Fact {
  const label = 'Fee token';
  if (tx.feeToken === null) {
    const value = tx.sponsored ? 'chosen by the fee payer' : 'not chosen';
    const note = tx.sponsored ? undefined : 'the network takes the account’s own choice, or its rules';
    return { label, value, kind: 'text', ...(note === undefined ? {} : { note }), ...at(tx, 'feeToken') };
  }
  const address = toChecksumAddress(tx.feeToken);
  const known = findToken(tx.chainId, address);
  const note =
    known === undefined
      ? 'not in the local list of tokens'
      : `${known.symbol}, from the local list of ${TOKEN_LIST_DATE}`;
  return { label, value: address, kind: 'address', note, ...at(tx, 'feeToken') };
}

function nonceFacts(tx: TempoTransaction): Fact[] {
  const nonce: Fact = { label: 'Nonce', value: tx.nonce.toString(), kind: 'number', ...at(tx, 'nonce') };
  if (tx.nonceKey === 0n) return [nonce];
  const expiring = tx.nonceKey === EXPIRING_NONCE_KEY;
  return [
    nonce,
    {
      label: 'Nonce key',
      value: expiring ? 'expiring' : tx.nonceKey.toString(),
      kind: expiring ? 'text' : 'number',
      note: expiring
        ? 'told apart by its hash and its time limit, not by a count (TIP-1009)'
        : 'a count of its own, apart from the account’s other transactions',
      ...at(tx, 'nonceKey'),
    },
  ];
}

function accessListFact(tx: TempoTransaction): Fact[] {
  const count = tx.accessList.length;
  if (count === 0) return [];
  const value = `${count} ${count === 1 ? 'address' : 'addresses'}`;
  return [{ label: 'Access list', value, kind: 'text', ...at(tx, 'accessList') }];
}

function keyFacts({ keyAuthorization, chainId }: TempoTransaction): Fact[] {
  if (keyAuthorization === null) return [];
  const { account, witness, range } = keyAuthorization;
  const ranges = [range];
  return [
    ...grantFacts(keyAuthorization, chainId, ranges),
    ...(account === null
      ? []
      : [
          { label: 'New key’s account', value: toChecksumAddress(account), kind: 'address' as const, ranges },
        ]),
    ...(witness === null ? [] : [{ label: 'Witness', value: witness, kind: 'hash' as const, ranges }]),
  ];
}
