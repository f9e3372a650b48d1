import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';
import type { ApprovalParts } from '../approvals/module.ts';
import { createLocalActions } from './local-actions.ts';
import type { LocalActions } from './local-actions.ts';

export {
  describeAddProfile,
  describeAuthProxy,
  describeForget,
  describeIssuer,
  describeReadFile,
  describeRemoveProfile,
} from './describe-actions.ts';
export type { LocalActions } from './local-actions.ts';

export interface LocalActionParts {
  readonly local: LocalActions;
}

/** Acts on this computer that need an approval though nothing is stamped. */
export const localActions = defineModule({
  start: ({
    announce,
    ...needs
  }: ApprovalParts &
    Pick<ConsoleContext, 'storage' | 'journal' | 'clock' | 'timing' | 'announce'>): ModuleParts<
    never,
    LocalActionParts
  > => {
    return { parts: { local: createLocalActions({ ...needs, onRecorded: announce }) } };
  },
});
