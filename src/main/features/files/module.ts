import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';
import { requireLocalPath } from '../../platform/plain-files.ts';
import { describeReadFile } from '../local-actions/module.ts';
import type { LocalActionParts } from '../local-actions/module.ts';
import { createGivenFiles } from './given-files.ts';
import type { GivenFiles } from './given-files.ts';

export { handOver } from './given-files.ts';

export interface FileParts {
  readonly files: GivenFiles;
}

/** Files out of the host's dialog, and by paths that were typed: a script can type as well, so the operator is asked. */
export const files = defineModule({
  start: ({
    host,
    local,
  }: LocalActionParts & Pick<ConsoleContext, 'host'>): ModuleParts<'files', FileParts> => {
    const given = createGivenFiles();
    return {
      parts: { files: given },
      handlers: {
        files: {
          pick: async ({ kind }) => {
            const path = host.can.pickFiles ? await host.pickFile(kind) : null;
            return path === null ? null : given.give(path);
          },
          name: async ({ path }) => {
            // Refused before it is shown: nothing may touch such a path.
            requireLocalPath(path);
            if (!given.has(path)) await local.approve(describeReadFile(path));
            return given.give(path);
          },
        },
      },
    };
  },
});
