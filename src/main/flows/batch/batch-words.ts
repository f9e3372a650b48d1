import { EFFECTS } from '../../../protocol/catalogue/operation.ts';
import type { Effect } from '../../../protocol/catalogue/operation.ts';
import { formatAsset } from '../../../protocol/chains/asset-amount.ts';
import type { Fact, SentencePart } from '../../../protocol/chains/reading.ts';
import { say, theAmount } from '../../../protocol/chains/sentence.ts';
import type { SetWords } from '../sets/set-purpose.ts';
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
    ...tally.leaving.list().flatMap((each) => assetFacts('Total', each)),
    ...tally.arriving.list().flatMap((each) => assetFacts('Comes in', each)),
    ...tally.fees.list().map(feeFact),
    ...some(tally.notes, (note, times) => ({
      label: 'Of the totals',
      value: note,
      kind: 'text',
      note: `said of ${count(times, 'transaction')}`,
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
  const assets = tally.leaving.list();
  const said = assets.slice(0, IN_SENTENCE).map(({ total, asset }) => theAmount(formatAsset(asset, total)));
  const more = assets.length - said.length;
  const recipients = tally.recipients.size;
  return [
    ...say(`Send ${count(tally.requests, 'request')}`),
    ...(said.length === 0 ? [] : say(', which pay ')),
    ...said.flatMap((amount, index) => (index === 0 ? [amount] : say(', ', amount))),
    ...(more > 0 ? say(` and ${count(more, 'further asset')}`) : []),
    ...(said.length === 0 || recipients === 0
      ? []
      : say(` to ${recipients.toLocaleString('en')} address${recipients === 1 ? '' : 'es'}`)),
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

function assetFacts(label: string, { network, asset, total, median, lines }: AssetTotal): Fact[] {
  const of = asset.symbol === undefined && asset.id !== undefined ? ` of the token ${asset.id}` : '';
  return [
    {
      label,
      value: formatAsset(asset, total),
      kind: 'amount',
      note: `${count(lines.length, 'transaction')}${of} on ${network}; the middle one is ${formatAsset(asset, median)}`,
    },
    // Where all are the same, none is the highest.
    ...lines
      .slice(0, HIGHEST)
      .filter(({ amount }) => amount > median)
      .map(({ amount, to, line }): Fact => ({
        label: 'Highest',
        value: formatAsset(asset, amount),
        kind: 'amount',
        note: `on line ${line.toLocaleString('en')}${to === null ? '' : `, to ${to}`}`,
      })),
  ];
}

function feeFact({ network, asset, total, lines }: AssetTotal): Fact {
  const [highest] = lines;
  const line = highest?.line.toLocaleString('en') ?? '';
  return {
    label: 'Fees, at most',
    value: formatAsset(asset, total),
    kind: 'amount',
    note: `on ${network}; the highest ${formatAsset(asset, highest?.amount ?? 0n)}, on line ${line}`,
  };
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
