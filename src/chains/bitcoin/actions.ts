import { toHex } from '#protocol/encoding.ts';
import type { Fact, RecognisedAction, SentencePart } from '../model/decoded.ts';
import { say, theAddress, theAmount } from '../model/sentence.ts';
import { formatBitcoin } from './amounts.ts';
import { isGraveFee } from './fees.ts';
import { idText } from './raw-transaction.ts';
import { hasBothForms, sumOf } from './transaction.ts';
import type { BitcoinView, ViewedInput, ViewedOutput } from './view.ts';

/** So many payments are told one by one, the largest first. */
const MOST_TOLD = 4;

/** What a transaction does: who is paid how much, and what goes to a script that others share. */
export function sentenceOf(view: BitcoinView): SentencePart[] {
  const { tx, network } = view;
  const fee = isGraveFee(view) ? say(', and pay ', theAmount(formatBitcoin(tx.fee, network)), ' as fee') : [];
  return [...movesOf(view), ...burnsOf(view), ...fee];
}

/** An amount beside data is nobody's any more. */
function burnsOf({ outputs, network }: BitcoinView): SentencePart[] {
  const burned = sumOf(outputs.filter(({ kind }) => kind === 'data'));
  return burned === 0n ? [] : say(', and destroy ', theAmount(formatBitcoin(burned, network)));
}

function movesOf({ payments, network, outputs }: BitcoinView): SentencePart[] {
  const amount = (some: readonly ViewedOutput[]): SentencePart =>
    theAmount(formatBitcoin(sumOf(some), network));
  if (payments.length === 0) {
    const back = outputs.filter(({ isChange }) => isChange);
    if (back.length === 0)
      return say(sumOf(outputs) === 0n ? 'Write data, and pay everything as fee' : 'Write data');
    const hasData = back.length < outputs.length;
    return say(
      'Send ',
      amount(back),
      hasData ? ' back to the key itself, and write data' : ' back to the key itself',
    );
  }
  const told = payments.length <= MOST_TOLD ? payments : chosen(payments);
  const rest = payments.filter((each) => !told.includes(each));
  return [
    ...told.flatMap((output, index) => [
      ...say(index === 0 ? 'Send ' : ' and ', amount([output])),
      ...recipient(output),
    ]),
    ...(rest.length === 0
      ? []
      : say(' and ', amount(rest), ` in ${rest.length} more ${rest.length === 1 ? 'payment' : 'payments'}`)),
  ];
}

/** The largest, and everything that only looks like change. */
function chosen(payments: readonly ViewedOutput[]): readonly ViewedOutput[] {
  const largest = [...payments]
    .sort((one, other) => (one.amount < other.amount ? 1 : one.amount > other.amount ? -1 : 0))
    .slice(0, MOST_TOLD);
  return [...largest, ...payments.filter((each) => each.holder.who === 'shared' && !largest.includes(each))];
}

const recipient = ({ address, holder }: ViewedOutput): SentencePart[] => [
  ...(address === undefined ? say(' to a script that has no address') : say(' to ', theAddress(address))),
  ...(holder.who === 'shared' ? say(', which is shared with other keys') : []),
];

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

/** What a step of {@link actionsOf} pays or gives back, in satoshis; null where it has no address. */
export function paidByOutput({
  id,
  facts,
}: RecognisedAction): { readonly to: string; readonly amount: bigint } | null {
  if (id !== 'bitcoin.pay' && id !== 'bitcoin.change') return null;
  const to = facts.find(({ label, kind }) => kind === 'address' && (label === 'To' || label === 'Back to'));
  const [, satoshis] =
    /^(\d+) satoshis$/.exec(facts.find(({ label }) => label === 'Amount')?.note ?? '') ?? [];
  return to === undefined || satoshis === undefined ? null : { to: to.value, amount: BigInt(satoshis) };
}

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

function proofOf(input: ViewedInput): string {
  if (!input.isProven) return 'as the PSBT claims';
  const beside = input.isProvenBeside ? ', which came beside the PSBT' : '';
  const twice = hasBothForms(input) ? ', and as witness_utxo says' : '';
  return `as in the transaction that it spends from${beside}${twice}`;
}

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
        note: proofOf(input),
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
