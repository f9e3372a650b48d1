import type { Handlers } from '../../preload/call.ts';
import type { ConsoleContract } from '../../preload/contract.ts';
import type { BatchFlow } from '../flows/batch/batch-flow.ts';

export function batchHandlers(batches: BatchFlow): Handlers<ConsoleContract>['batches'] {
  return {
    read: ({ path, operation }) => batches.read(path, operation),
    summary: ({ id }) => batches.summary(id),
    lines: ({ id, after, limit }) => batches.lines(id, after, limit),
    failures: ({ id, limit }) => batches.failures(id, limit),
    tryAgain: ({ id }) => batches.tryAgain(id),
    discard: async ({ id }) => {
      await batches.discard(id);
      return undefined;
    },
  };
}
