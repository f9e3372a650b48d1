import type { Asset } from '#chains/model/totals.ts';
import type { YieldToEventLoop } from '../../platform/pacing.ts';
import { sortInTurns } from '../../platform/sort-in-turns.ts';

/** What one line moves of an asset, in its smallest unit. */
export interface AmountOfLine {
  readonly line: number;
  readonly amount: bigint;
  /** Who gets it, in full; null where the bytes name several or none. */
  readonly to: string | null;
}

/** Everything that a batch moves of one asset of one network. */
export interface AssetTotal {
  readonly network: string;
  readonly asset: Asset;
  readonly total: bigint;
  /** The middle one of its lines. */
  readonly median: bigint;
  /** The largest first. */
  readonly lines: readonly AmountOfLine[];
  /** Those of {@link OUTLIER_FACTOR} times the median and more. */
  readonly outliers: readonly AmountOfLine[];
  /** Where nearly all are the same amount: those that are more than that and no outliers, or the only other one. */
  readonly unlike: readonly AmountOfLine[];
  /** To how many different addresses it goes. */
  readonly recipients: number;
}

/** An amount of so many medians stands out. */
export const OUTLIER_FACTOR = 10n;
/** Where at least so many of the lines, as a part of one, have one amount, another amount stands out. */
const NEARLY_ALL = 0.75;

interface AssetLines {
  readonly network: string;
  readonly asset: Asset;
  total: bigint;
  readonly lines: AmountOfLine[];
}

/** Adds amounts up by asset; the assets of the most lines first. */
export class AssetTotals {
  readonly #assets = new Map<string, AssetLines>();

  add(network: string, asset: Asset, of: AmountOfLine): void {
    const name = JSON.stringify([network, asset.id ?? null]);
    const known = this.#assets.get(name) ?? { network, asset, total: 0n, lines: [] };
    this.#assets.set(name, known);
    known.total += of.amount;
    known.lines.push(of);
  }

  /** The sums alone, with how many lines each is of. */
  sums(): { readonly asset: Asset; readonly total: bigint; readonly count: number }[] {
    return this.#byLines().map(({ asset, total, lines }) => ({ asset, total, count: lines.length }));
  }

  /** All of it: of many lines, others have their turn meanwhile. */
  async list(yieldToEventLoop: YieldToEventLoop): Promise<AssetTotal[]> {
    const listed: AssetTotal[] = [];
    for (const each of this.#byLines()) listed.push(await summed(each, yieldToEventLoop));
    return listed;
  }

  #byLines(): AssetLines[] {
    return [...this.#assets.values()].sort((one, other) => other.lines.length - one.lines.length);
  }
}

async function summed(
  { network, asset, total, lines: given }: AssetLines,
  yieldToEventLoop: YieldToEventLoop,
): Promise<AssetTotal> {
  const lines = await sortInTurns(
    given,
    (one, other) => (one.amount < other.amount ? 1 : one.amount > other.amount ? -1 : 0),
    yieldToEventLoop,
  );
  // Of an even number the lower one of both: of two amounts, the higher one is compared with the other.
  const median = lines[Math.floor(lines.length / 2)]?.amount ?? 0n;
  const isOutlier = ({ amount }: AmountOfLine): boolean =>
    amount >= median * OUTLIER_FACTOR && amount > median;
  const outliers = lines.filter(isOutlier);
  await yieldToEventLoop();
  const unlike = unlikeAmong(lines, median).filter((line) => !isOutlier(line));
  await yieldToEventLoop();
  const recipients = new Set(lines.flatMap(({ to }) => (to === null ? [] : [to]))).size;
  await yieldToEventLoop();
  return { network, asset, total, median, lines, outliers, unlike, recipients };
}

function unlikeAmong(lines: readonly AmountOfLine[], usual: bigint): AmountOfLine[] {
  const others = lines.filter(({ amount }) => amount !== usual);
  const same = lines.length - others.length;
  if (same < 2) return [];
  if (others.length === 1) return others;
  return same >= lines.length * NEARLY_ALL ? others.filter(({ amount }) => amount > usual) : [];
}
