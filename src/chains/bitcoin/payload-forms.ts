import { MAINNET } from '../addresses/bitcoin.ts';
import { prefixedHex } from '../ethereum/model/address.ts';
import type { ByteRange, Fact, SentencePart } from '../model/decoded.ts';
import type { FormReading, PayloadForm } from '../model/chain.ts';
import { say, theAddress, theAmount } from '../model/sentence.ts';
import { blindSigning } from '../model/warnings.ts';
import { formatBitcoin } from './amounts.ts';
import { ByteCursor } from './byte-cursor.ts';
import { type RawTransaction, idText, readRawTransaction } from './raw-transaction.ts';
import { addressOfScript } from './script-kinds.ts';

const PSBT_MAGIC = [0x70, 0x73, 0x62, 0x74, 0xff];
const FLAGS: Readonly<Record<number, string>> = {
  0x01: 'all inputs and outputs',
  0x02: 'no output: anybody can choose where the coins go',
  0x03: 'one output',
  0x81: 'this input and all outputs',
  0x82: 'this input and no output: anybody can choose where the coins go',
  0x83: 'this input and one output',
};
/** The versions that the network relays. */
const MAX_VERSION = 3;
const MAX_SAID = 2;

const amount = (satoshis: bigint): string => formatBitcoin(satoshis, MAINNET);

/** A PSBT that cannot be read otherwise. */
export const PSBT_FORM: PayloadForm = {
  name: 'a Bitcoin transaction (PSBT)',
  kind: 'transaction',
  hashedWith: [],
  read: (bytes) =>
    PSBT_MAGIC.every((byte, at) => bytes[at] === byte)
      ? {
          sentence: say('Spend what could not be read'),
          facts: [{ label: 'PSBT', value: prefixedHex(bytes), kind: 'data', note: `${bytes.length} bytes` }],
          warnings: [blindSigning('What this PSBT spends and pays could not be read.')],
        }
      : null,
};

/** A transaction of the network, signed or not. */
export const RAW_BITCOIN_FORM: PayloadForm = {
  name: 'a Bitcoin transaction',
  kind: 'transaction',
  hashedWith: [],
  read: (bytes) => readingOf(readRaw(bytes, [0, bytes.length], 'network')),
};

/**
 * What the signature of an input covers: before segwit (the transaction with its flags behind it) and with version 0 of it
 * (BIP-143). The network hashes both twice with SHA-256; a request that gives the first hash shows 32 bytes alone.
 */
export const SIGHASH_FORMS: readonly PayloadForm[] = [
  {
    name: 'a Bitcoin transaction, as an input signs it',
    kind: 'transaction',
    hashedWith: [],
    read: readLegacySighash,
  },
  {
    name: 'a Bitcoin transaction, as an input signs it',
    kind: 'transaction',
    hashedWith: [],
    read: readSegwitSighash,
  },
];

function readRaw(bytes: Uint8Array, range: ByteRange, form: 'unsigned' | 'network'): RawTransaction | null {
  const version = new ByteCursor(bytes, range).u32();
  if (version < 1 || version > MAX_VERSION) return null;
  const transaction = readRawTransaction(bytes, range, form);
  return transaction.inputs.length === 0 || transaction.outputs.length === 0 ? null : transaction;
}

function readLegacySighash(bytes: Uint8Array): FormReading | null {
  const flags = flagsAtEnd(bytes);
  if (flags === null) return null;
  const reading = readingOf(readRaw(bytes, [0, bytes.length - 4], 'unsigned'));
  return reading === null ? null : { ...reading, facts: [...reading.facts, flagsFact(bytes, flags)] };
}

function readSegwitSighash(bytes: Uint8Array): FormReading | null {
  const flags = flagsAtEnd(bytes);
  if (flags === null) return null;
  const cursor = new ByteCursor(bytes, [0, bytes.length - 4]);
  const version = cursor.u32();
  if (version < 1 || version > MAX_VERSION) return null;
  cursor.skip(64);
  const spent = cursor.take(32);
  const output = cursor.u32();
  cursor.skip(cursor.compactSize());
  const value = cursor.u64();
  cursor.skip(4);
  const paid = cursor.take(32);
  cursor.skip(4);
  if (!cursor.isAtEnd) return null;
  return {
    sentence: say('Spend ', theAmount(amount(value)), ' to outputs of which only a hash is given'),
    facts: [
      { label: 'Spent output', value: `${idText(spent)}:${output}`, kind: 'hash' },
      { label: 'Amount', value: amount(value), kind: 'amount', note: `${value.toString()} satoshis` },
      { label: 'Outputs', value: prefixedHex(paid), kind: 'hash', note: 'a hash of them' },
      flagsFact(bytes, flags),
    ],
    warnings: [blindSigning('Where the coins go stands in a hash, and cannot be read.')],
  };
}

function flagsAtEnd(bytes: Uint8Array): number | null {
  if (bytes.length < 10) return null;
  const flags = new ByteCursor(bytes, [bytes.length - 4, bytes.length]).u32();
  return flags in FLAGS ? flags : null;
}

const flagsFact = ({ length }: Uint8Array, flags: number): Fact => ({
  label: 'Signature covers',
  value: FLAGS[flags] ?? '',
  kind: 'text',
  note: `flags ${flags}`,
  ranges: [[length - 4, length]],
});

function readingOf(transaction: RawTransaction | null): FormReading | null {
  if (transaction === null) return null;
  const { inputs, outputs } = transaction;
  const payments = outputs.slice(0, MAX_SAID);
  const more = outputs.length - payments.length;
  return {
    sentence: [
      ...payments.flatMap((output, index): SentencePart[] => [
        ...say(index === 0 ? 'Send ' : ' and ', theAmount(amount(output.amount))),
        ...toWhom(output.script),
      ]),
      ...(more === 0 ? [] : say(`, and ${more} more outputs`)),
    ],
    facts: [
      ...inputs.map(({ txid, vout, ranges }): Fact => ({
        label: 'Spent output',
        value: `${idText(txid)}:${vout}`,
        kind: 'hash',
        ranges: [ranges.txid, ranges.vout],
      })),
      ...outputs.flatMap((output): Fact[] => {
        const address = addressOfScript(output.script, MAINNET);
        return [
          {
            label: 'To',
            ...(address === undefined
              ? {
                  value: prefixedHex(output.script),
                  kind: 'data' as const,
                  note: 'a script without an address',
                }
              : { value: address, kind: 'address' as const, note: 'as on the main network' }),
            ranges: [output.ranges.script],
          },
          {
            label: 'Amount',
            value: amount(output.amount),
            kind: 'amount',
            note: `${output.amount.toString()} satoshis`,
            ranges: [output.ranges.amount],
          },
        ];
      }),
    ],
    warnings: [blindSigning('What the transaction spends, and so its fee, is not in these bytes.')],
  };
}

const toWhom = (script: Uint8Array): SentencePart[] => {
  const address = addressOfScript(script, MAINNET);
  return address === undefined ? say(' to a script without an address') : say(' to ', theAddress(address));
};
