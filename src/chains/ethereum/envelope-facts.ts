import type { ByteRange, Fact } from '../model/decoded.ts';
import { toChecksumAddress } from './address.ts';
import { formatCoins, formatGwei } from './amounts.ts';
import type { Delegation } from './delegations.ts';
import { highestFee } from './fees.ts';
import type { Network } from './networks.ts';
import type { EnvelopeType, FieldName, UnsignedEthereumTransaction } from './transaction.ts';
import { grouped } from '../model/amounts.ts';

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
export const valueFact = (tx: UnsignedEthereumTransaction, network: Network, label: string): Fact => ({
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
