import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { FileParts } from '../files/module.ts';
import type { PreviewModuleParts } from '../previews/module.ts';
import type { GroupModuleParts } from '../request-groups/module.ts';
import { type BatchFlow, createBatchFlow } from './batch-flow.ts';

export { AssetTotals } from './asset-totals.ts';
export { batchPurpose } from './batch-flow.ts';
export { csvRecords, requireDistinct } from './csv-records.ts';
export { describeBatch } from './describe-batch.ts';
export type { BatchLine } from './read-lines.ts';
export { batchInvalid, readText } from './read-lines.ts';

export interface BatchModuleParts {
  readonly batchFlow: Pick<BatchFlow, 'readLines' | 'leftOutText' | 'discard'>;
}

type Needs = FileParts &
  PreviewModuleParts &
  GroupModuleParts &
  Pick<ConsoleContext, 'storage' | 'sessions' | 'clock' | 'news'>;

/** Requests out of a file. */
export const batches = defineModule({
  start: ({
    storage,
    sessions,
    clock,
    files,
    reads,
    groups,
    news,
  }: Needs): ModuleParts<'batches', BatchModuleParts> => {
    const flow = createBatchFlow({
      ...{ groups, store: storage.groups, reads, clock },
      session: () => sessions.current(),
    });
    for (const left of [news.profileChanged, news.profileMoved]) left.on(() => flow.leaveProfile());
    return {
      parts: { batchFlow: flow },
      handlers: {
        batches: {
          read: async ({ file, operation }) => flow.read(files.pathOf(file), operation),
          summary: ({ id }) => flow.summary(id),
          lines: ({ id, after, limit }) => flow.lines(id, after, limit),
          failures: ({ id, limit }) => flow.failures(id, limit),
          tryAgain: ({ id }) => flow.tryAgain(id),
          discard: async ({ id }) => {
            await flow.discard(id);
            return undefined;
          },
        },
      },
    };
  },
});
