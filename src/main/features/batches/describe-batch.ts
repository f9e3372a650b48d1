import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import {
  NO_NAMES,
  type OwnNames,
  type PreviewReads,
  previewMakerOf,
  readOwnNames,
} from '../previews/module.ts';
import type { GroupDescription } from '../request-groups/module.ts';
import { BatchSummary } from './batch-summary.ts';
import { batchText } from './batch-text.ts';
import { earlierPayments } from './rare-recipients.ts';

/** So long work may go on without a pause, in ms: the windows are answered by the same thread. */
const STRETCH_MS = 12;

/** Gives a function to call between pieces of long work: it lets others have their turn, when it is time. */
function createYield(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < STRETCH_MS) return;
    await setImmediate();
    began = performance.now();
  };
}

/** What a batch is described as: its pages are always there. */
export interface BatchDescription extends GroupDescription {
  end(): ReturnType<typeof batchText>;
}

/**
 * Reads each request of a batch as its own preview would, and adds them up.
 * @param namesOf which addresses are ours, and what they are called
 */
export function describeBatch(
  reads: PreviewReads,
  clock: Clock,
  namesOf: (reads: PreviewReads) => Promise<OwnNames> = readOwnNames,
): BatchDescription {
  const summed = new BatchSummary();
  const yieldToEventLoop = createYield();
  const earlier = earlierPayments(reads);
  let own = NO_NAMES;
  return {
    add: async (operation, parameters, { line, position }) => {
      const parts = await previewMakerOf(operation)(parameters, { operation, ...reads });
      await earlier.look(parameters, parts);
      summed.add({ line: line ?? position + 1, operation, parameters, parts }, clock.now());
      // Only where there is an address: a batch without one is read by users who may list no keys.
      if (!summed.addresses.isEmpty) own = await namesOf(reads);
      await yieldToEventLoop();
      return parts.expectation;
    },
    end: () => batchText(summed, own, earlier),
  };
}
