import { concatBytes } from '@noble/hashes/utils.js';
import { fromHex } from '#protocol/encoding.ts';
import {
  type TransferAsset,
  type TransferField,
  type TransferRequest,
  type TransferSeries,
  fieldIn,
  readUnits,
  readWhole,
  recipientIn,
  refused,
} from '../model/transfer.ts';
import { transferError } from '../model/transfer-errors.ts';
import { MAX_UINT64 } from './field-reader.ts';
import { type Hex, parseAddress } from './model/address.ts';
import { unsignedBytes } from './model/rlp.ts';

// What the forms of Ethereum and Tempo have in common.

/** The largest amount that a word of the machine holds. */
export const MAX_WORD = 2n ** 256n - 1n;
/** The unit of a gas's price. */
export const GWEI = { decimals: 9, unit: 'gwei' } as const;

export const NONCE: TransferField = {
  name: 'nonce',
  label: 'Nonce',
  where:
    'The number of transactions that the account has sent: “Nonce” at an explorer’s page of the account, or eth_getTransactionCount of a node.',
  initial: '',
  group: 'known',
  isNonce: true,
  standIn: '0',
};
/** A list's payments have a number each. */
export const NUMBERED: TransferSeries = {
  kind: 'numbered',
  note: 'The nonce is that of the first payment. It counts upward from there.',
};
export const MAX_FEE: TransferField = {
  name: 'maxFee',
  label: 'Max fee',
  aside: 'gwei per gas',
  where: 'The most that one gas may cost. What isn’t needed isn’t charged.',
  initial: '30',
  group: 'fee',
};
export const TIP: TransferField = {
  name: 'tip',
  label: 'Tip',
  aside: 'gwei per gas',
  where: 'What the block’s builder gets of it.',
  initial: '1.5',
  group: 'fee',
};

export const readNonce = (request: TransferRequest): bigint =>
  // EIP-2681: the largest number is never used.
  readWhole(fieldIn(request, NONCE), MAX_UINT64 - 1n);

/** Both prices of a gas, in wei. @throws AppError `TRANSFER_…` */
export const readGwei = (request: TransferRequest, field: TransferField): bigint =>
  readUnits(fieldIn(request, field), { ...GWEI, most: MAX_UINT64 });

/** @throws TransferRefused where the tip is more than all of it */
export function requireTip(tip: bigint, maxFee: bigint): void {
  if (tip > maxFee) throw refused('tip', transferError('TRANSFER_FEE_INVALID.tip'));
}

/** The recipient, checked against the addresses at which money is lost. @throws AppError `TRANSFER_…`, `ADDRESS_…` */
export function evmRecipient(request: TransferRequest, assets: readonly TransferAsset[]): Hex {
  const to = recipientIn(request, parseAddress) as Hex;
  if (/^0x0{40}$/.test(to)) throw transferError('TRANSFER_RECIPIENT_INVALID.zero');
  const token = assets.find(({ id }) => id === to);
  if (token !== undefined && request.asset !== '')
    throw transferError('TRANSFER_RECIPIENT_INVALID.token', { symbol: token.symbol });
  return to;
}

/** The call `transfer(address,uint256)` of ERC-20. */
export const tokenTransfer = (to: Hex, amount: bigint): Uint8Array =>
  concatBytes(fromHex('a9059cbb'), word(fromHex(to)), word(unsignedBytes(amount)));

function word(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(32);
  padded.set(bytes, 32 - bytes.length);
  return padded;
}

/** The network's number. @throws AppError `TRANSFER_NETWORK_UNKNOWN` */
export function chainIdIn(
  { network }: TransferRequest,
  networks: readonly { readonly id: string }[],
): bigint {
  if (!networks.some(({ id }) => id === network)) throw transferError('TRANSFER_NETWORK_UNKNOWN');
  return BigInt(network);
}
