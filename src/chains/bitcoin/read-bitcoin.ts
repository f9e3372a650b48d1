import type { DecodeContext, Signer } from '../model/chain.ts';
import type { Fact, DecodedTransaction } from '../model/decoded.ts';
import { actionsOf, paymentFacts } from './actions.ts';
import { formatBitcoin } from './amounts.ts';
import { LOCKTIME_THRESHOLD } from './psbt-v2.ts';
import { rawFields } from './raw-fields.ts';
import { estimateSize } from './size.ts';
import { parseBitcoin, sumOf } from './transaction.ts';
import { totalsFor } from './totals.ts';
import { sentenceOf } from './sentence.ts';
import { viewOf, type BitcoinView } from './view.ts';
import { warningsOf } from './warnings.ts';
import { formatTime, formatUnits } from '../model/amounts.ts';

/**
 * Reads what a PSBT does, out of its bytes alone.
 * @param unsignedTransaction the PSBT as hex, of version 0 or 2
 * @throws AppError as `parseBitcoin`, or for a signer whose address or public key is none of Bitcoin
 */
export function readBitcoin(
  unsignedTransaction: string,
  signer?: Signer,
  { ownAddresses: own = [] }: DecodeContext = {},
): DecodedTransaction {
  const view = viewOf(parseBitcoin(unsignedTransaction), signer, own);
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
