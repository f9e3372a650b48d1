import { EFFECTS } from '../../../protocol/catalogue/operation.ts';
import type { Effect } from '../../../protocol/catalogue/operation.ts';
import { compareQuantities, quantityText } from '../../../protocol/chains/quantity.ts';
import type { Fact, SentencePart } from '../../../protocol/chains/reading.ts';
import { say, theAmount } from '../../../protocol/chains/sentence.ts';
import type { SetWords } from '../sets/set-purpose.ts';
import { UNNAMED_RECIPIENT } from './asset-totals.ts';
import type { AssetTotal } from './asset-totals.ts';
import type { BatchTally } from './batch-tally.ts';
import { batchWarnings } from './batch-warnings.ts';
import type { MentionsBy } from './mentions.ts';

/** So many of a kind are said one by one. */
const SAID = 8;
/** So many assets are in the sentence. */
const IN_SENTENCE = 3;
/** So many of the largest payments of an asset are shown. */
const HIGHEST = 3;
/** What destroys something is said for so many lines. */
const GRAVE = 50;

const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;

/** A batch in words: what it does in all, its totals, and what stands out. */
export const batchWords = (tally: BatchTally): SetWords => ({
  effect: effectOf(tally),
  summary: 'Send a batch of requests',
  sentence: sentenceOf(tally),
  facts: [
    ...some(tally.operations, ({ summary }, times) => ({
      label: 'Operation',
      value: summary,
      kind: 'text',
      note: count(times, 'request'),
    })),
    ...some(tally.networks, ({ network }, times) => ({
      label: 'Network',
      value: network,
      kind: 'text',
      note: count(times, 'transaction'),
    })),
    ...some(tally.signers, ({ address, name }, times) => ({
      label: 'Signed by',
      value: address,
      kind: 'address',
      note: [name, count(times, 'transaction')].filter(Boolean).join(', '),
    })),
    ...tally.assets.list().flatMap(assetFacts),
    ...tally.fees.map(({ unit, total, highest }): Fact => ({
      label: 'Fees, at most',
      value: quantityText(total, unit),
      kind: 'amount',
      note: `the highest ${quantityText(highest.fee, unit)}, on line ${highest.line.toLocaleString('en')}`,
    })),
    ...recipientFacts(tally),
    ...graveFacts(tally),
  ],
  warnings: batchWarnings(tally),
});

/** The gravest of all: the effects stand in that order. */
const effectOf = (tally: BatchTally): Effect =>
  tally.operations
    .list()
    .map(({ what }) => what.effect)
    .reduce((gravest, each) => (EFFECTS.indexOf(each) > EFFECTS.indexOf(gravest) ? each : gravest), 'write');

function sentenceOf(tally: BatchTally): SentencePart[] {
  const assets = tally.assets.list();
  const said = assets.slice(0, IN_SENTENCE).map(({ total, unit }) => theAmount(quantityText(total, unit)));
  const more = assets.length - said.length;
  return [
    ...say(`Send ${count(tally.requests, 'request')}`),
    ...(said.length === 0 ? [] : say(', which pay ')),
    ...said.flatMap((amount, index) => (index === 0 ? [amount] : say(', ', amount))),
    ...(more > 0 ? say(` and ${count(more, 'further asset')}`) : []),
    ...(said.length === 0
      ? []
      : say(
          ` to ${tally.recipients.size.toLocaleString('en')} address${tally.recipients.size === 1 ? '' : 'es'}`,
        )),
    ...say('.'),
  ];
}

/** The most frequent of a kind as facts, and how many others there are. */
function some<T>(found: MentionsBy<T>, toFact: (what: T, times: number) => Fact): Fact[] {
  const facts = found
    .list()
    .slice(0, SAID)
    .map(({ what, mentions }) => toFact(what, mentions.count));
  const [first] = facts;
  const more = found.size - facts.length;
  if (first === undefined || more <= 0) return facts;
  return [...facts, { label: first.label, value: `${more.toLocaleString('en')} more`, kind: 'text' }];
}

function assetFacts({ network, unit, token, total, median, payments }: AssetTotal): Fact[] {
  const of = token === null ? '' : ` of the token ${token}`;
  return [
    {
      label: 'Total',
      value: quantityText(total, unit),
      kind: 'amount',
      note: `${count(payments.length, 'payment')}${of} on ${network}; the middle one is ${quantityText(median, unit)}`,
    },
    // Where all pay the same, none is the highest.
    ...payments
      .slice(0, HIGHEST)
      .filter(({ amount }) => compareQuantities(amount, median) > 0)
      .map(({ amount, to, line }): Fact => ({
        label: 'Highest',
        value: quantityText(amount, unit),
        kind: 'amount',
        note: `on line ${line.toLocaleString('en')}, to ${to ?? UNNAMED_RECIPIENT}`,
      })),
  ];
}

function recipientFacts({ recipients }: BatchTally): Fact[] {
  if (recipients.size === 0) return [];
  const all = recipients.list();
  const least = all.at(-1)?.mentions.count ?? 0;
  const often = all.filter(({ mentions }) => mentions.count > least);
  return [
    { label: 'Recipients', value: recipients.size.toLocaleString('en'), kind: 'number' },
    ...often.slice(0, HIGHEST).map(({ what, mentions }): Fact => ({
      label: 'Most often to',
      value: what,
      kind: 'address',
      note: count(mentions.count, 'payment'),
    })),
  ];
}

function graveFacts({ grave }: BatchTally): Fact[] {
  const more = grave.length - GRAVE;
  return [
    ...grave.slice(0, GRAVE).map(({ line, sentence, about }): Fact => ({
      label: `Line ${line.toLocaleString('en')}`,
      value: sentence,
      kind: 'text',
      ...(about === '' ? {} : { note: about }),
    })),
    ...(more > 0
      ? [
          {
            label: 'Further lines',
            value: `${more.toLocaleString('en')} more of that kind`,
            kind: 'text' as const,
          },
        ]
      : []),
  ];
}
