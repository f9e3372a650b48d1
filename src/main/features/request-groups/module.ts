import type { RequestGroup } from '#preload/contract/request-groups.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { type Emitter, createEmitter } from '../../platform/emitter.ts';
import { throttle } from '../../platform/pacing.ts';
import type { ApprovalParts } from '../approvals/module.ts';
import type { PreviewModuleParts } from '../previews/module.ts';
import { type RequestParts, createResultChecks } from '../requests/module.ts';
import { type ActivityReferences, createActivityReferences } from './activity-references.ts';
import { type GroupParts, type RequestGroups, createRequestGroups } from './request-groups.ts';

export { countReopenable, failedCheck, failureOf } from './failures.ts';
export type { GroupDescription, GroupText, Place, PurposeParts, ResultWriter } from './group-purpose.ts';
export { createQueryCache } from './query-cache.ts';
export type { DraftRequest, RequestGroups } from './request-groups.ts';
export { DigestList, groupPreview, readRequest, requireSameContext } from './review-group.ts';

export interface GroupModuleParts {
  readonly groups: RequestGroups;
  /** A group moved on. */
  readonly groupMoved: Emitter<[group: RequestGroup]>;
  readonly references: ActivityReferences;
}

/** What each purpose of a group is described as, and who takes its results. */
export type GroupPurposeParts = Pick<GroupParts, 'purposes'>;

type Needs = ApprovalParts &
  PreviewModuleParts &
  RequestParts &
  GroupPurposeParts &
  Pick<
    ConsoleContext,
    'host' | 'clock' | 'timing' | 'storage' | 'requestSeal' | 'sessions' | 'selections' | 'profileId' | 'news'
  >;

/** The console's state is told no more often than this while a group runs, in ms. */
const RECORDED_MS = 500;

/** Many requests under one approval. */
export const requestGroups = defineModule({
  start: async (needs: Needs): Promise<ModuleParts<'requestGroups', GroupModuleParts>> => {
    const { host, clock, storage, sessions, sending, profileId } = needs;
    await storage.groups.removeIncomplete();
    const groupMoved: GroupModuleParts['groupMoved'] = createEmitter();
    const references = createActivityReferences(storage.activityReferences, needs.requestSeal);
    const checks = createResultChecks(host.checkScript, clock);
    groupMoved.on((group) => host.send('console', 'requestGroups.changed', group));
    const groups = createRequestGroups({
      ...needs,
      // Whoever follows the console's state need not hear of each of thousands.
      send: { ...sending, checks, onRecorded: throttle(clock, RECORDED_MS, sending.onRecorded) },
      groups: storage.groups,
      references,
      watchProfile: needs.selections.watchProfile,
      session: () => sessions.current(),
      target: (id, publicKey) => sessions.target(id, publicKey),
      onChange: groupMoved.emit,
    });
    needs.news.profileChanged.on(() => groups.leaveProfile());
    needs.news.profileMoved.on((id) => groups.leavePlace(id));
    return {
      parts: { groups, groupMoved, references },
      handlers: {
        requestGroups: {
          list: () => groups.list(profileId()),
          run: async ({ id }) => ({ decision: await groups.run(id) }),
          pause: ({ id }) => {
            groups.pause(id);
            return Promise.resolve(undefined);
          },
          refresh: ({ id }) => groups.refresh(id),
          discard: async ({ id }) => {
            await groups.discard(id);
            return undefined;
          },
        },
      },
      // What runs goes on when another profile is shown.
      onLock: () => groups.reset(),
      idle: async () => {
        await groups.idle();
        await checks.close();
      },
    };
  },
});
