import { grouped } from '../model/amounts.ts';
import type { ByteRange, Fact } from '../model/decoded.ts';
import type { Delegation } from './delegations.ts';
import { prefixedHex, toChecksumAddress } from './model/address.ts';
import { type Network, formatCoins, formatGwei } from './model/networks.ts';
import {
  type EnvelopeType,
  FIELDS,
  type FieldName,
  type UnsignedEthereumTransaction,
} from './transaction.ts';

/** Gas of one blob (EIP-4844). */
const GAS_PER_BLOB = 131_072n;

/** The most that a transaction can cost its sender in gas, in wei, without its value. */
export function highestFee(tx: UnsignedEthereumTransaction): bigint {
  const blobs =
    tx.type === 'eip4844' ? BigInt(tx.blobVersionedHashes.length) * GAS_PER_BLOB * tx.maxFeePerBlobGas : 0n;
  return tx.gasLimit * gasPriceOf(tx) + blobs;
}

/** The highest price of one gas, in wei. */
export const gasPriceOf = (tx: UnsignedEthereumTransaction): bigint =>
  'gasPrice' in tx ? tx.gasPrice : tx.maxFeePerGas;

/** Every field of the envelope in the order of its encoding, as it stands in the bytes. */
export function rawFields(tx: UnsignedEthereumTransaction): Fact[] {
  const fields: readonly FieldName[] =
    tx.type === 'legacy'
      ? [...FIELDS.legacy, ...(tx.chainId === null ? [] : (['chainId'] as const))]
      : FIELDS[tx.type];
  const [kind, type] =
    tx.type === 'legacy' ? ['no type byte', 'legacy'] : [`0x0${(tx.bytes[0] ?? 0).toString()}`, tx.type];
  return [
    {
      label: 'type',
      value: type,
      kind: 'text',
      note: kind,
      ...(tx.type === 'legacy' ? {} : { ranges: [[0, 1] as [number, number]] }),
    },
    ...fields.map((field) => rawField(tx, field)),
  ];
}

function rawField(tx: UnsignedEthereumTransaction, field: FieldName): Fact {
  const range = tx.ranges[field];
  const at = range === undefined ? {} : { ranges: [range] };
  const value = (tx as Partial<Record<FieldName, unknown>>)[field];
  if (typeof value === 'bigint') return { label: field, value: value.toString(), kind: 'number', ...at };
  if (field === 'to') {
    return tx.to === null
      ? { label: field, value: 'empty', kind: 'text', ...at }
      : { label: field, value: toChecksumAddress(tx.to), kind: 'address', ...at };
  }
  if (field === 'data') {
    const bytes = `${tx.data.length} ${tx.data.length === 1 ? 'byte' : 'bytes'}`;
    return { label: field, value: prefixedHex(tx.data), kind: 'data', note: bytes, ...at };
  }
  const members = Array.isArray(value) ? value.length : 0;
  const encoded = range === undefined ? new Uint8Array() : tx.bytes.subarray(...range);
  return {
    label: field,
    value: prefixedHex(encoded),
    kind: 'data',
    note: `list of ${members}, as encoded`,
    ...at,
  };
}

const TYPE_NAMES: Record<EnvelopeType, string> = {
  legacy: 'Legacy',
  eip2930: 'EIP-2930, with access list',
  eip1559: 'EIP-1559',
  eip4844: 'EIP-4844, with blobs',
  eip7702: 'EIP-7702, sets code of accounts',
};

const rangesOf = (tx: UnsignedEthereumTransaction, ...fields: FieldName[]): ByteRange[] =>
  fields.flatMap((field) => {
    const range = tx.ranges[field];
    return range === undefined ? [] : [range];
  });

/** The chain, as the bytes say it. */
export function chainFact(tx: UnsignedEthereumTransaction, network: Network): Fact {
  const note = tx.chainId === null ? 'the transaction names no chain' : `chain ID ${tx.chainId.toString()}`;
  return { label: 'Chain', value: network.name, kind: 'text', note, ranges: rangesOf(tx, 'chainId') };
}

/** What is sent along, in coins of the network. */
export const sentValueFact = (tx: UnsignedEthereumTransaction, network: Network, label: string): Fact => ({
  label,
  value: formatCoins(tx.value, network.unit),
  kind: 'amount',
  note: `${tx.value.toString()} wei`,
  ranges: rangesOf(tx, 'value'),
});

/** Fee, nonce and type, and the lists that a transaction carries. */
export function envelopeFacts(
  tx: UnsignedEthereumTransaction,
  network: Network,
  delegations: readonly Delegation[],
): Fact[] {
  return [
    feeFact(tx, network),
    { label: 'Nonce', value: tx.nonce.toString(), kind: 'number', ranges: rangesOf(tx, 'nonce') },
    {
      label: 'Type',
      value: TYPE_NAMES[tx.type],
      kind: 'text',
      ...(tx.type === 'legacy' ? {} : { ranges: [[0, 1] as ByteRange] }),
    },
    ...accessListFacts(tx),
    ...blobFacts(tx, network),
    ...delegations.map(delegationFact),
  ];
}

function feeFact(tx: UnsignedEthereumTransaction, network: Network): Fact {
  const gas = `${grouped(tx.gasLimit)} gas`;
  const [note, ranges] =
    'gasPrice' in tx
      ? [`${gas} at ${formatGwei(tx.gasPrice)}`, rangesOf(tx, 'gasPrice', 'gasLimit')]
      : [
          `${gas} at ${formatGwei(tx.maxFeePerGas)}, tip ${formatGwei(tx.maxPriorityFeePerGas)}`,
          rangesOf(tx, 'maxPriorityFeePerGas', 'maxFeePerGas', 'gasLimit', 'maxFeePerBlobGas'),
        ];
  const blobs = tx.type === 'eip4844' ? `, with blobs at ${formatGwei(tx.maxFeePerBlobGas)}` : '';
  return {
    label: 'Max fee',
    value: formatCoins(highestFee(tx), network.unit),
    kind: 'amount',
    note: note + blobs,
    ranges,
  };
}

function accessListFacts(tx: UnsignedEthereumTransaction): Fact[] {
  if (tx.type === 'legacy' || tx.accessList.length === 0) return [];
  const keys = tx.accessList.reduce((sum, entry) => sum + entry.storageKeys.length, 0);
  const value = `${tx.accessList.length} ${tx.accessList.length === 1 ? 'address' : 'addresses'}, ${keys} storage ${keys === 1 ? 'key' : 'keys'}`;
  return [{ label: 'Access list', value, kind: 'text', ranges: rangesOf(tx, 'accessList') }];
}

function blobFacts(tx: UnsignedEthereumTransaction, network: Network): Fact[] {
  if (tx.type !== 'eip4844') return [];
  const note = `${tx.blobVersionedHashes.length * 128} KiB of data on ${network.name}; the blobs themselves are not signed here`;
  const ranges = rangesOf(tx, 'blobVersionedHashes');
  return [{ label: 'Blobs', value: String(tx.blobVersionedHashes.length), kind: 'number', note, ranges }];
}

/** A delegation: to which code, of which account, where. */
export function delegationFact({ authorization, authority }: Delegation): Fact {
  const who =
    authority === undefined
      ? 'for an account that was not worked out'
      : authority === null
        ? 'not validly signed, so chains skip it'
        : `for the account ${authority}`;
  const where = authorization.chainId === 0n ? 'every chain' : `chain ID ${authorization.chainId.toString()}`;
  const value = toChecksumAddress(authorization.address);
  const note = `${who}, ${where}, nonce ${authorization.nonce.toString()}`;
  return { label: 'Delegates to', value, kind: 'address', note, ranges: [authorization.range] };
}
