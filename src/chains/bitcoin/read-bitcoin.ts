import { toHex } from '#protocol/encoding.ts';
import { formatTime, formatUnits } from '../model/amounts.ts';
import type { DecodeContext, KeyToSign } from '../model/chain.ts';
import type { DecodedTransaction, Fact } from '../model/decoded.ts';
import { actionsOf, paymentFacts, sentenceOf } from './actions.ts';
import { estimateSize } from './fees.ts';
import { LOCKTIME_THRESHOLD, type Psbt } from './psbt.ts';
import { psbtField, GLOBAL, type PsbtField, type PsbtMap } from './psbt-fields.ts';
import { idText } from './raw-transaction.ts';
import { formatBitcoin, totalsFor } from './amounts.ts';
import { parseBitcoin, sumOf } from './transaction.ts';
import { type BitcoinView, viewOf } from './view.ts';
import { claimedInputs, warningsOf } from './warnings.ts';

/**
 * Reads what a PSBT does, out of its bytes alone; previous transactions that came beside it only prove amounts that it claims.
 * @param unsignedTransaction the PSBT as bytes or hex, of version 0 or 2
 * @throws AppError as `parseBitcoin`, or for a signer whose address or public key is none of Bitcoin
 */
export function readBitcoin(
  unsignedTransaction: string | Uint8Array,
  signer?: KeyToSign,
  { ownAddresses: own = [], previousTransactions }: DecodeContext = {},
): DecodedTransaction {
  const view = viewOf(parseBitcoin(unsignedTransaction, previousTransactions), signer, own);
  const claimed = claimedInputs(view.inputs, ({ isProven, isProvenBeside }) => isProven && !isProvenBeside);
  return {
    chain: 'bitcoin',
    network: view.networkName,
    sentence: sentenceOf(view),
    facts: [
      {
        label: 'Network',
        value: view.networkName,
        kind: 'text',
        note:
          signer === undefined
            ? 'not said in a PSBT; addresses are written as those of the main network'
            : 'that of the key’s address; a PSBT does not say it',
      },
      ...fromFact(view),
      ...view.payments.flatMap((output) => paymentFacts(output, view)),
      ...totals(view),
      ...timing(view),
    ],
    actions: actionsOf(view),
    raw: rawFields(view.tx.psbt),
    warnings: warningsOf(view),
    blind: view.payments.some(({ kind }) => kind === 'other'),
    ...(signer === undefined ? {} : { totals: totalsFor(view) }),
    ...(claimed.length === 0
      ? {}
      : { previousTransactions: [...new Set(claimed.map(({ txid }) => idText(txid)))] }),
  };
}

const fromFact = ({ signer }: BitcoinView): Fact[] =>
  signer === undefined
    ? []
    : [
        {
          label: 'From',
          value: signer.address,
          kind: 'address',
          ...(signer.name === undefined ? {} : { note: signer.name }),
        },
      ];

function totals({ tx, network, inputs, outputs, signer }: BitcoinView): Fact[] {
  const money = (label: string, satoshis: bigint, note?: string): Fact => ({
    label,
    value: formatBitcoin(satoshis, network),
    kind: 'amount',
    note: note ?? `${satoshis.toString()} satoshis`,
  });
  const change = outputs.filter(({ isChange }) => isChange);
  const signed = inputs.filter(({ spending }) => spending !== undefined);
  const { virtualBytes, isWhole } = estimateSize(tx);
  const rate = formatUnits((tx.fee * 10n) / BigInt(virtualBytes), 1);
  const size = `${isWhole ? 'about' : 'at least'} ${virtualBytes} vbytes`;
  return [
    ...(change.length === 0
      ? []
      : [{ ...money('Change', sumOf(change)), ranges: change.map(({ ranges }) => ranges.amount) }]),
    money('Fee', tx.fee),
    {
      label: 'Fee rate',
      value: `${isWhole ? '' : 'at most '}${rate} sat/vB`,
      kind: 'text',
      note: `an estimate, for ${size} once signed`,
    },
    money('Inputs', sumOf(inputs), `${inputs.length} ${inputs.length === 1 ? 'input' : 'inputs'}`),
    ...(signer === undefined
      ? []
      : [money('Leaves this key', sumOf(signed) - sumOf(change), 'what its inputs hold, less the change')]),
  ];
}

function timing({ tx }: BitcoinView): Fact[] {
  const { lockTime, inputs } = tx;
  const isEffective = inputs.some(({ sequence }) => sequence !== 0xffff_ffff);
  const isReplaceable = inputs.some(({ sequence }) => sequence < 0xffff_fffe);
  const until = lockTime < LOCKTIME_THRESHOLD ? `block ${lockTime}` : formatTime(BigInt(lockTime));
  return [
    ...(lockTime === 0
      ? []
      : [
          {
            label: 'Not before',
            value: until,
            kind: 'text' as const,
            note: isEffective ? `lock time ${lockTime}` : 'without effect, since every input is final',
          },
        ]),
    {
      label: 'Replaceable',
      value: isReplaceable ? 'yes' : 'no',
      kind: 'text',
      note: isReplaceable
        ? 'says so itself (BIP-125): its maker may pay a higher fee later'
        : 'as it says itself (BIP-125)',
      ranges: inputs.flatMap(({ ranges }) => (ranges.sequence === undefined ? [] : [ranges.sequence])),
    },
    {
      label: 'Version',
      value: tx.version.toString(),
      kind: 'number',
      note: `in a PSBT of version ${tx.psbt.version}`,
    },
  ];
}

/** Every field as it stands in the bytes; the transaction inside version 0 in its parts. */
const rawFields = (psbt: Psbt): Fact[] => [
  ...psbt.global.flatMap((field) =>
    field.type === GLOBAL.unsignedTx ? unsignedFacts(psbt) : [factOf(field, '')],
  ),
  ...psbt.inputs.flatMap((map, index) => factsOf(map, `input ${index} `)),
  ...psbt.outputs.flatMap((map, index) => factsOf(map, `output ${index} `)),
];

const factsOf = (map: PsbtMap, prefix: string): Fact[] => map.map((field) => factOf(field, prefix));

function factOf({ type, name, keyData, value, range }: PsbtField, prefix: string): Fact {
  const size = `${value.length} ${value.length === 1 ? 'byte' : 'bytes'}`;
  const key = keyData.length === 0 ? '' : `, key 0x${toHex(keyData)}`;
  return {
    label: `${prefix}${name === 'unknown' ? `field 0x${type.toString(16)}` : name}`,
    value: `0x${toHex(value)}`,
    kind: 'data',
    note: `${name === 'unknown' ? 'unknown field, ' : ''}${size}${key}`,
    ranges: [range],
  };
}

function unsignedFacts({ global, transaction }: Psbt): Fact[] {
  const [from = 0, to = 0] = psbtField(global, GLOBAL.unsignedTx)?.range ?? [];
  const number = (label: string, value: number | bigint, range: [number, number]): Fact => ({
    label,
    value: value.toString(),
    kind: 'number',
    ranges: [range],
  });
  return [
    number('unsigned_tx version', transaction.version, [from, from + 4]),
    ...transaction.inputs.flatMap(({ txid, vout, sequence, ranges }, index): Fact[] => [
      { label: `unsigned_tx input ${index} txid`, value: idText(txid), kind: 'hash', ranges: [ranges.txid] },
      number(`unsigned_tx input ${index} vout`, vout, ranges.vout),
      number(`unsigned_tx input ${index} sequence`, sequence, ranges.sequence ?? ranges.vout),
    ]),
    ...transaction.outputs.flatMap(({ amount, script, ranges }, index): Fact[] => [
      number(`unsigned_tx output ${index} amount`, amount, ranges.amount),
      {
        label: `unsigned_tx output ${index} script`,
        value: `0x${toHex(script)}`,
        kind: 'data',
        ranges: [ranges.script],
      },
    ]),
    number('unsigned_tx lock_time', transaction.lockTime, [to - 4, to]),
  ];
}
