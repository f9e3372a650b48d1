import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import type { GivenFiles } from './given-files.ts';
import { describeReadFile } from '../local-actions/describe-actions.ts';
import type { LocalActions } from '../local-actions/local-actions.ts';
import { requireLocalPath } from '../../platform/open-plain-file.ts';
import type { Host } from '../../platform/host.ts';

/** Files out of the host's dialog, and by paths that were typed: a script can type as well, so the operator is asked. */
export function fileHandlers(
  files: GivenFiles,
  host: Host,
  local: LocalActions,
): Handlers<ConsoleContract>['files'] {
  return {
    pick: async ({ kind }) => {
      const path = host.can.pickFiles ? await host.pickFile(kind) : null;
      return path === null ? null : files.give(path);
    },
    name: async ({ path }) => {
      // Refused before it is shown: nothing may touch such a path.
      requireLocalPath(path);
      if (!files.has(path)) await local.approve(describeReadFile(path));
      return files.give(path);
    },
  };
}
