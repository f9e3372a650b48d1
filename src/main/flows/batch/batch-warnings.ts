import { formatAsset } from '../../../protocol/chains/asset-amount.ts';
import type { Warning } from '../../../protocol/chains/reading.ts';
import { ordered, warn } from '../../../protocol/chains/warnings.ts';
import { OUTLIER_FACTOR } from './asset-totals.ts';
import type { AmountOfLine } from './asset-totals.ts';
import type { BatchTally } from './batch-tally.ts';
import { Mentions } from './mentions.ts';

/** Recipients of one payment stand out where no more than this part of all payments goes to such, or there is one. */
const RARE = 0.1;

/**
 * What stands out in a batch, and the warnings of its lines; the gravest first. A warning of a line is one of the batch,
 * as grave and in the same words; each different text is there, with its lines.
 * @param alike warnings of addresses that look alike
 */
export const batchWarnings = (tally: BatchTally, alike: readonly Warning[]): Warning[] =>
  ordered([
    ...amongPayments(tally),
    ...effectWarnings(tally),
    ...alike,
    ...repeatedWarnings(tally),
    ...tally.warnings
      .list()
      .map(({ what, mentions }) => ({ ...what, text: `${of(mentions, tally)}: ${what.text}` })),
    ...tally.furtherWarnings.list().map(({ what, mentions }) => ({
      ...what,
      text: `${of(mentions, tally)}: each in words of its own, which stand with the line.`,
    })),
    ...networkWarnings(tally),
    ...amountWarnings(tally),
    ...recipientWarnings(tally),
  ]);

const of = (mentions: Mentions, { requests }: BatchTally): string =>
  mentions.count === 1
    ? mentions.words
    : `${mentions.words} (${mentions.count.toLocaleString('en')} of ${requests.toLocaleString('en')})`;

/** Among payments, what is none is not looked for; where nothing is a payment, each says of itself what is grave. */
function amongPayments({ payments, notPayments }: BatchTally): Warning[] {
  const { count } = notPayments;
  if (count === 0) return [];
  const title = `Not a payment: ${count.toLocaleString('en')} request${count === 1 ? '' : 's'}`;
  const text = `${notPayments.words}. Read each of them: it is spelled out on its own.`;
  return [warn('BATCH_NOT_PAYMENTS', payments === 0 ? 'caution' : 'danger', title, text)];
}

/** What an approval of many hides most easily. */
function effectWarnings({ operations }: BatchTally): Warning[] {
  const named = (effect: string): string =>
    operations
      .list()
      .filter(({ what }) => what.effect === effect)
      .map(({ what, mentions }) => `${what.summary} (${mentions.count.toLocaleString('en')})`)
      .join(', ');
  const [destroys, exports] = [named('destroy'), named('export')];
  return [
    ...(destroys === ''
      ? []
      : [warn('BATCH_DESTROYS', 'danger', 'This batch takes something away for good', `${destroys}.`)]),
    ...(exports === ''
      ? []
      : [warn('BATCH_EXPORTS', 'danger', 'This batch lets secrets out of the service', `${exports}.`)]),
  ];
}

const repeatedWarnings = ({ repeated }: BatchTally): Warning[] =>
  repeated.list().map(({ what, mentions }) => {
    const title = `The same request again: ${mentions.count.toLocaleString('en')}`;
    const text = `${mentions.words}: what an earlier line asks for, the first of them what line ${what.toLocaleString('en')} does.`;
    return warn('BATCH_REPEATS', 'danger', title, text);
  });

/** A few transactions elsewhere among many on one network. */
function networkWarnings({ networks }: BatchTally): Warning[] {
  const all = networks.list();
  return all.flatMap(({ what, mentions }, index) => {
    const usual = all.slice(0, index).find((other) => other.what.chain === what.chain);
    if (usual === undefined) return [];
    const text = `${mentions.words} on ${what.network}; most others are on ${usual.what.network}.`;
    return [warn('BATCH_OTHER_NETWORK', 'caution', 'Another network', text)];
  });
}

const amountWarnings = ({ leaving }: BatchTally): Warning[] =>
  leaving.list().flatMap(({ outliers, unlike, median, asset }) => {
    const usual = formatAsset(asset, median);
    const text = (lines: readonly AmountOfLine[], how: string): string => {
      const mentions = new Mentions();
      for (const { line } of lines) mentions.add(line);
      const [highest] = lines;
      const to = highest?.to == null ? '' : ` to ${highest.to}`;
      return `${mentions.words}: ${how}; the highest is ${formatAsset(asset, highest?.amount ?? 0n)}${to}.`;
    };
    const factor = `more than ${OUTLIER_FACTOR.toString()} times the median of ${usual}`;
    return [
      ...(outliers.length === 0
        ? []
        : [warn('BATCH_HIGH_AMOUNT', 'caution', 'Unusually high', text(outliers, factor))]),
      ...(unlike.length === 0
        ? []
        : [
            warn(
              'BATCH_OTHER_AMOUNT',
              'caution',
              'An amount unlike the others',
              text(unlike, `more than the ${usual} of nearly all others`),
            ),
          ]),
    ];
  });

/** Where most recipients come back, one that comes once may be a slip. */
function recipientWarnings({ recipients }: BatchTally): Warning[] {
  const all = recipients.list();
  const once = all.filter(({ mentions }) => mentions.count === 1);
  const [first] = once;
  const total = all.reduce((sum, { mentions }) => sum + mentions.count, 0);
  const isRare = once.length < all.length && (once.length === 1 || once.length <= total * RARE);
  if (first === undefined || !isRare) return [];
  const text = `${once.length.toLocaleString('en')} of ${recipients.size.toLocaleString('en')} addresses come once, while the others come back; the first is ${first.address} on ${first.mentions.words.toLowerCase()}.`;
  return [warn('BATCH_RARE_RECIPIENT', 'caution', 'Recipients seen once', text)];
}
