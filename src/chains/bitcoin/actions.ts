import { toHex } from '#protocol/encoding.ts';
import type { Fact, RecognisedAction } from '../model/decoded.ts';
import { formatBitcoin } from './amounts.ts';
import { idText } from './raw-transaction.ts';
import type { BitcoinView, ViewedInput, ViewedOutput } from './view.ts';

/** What each output and each input is, in the order of the transaction. */
export const actionsOf = (view: BitcoinView): RecognisedAction[] => [
  ...view.outputs.map((output, index) => outputAction(output, index, view)),
  ...view.inputs.map((input, index) => inputAction(input, index, view)),
];

function outputAction(output: ViewedOutput, index: number, view: BitcoinView): RecognisedAction {
  const action = (id: string, title: string, facts: Fact[]): RecognisedAction => ({
    id,
    title: `Output ${index}: ${title}`,
    facts,
    actions: [],
  });
  if (output.kind === 'data') return action('bitcoin.data', 'data', dataFacts(output, view));
  if (output.isChange) return action('bitcoin.change', 'change', paymentFacts(output, view));
  if (output.holder.who === 'shared')
    return action('bitcoin.payShared', 'payment to a shared script', paymentFacts(output, view));
  return action('bitcoin.pay', 'payment', paymentFacts(output, view));
}

/** Who gets how much; the script itself where it has no address. */
export const paymentFacts = (output: ViewedOutput, view: BitcoinView): Fact[] => [
  output.address === undefined
    ? {
        label: 'Script',
        value: `0x${toHex(output.script)}`,
        kind: 'data',
        note: 'has no address',
        ranges: [output.ranges.script],
      }
    : {
        label: output.isChange ? 'Back to' : 'To',
        value: output.address,
        kind: 'address',
        note: `${NOTES[output.kind] ?? output.kind}${output.holder.who === 'shared' ? '; shared with other keys' : ''}`,
        ranges: [output.ranges.script],
      },
  amountFact(output, view),
];

const NOTES: Readonly<Record<string, string>> = {
  p2pkh: 'pays to a key’s hash (P2PKH)',
  p2sh: 'pays to a script’s hash (P2SH)',
  p2wpkh: 'segwit, to a key’s hash (P2WPKH)',
  p2wsh: 'segwit, to a script’s hash (P2WSH)',
  p2tr: 'taproot (P2TR)',
  witness: 'a version of segwit that is not in use',
};

const amountFact = ({ amount, ranges }: ViewedOutput, { network }: BitcoinView): Fact => ({
  label: 'Amount',
  value: formatBitcoin(amount, network),
  kind: 'amount',
  note: `${amount.toString()} satoshis`,
  ranges: [ranges.amount],
});

const dataFacts = (output: ViewedOutput, view: BitcoinView): Fact[] => [
  {
    label: 'Data',
    value: `0x${toHex(output.script.subarray(1))}`,
    kind: 'data',
    note: `behind OP_RETURN, ${output.script.length - 1} bytes`,
    ranges: [output.ranges.script],
  },
  amountFact(output, view),
];

function inputAction(input: ViewedInput, index: number, { network }: BitcoinView): RecognisedAction {
  const isSigned = input.spending !== undefined;
  return {
    id: 'bitcoin.spend',
    title: `Input ${index}: ${isSigned ? 'spent by this key' : 'not signed by this key'}`,
    facts: [
      input.address === undefined
        ? { label: 'Script', value: `0x${toHex(input.script)}`, kind: 'data', note: 'has no address' }
        : { label: 'From', value: input.address, kind: 'address' },
      {
        label: 'Amount',
        value: formatBitcoin(input.amount, network),
        kind: 'amount',
        note: input.isProven ? 'as in the transaction that it spends from' : 'as the PSBT claims',
        ranges: [input.amountRange],
      },
      {
        label: 'Spends',
        value: idText(input.txid),
        kind: 'hash',
        note: `its output ${input.vout}`,
        ranges: [input.ranges.txid, input.ranges.vout],
      },
    ],
    actions: [],
  };
}
