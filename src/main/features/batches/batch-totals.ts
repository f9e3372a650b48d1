import type { YieldToEventLoop } from '../../platform/pacing.ts';
import type { AssetTotal } from './asset-totals.ts';
import type { BatchSummary } from './batch-summary.ts';

type Kind = 'leaving' | 'leavingOtherwise' | 'arriving' | 'fees' | 'paid' | 'paidTogether';

/** What a batch moves, asset by asset, with its lines in their order: each list is made once. */
export type BatchTotals = Readonly<Record<Kind, readonly AssetTotal[]>>;

/** Makes the lists; others have their turn meanwhile. */
export async function batchTotals(
  summed: Pick<BatchSummary, Kind>,
  yieldToEventLoop: YieldToEventLoop,
): Promise<BatchTotals> {
  const list = (kind: Kind): Promise<AssetTotal[]> => summed[kind].list(yieldToEventLoop);
  return {
    leaving: await list('leaving'),
    leavingOtherwise: await list('leavingOtherwise'),
    arriving: await list('arriving'),
    fees: await list('fees'),
    paid: await list('paid'),
    paidTogether: await list('paidTogether'),
  };
}
