import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import type { BatchFlow } from './batch-flow.ts';
import type { GivenFiles } from '../files/given-files.ts';

export function batchHandlers(
  batches: BatchFlow,
  files: Pick<GivenFiles, 'pathOf'>,
): Handlers<ConsoleContract>['batches'] {
  return {
    read: async ({ file, operation }) => batches.read(files.pathOf(file), operation),
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
