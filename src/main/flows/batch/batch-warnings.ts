import { formatAsset } from '../../../protocol/chains/asset-amount.ts';
import type { Warning } from '../../../protocol/chains/reading.ts';
import { ordered, warn } from '../../../protocol/chains/warnings.ts';
import { OUTLIER_FACTOR } from './asset-totals.ts';
import type { BatchTally } from './batch-tally.ts';
import { Mentions } from './mentions.ts';

/** Recipients of one payment stand out where no more than this part of all payments goes to such. */
const RARE = 0.1;
const COMPARABLE = 10;

/** What stands out in a batch, and the warnings of its lines together; the gravest first. */
export const batchWarnings = (tally: BatchTally): Warning[] =>
  ordered([
    ...effectWarnings(tally),
    ...repeatedWarnings(tally),
    ...networkWarnings(tally),
    ...amountWarnings(tally),
    ...recipientWarnings(tally),
    ...tally.warnings.list().map(({ what, mentions }) => ({
      ...what,
      title: `${what.title}: ${mentions.count.toLocaleString('en')} of ${tally.requests.toLocaleString('en')}`,
      text: `${mentions.words}. ${mentions.count === 1 ? what.text : `On the first of them: ${what.text}`}`,
    })),
  ]);

/** What an approval of many hides most easily. */
function effectWarnings({ operations }: BatchTally): Warning[] {
  const of = (effect: string): string =>
    operations
      .list()
      .filter(({ what }) => what.effect === effect)
      .map(({ what, mentions }) => `${what.summary} (${mentions.count.toLocaleString('en')})`)
      .join(', ');
  const [destroys, exports] = [of('destroy'), of('export')];
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
  leaving.list().flatMap(({ outliers, median, asset }) => {
    const [highest] = outliers;
    if (highest === undefined) return [];
    const lines = new Mentions();
    for (const { line } of outliers) lines.add(line);
    const text = `${lines.words}: more than ${OUTLIER_FACTOR.toString()} times the middle one of ${formatAsset(asset, median)}; the highest is ${formatAsset(asset, highest.amount)}${highest.to === null ? '' : ` to ${highest.to}`}.`;
    return [warn('BATCH_HIGH_AMOUNT', 'caution', 'Unusually high', text)];
  });

/** Where most recipients come back, one that comes once may be a slip. */
function recipientWarnings({ recipients }: BatchTally): Warning[] {
  const once = recipients.list().filter(({ mentions }) => mentions.count === 1);
  const [first] = once;
  const { total } = recipients;
  if (first === undefined || total < COMPARABLE || once.length > total * RARE) return [];
  const text = `${once.length.toLocaleString('en')} of ${recipients.size.toLocaleString('en')} recipients get one payment, while the others come back; the first is ${first.what} on ${first.mentions.words.toLowerCase()}.`;
  return [warn('BATCH_RARE_RECIPIENT', 'caution', 'Recipients seen once', text)];
}
