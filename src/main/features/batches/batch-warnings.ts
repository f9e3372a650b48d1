import { formatAsset } from '#chains/model/amounts.ts';
import type { Warning } from '#chains/model/decoded.ts';
import { ordered, warn } from '#chains/model/warnings.ts';
import { Mentions } from './address-index.ts';
import { type AmountOfLine, OUTLIER_FACTOR } from './asset-totals.ts';
import type { BatchSummary } from './batch-summary.ts';
import type { BatchTotals } from './batch-totals.ts';
import type { rareRecipients } from './rare-recipients.ts';

/** So many addresses are named in a warning; the list of recipients marks them all. */
const NAMED = 8;
/** An asset is the usual one where at least this part of all lines moves it. */
const MOST = 0.75;
/** Another one stands out where no more than this part of all lines moves it, or one does. */
const FEW = 0.1;

type Rare = Awaited<ReturnType<typeof rareRecipients>>[number];

/**
 * What stands out in a batch, and the warnings of its lines; the gravest first. A warning of a line is one of the batch,
 * as grave and in the same words; each different text is there, with its lines.
 * @param found `alike` are warnings of addresses that look alike, `rare` recipients that are paid unlike the others, and `leftOut`
 *   lines of the file that are no part of the batch
 */
export const batchWarnings = (
  summed: BatchSummary,
  totals: BatchTotals,
  {
    alike,
    rare,
    leftOut,
  }: { readonly alike: readonly Warning[]; readonly rare: readonly Rare[]; readonly leftOut: Mentions },
): Warning[] =>
  ordered([
    ...leftOutWarnings(leftOut),
    ...amongPayments(summed),
    ...effectWarnings(summed),
    ...alike,
    ...recipientWarnings(summed, rare),
    ...amountWarnings(totals),
    ...assetWarnings(totals),
    ...repeatedWarnings(summed),
    ...summed.warnings
      .list()
      .map(({ what, mentions }) => ({ ...what, text: `${of(mentions, summed)}: ${what.text}` })),
    ...summed.furtherWarnings.list().map(({ what, mentions }) => ({
      ...what,
      text: `${of(mentions, summed)}: each in words of its own, which stand with the line.`,
    })),
    ...networkWarnings(summed),
  ]);

const counted = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : one.endsWith('s') ? 'es' : 's'}`;

const of = (mentions: Mentions, { requests }: BatchSummary): string =>
  mentions.count === 1
    ? mentions.words
    : `${mentions.words} (${mentions.count.toLocaleString('en')} of ${requests.toLocaleString('en')})`;

/** Who thinks of a whole file as paid would never pay these. */
function leftOutWarnings({ count, words }: Mentions): Warning[] {
  if (count === 0) return [];
  const title = `Left out: ${counted(count, 'row')} of the file`;
  const text = `${words}: wrong, and no part of this batch. ${count === 1 ? 'It isn’t paid.' : 'They aren’t paid.'}`;
  return [warn('BATCH_ROWS_LEFT_OUT', 'caution', title, text)];
}

/** Among payments, what is none is not looked for; where nothing is a payment, each says of itself what is grave. */
function amongPayments({ payments, notPayments }: BatchSummary): Warning[] {
  const { count } = notPayments;
  if (count === 0) return [];
  const title = `Not a payment: ${count.toLocaleString('en')} request${count === 1 ? '' : 's'}`;
  const text = `${notPayments.words}. Read each of them: it is spelled out on its own.`;
  return [warn('BATCH_NOT_PAYMENTS', payments === 0 ? 'caution' : 'danger', title, text)];
}

/** What an approval of many hides most easily. */
function effectWarnings({ operations }: BatchSummary): Warning[] {
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

const repeatedWarnings = ({ repeated }: BatchSummary): Warning[] =>
  repeated.list().map(({ what, mentions }) => {
    const title = `The same request again: ${mentions.count.toLocaleString('en')}`;
    const text = `${mentions.words}: what an earlier line asks for, the first of them what line ${what.toLocaleString('en')} does.`;
    return warn('BATCH_REPEATS', 'danger', title, text);
  });

/** A few transactions elsewhere among many on one network. */
function networkWarnings({ networks }: BatchSummary): Warning[] {
  const all = networks.list();
  return all.flatMap(({ what, mentions }, index) => {
    const usual = all.slice(0, index).find((other) => other.what.chain === what.chain);
    if (usual === undefined) return [];
    const text = `${mentions.words} on ${what.network}; most others are on ${usual.what.network}.`;
    return [warn('BATCH_OTHER_NETWORK', 'caution', 'Another network', text)];
  });
}

const amountWarnings = ({ leaving, paidTogether }: BatchTotals): Warning[] =>
  [...leaving, ...paidTogether].flatMap(({ outliers, unlike, median, asset }) => {
    const usual = formatAsset(asset, median);
    const text = (lines: readonly AmountOfLine[], how: string): string => {
      const mentions = new Mentions();
      for (const line of new Set(lines.map((each) => each.line))) mentions.add(line);
      const [highest] = lines;
      const to = highest?.to == null ? '' : ` to ${highest.to}`;
      return `${mentions.words}: ${how}; ${lines.length === 1 ? 'it' : 'the highest'} is ${formatAsset(asset, highest?.amount ?? 0n)}${to}.`;
    };
    const factor = `at least ${OUTLIER_FACTOR.toString()} times the median of ${usual}`;
    return [
      ...(outliers.length === 0
        ? []
        : [warn('BATCH_HIGH_AMOUNT', 'danger', 'Unusually high amount', text(outliers, factor))]),
      ...(unlike.length === 0
        ? []
        : [
            warn(
              'BATCH_OTHER_AMOUNT',
              'danger',
              'An amount unlike the others',
              text(unlike, `not the ${usual} of nearly all others`),
            ),
          ]),
    ];
  });

/** Whoever is paid unlike the others may be somebody else than meant. */
function recipientWarnings({ recipients }: BatchSummary, rare: readonly Rare[]): Warning[] {
  if (rare.length === 0) return [];
  const named = rare
    .slice(0, NAMED)
    .map(({ address, mentions }) => `${address} on ${mentions.words.toLowerCase()}`);
  const more = rare.length - named.length;
  const rest = more > 0 ? `; and ${more.toLocaleString('en')} more, first in the list below` : '';
  const title = `${counted(rare.length, 'recipient')} unlike the others`;
  const text = `${named.join('; ')}${rest}. The other payments go to known or repeated addresses (${counted(recipients.size, 'address')} in all).`;
  return [warn('BATCH_RARE_RECIPIENT', 'danger', title, text)];
}

/** A few payments of another asset than nearly all others. */
function assetWarnings({ leaving }: BatchTotals): Warning[] {
  const [usual, ...others] = leaving;
  if (usual === undefined || usual.lines.length < 2) return [];
  const all = [usual, ...others].reduce((sum, { lines }) => sum + lines.length, 0);
  if (usual.lines.length < all * MOST) return [];
  return others.flatMap(({ asset, total, lines }) => {
    if (lines.length > Math.max(1, all * FEW)) return [];
    const mentions = new Mentions();
    for (const { line } of lines.toReversed()) mentions.add(line);
    const to = [...new Set(lines.flatMap((each) => each.to ?? []))];
    const whom = to.length === 1 ? ` to ${to[0] ?? ''}` : '';
    const verb = lines.length === 1 ? 'sends' : 'send';
    const text = `${mentions.words} ${verb} ${formatAsset(asset, total)}${whom}; nearly all others send another asset.`;
    return [warn('BATCH_OTHER_ASSET', 'danger', 'An asset unlike the others', text)];
  });
}
