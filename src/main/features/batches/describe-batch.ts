import type { Clock } from '../../platform/clock.ts';
import { previewMakerOf, NO_NAMES, readOwnNames } from '../previews/module.ts';
import type { PreviewReads } from '../previews/module.ts';
import type { GroupDescription } from '../request-groups/module.ts';
import { BatchSummary } from './batch-summary.ts';
import { batchText } from './batch-text.ts';
import { createYield } from './yield-to-event-loop.ts';
import { earlierPayments } from './earlier-payments.ts';

/** What a batch is described as: its pages are always there. */
export interface BatchDescription extends GroupDescription {
  end(): ReturnType<typeof batchText>;
}

/** Reads each request of a batch as its own preview would, and adds them up. */
export function describeBatch(reads: PreviewReads, clock: Clock): BatchDescription {
  const tally = new BatchSummary();
  const breathe = createYield();
  const earlier = earlierPayments(reads);
  let own = NO_NAMES;
  return {
    add: async (operation, parameters, { line, position }) => {
      const parts = await previewMakerOf(operation)(parameters, { operation, ...reads });
      await earlier.look(parameters, parts);
      tally.add({ line: line ?? position + 1, operation, parameters, parts }, clock.now());
      // Only where there is an address: a batch without one is read by users who may list no keys.
      if (!tally.addresses.isEmpty) own = await readOwnNames(reads);
      await breathe();
    },
    end: () => batchText(tally, own, earlier),
  };
}
