import type { SentencePart } from '../model/decoded.ts';
import { say, theAddress, theAmount } from '../model/sentence.ts';
import { formatBitcoin } from './amounts.ts';
import { isGraveFee } from './fee-warnings.ts';
import { sumOf } from './transaction.ts';
import type { BitcoinView, ViewedOutput } from './view.ts';

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
