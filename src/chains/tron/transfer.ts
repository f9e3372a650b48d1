import { concatBytes } from '@noble/hashes/utils.js';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { tokensOn } from '../ethereum/model/tokens.ts';
import { MAX_WORD, tokenTransfer } from '../ethereum/transfer-fields.ts';
import {
  type TransferAsset,
  type TransferField,
  type TransferForm,
  type TransferRequest,
  sentAmount,
  assetIn,
  createAssetLists,
  fieldIn,
  readFields,
  readUnits,
  readWhole,
  recipientIn,
} from '../model/transfer.ts';
import { transferError } from '../model/transfer-errors.ts';
import { fromEvmAddress, parseTronAddress } from './address.ts';
import { CHAIN_ID, toEvmAddress } from './contract-facts.ts';

const NETWORK = 'mainnet';
const MAX_INT64 = 2n ** 63n - 1n;
const COIN: TransferAsset = { id: '', symbol: 'TRX', name: 'Tron', decimals: 6 };
/** The network takes no transaction that expires later than a day from now. */
const MOST_MINUTES = 1_440n;

const BLOCK: TransferField = {
  name: 'block',
  label: 'Recent block ID',
  where: '“Hash” of one of the last blocks in an explorer, or “blockID” of wallet/getnowblock of a node.',
  initial: '',
  group: 'known',
  standIn: '0'.repeat(64),
};
const VALID: TransferField = {
  name: 'valid',
  label: 'Valid for',
  aside: 'minutes',
  where: 'Nobody can send the transaction after that: leave time for the approvals.',
  initial: '60',
  group: 'fee',
};
const FEE_LIMIT: TransferField = {
  name: 'feeLimit',
  label: 'Fee limit',
  aside: 'TRX, for tokens',
  where: 'The most that the energy of a token’s contract may cost.',
  initial: '50',
  group: 'fee',
};

const NETWORKS = [{ id: NETWORK, name: 'Tron' }];
const assets = createAssetLists(NETWORKS, () => [
  COIN,
  ...tokensOn(CHAIN_ID).map(({ address, ...token }) => ({ id: fromEvmAddress(fromHex(address)), ...token })),
]);

/** Builds the raw data of a transfer (java-tron, Tron.proto): of TRX, or a call of a token's contract. */
function build(request: TransferRequest): string {
  const { asset } = readFields({ asset: () => assetIn({ assets }, request) });
  const isCoin = asset.id === '';
  const { to, amount, block, valid, feeLimit } = readFields({
    to: () => readRecipient(request),
    amount: () => sentAmount(request, asset, isCoin ? MAX_INT64 : MAX_WORD),
    block: () => readBlock(request),
    valid: () => readMinutes(request),
    feeLimit: () =>
      isCoin
        ? 0n
        : readUnits(fieldIn(request, FEE_LIMIT), { decimals: COIN.decimals, unit: 'TRX', most: MAX_INT64 }),
  });
  const owner = parseTronAddress(request.sender.address);
  const contract = isCoin
    ? contractOf(
        1,
        'TransferContract',
        concatBytes(bytes(1, owner), bytes(2, parseTronAddress(to)), integer(3, amount)),
      )
    : contractOf(
        31,
        'TriggerSmartContract',
        concatBytes(
          bytes(1, owner),
          bytes(2, parseTronAddress(asset.id)),
          bytes(4, tokenTransfer(toEvmAddress(to), amount)),
        ),
      );
  const now = BigInt(request.nowMs);
  // Equal payments would have one ID, and be one: each ends a millisecond before the one that comes before it.
  const expiration = now + valid * 60_000n - BigInt(request.repeat ?? 0);
  return toHex(
    concatBytes(
      // The last two bytes of the block's number, and eight of its hash (TAPOS).
      bytes(1, block.subarray(6, 8)),
      bytes(4, block.subarray(8, 16)),
      integer(8, expiration),
      bytes(11, contract),
      integer(14, now),
      integer(18, feeLimit),
    ),
  );
}

function readRecipient(request: TransferRequest): string {
  const to = recipientIn(request, (text) => {
    parseTronAddress(text);
    return text;
  });
  if (/^0x0{40}$/.test(toEvmAddress(to))) throw transferError('TRANSFER_RECIPIENT_INVALID.zero');
  const token = assets(request.network).find(({ id }) => id === to);
  if (token === undefined) return to;
  throw transferError('TRANSFER_RECIPIENT_INVALID.token', { symbol: token.symbol });
}

function readBlock(request: TransferRequest): Uint8Array {
  const text = fieldIn(request, BLOCK);
  if (!/^(?:0x)?[0-9a-fA-F]{64}$/.test(text)) throw transferError('TRANSFER_BLOCK_INVALID.tron');
  return fromHex(text);
}

function readMinutes(request: TransferRequest): bigint {
  const minutes = readWhole(fieldIn(request, VALID), MAX_INT64);
  if (minutes > 0n && minutes <= MOST_MINUTES) return minutes;
  throw transferError('TRANSFER_TIME_INVALID', { most: MOST_MINUTES });
}

const contractOf = (type: number, name: string, message: Uint8Array): Uint8Array =>
  concatBytes(
    integer(1, BigInt(type)),
    bytes(2, concatBytes(bytes(1, toUtf8(`type.googleapis.com/protocol.${name}`)), bytes(2, message))),
  );

// Protocol buffers, in the one form in which they are hashed: no field has its default.

const integer = (number: number, value: bigint): Uint8Array =>
  value === 0n ? new Uint8Array() : concatBytes(varint(BigInt(number * 8)), varint(value));

const bytes = (number: number, value: Uint8Array): Uint8Array =>
  value.length === 0
    ? value
    : concatBytes(varint(BigInt(number * 8 + 2)), varint(BigInt(value.length)), value);

function varint(value: bigint): Uint8Array {
  const parts: number[] = [];
  let left = value;
  do {
    const more = left > 0x7fn;
    parts.push(Number(left & 0x7fn) + (more ? 0x80 : 0));
    left >>= 7n;
  } while (left > 0n);
  return Uint8Array.from(parts);
}

/** Payments on Tron: of TRX and TRC-20 tokens. */
export const tronTransfer: TransferForm = {
  networks: NETWORKS,
  fields: [BLOCK, VALID, FEE_LIMIT],
  assets,
  build,
  series: {
    kind: 'apart',
    note: 'All payments carry this block, and lapse an hour after the file is reviewed unless “Valid for” says otherwise: what isn’t approved and sent by then isn’t paid. Each token payment may cost up to the fee limit.',
  },
  nonceOf: () => null,
};
