import { z } from 'zod';
import type { Activity } from '#protocol/activity.ts';
import { getActivity } from '#protocol/catalogue/activities.ts';
import { listUsers } from '#protocol/catalogue/users.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { watchLock } from '../../context/runtime-state.ts';
import { createRowConsensus } from '../../governance/votes/consensus.ts';
import { reportFault } from '../../platform/errors.ts';
import { featureError } from '../errors.ts';
import type { LocalActionParts } from '../local-actions/module.ts';
import type { NameOf, PreviewModuleParts } from '../previews/module.ts';
import type { GroupModuleParts } from '../request-groups/module.ts';
import { RECORD_NAME, countActivities, recordCsv, recordJson, recordOf } from './activity-record.ts';
import { describeActivity } from './describe-activity.ts';
import { EVIDENCE_FILE, evidenceOf } from './evidence-file.ts';
import { withProofs } from './evidence-proofs.ts';
import { type ReferencesOf, listRows } from './list-rows.ts';
import { createObjectNames, withObjects } from './object-names.ts';
import { createPolicyWords } from './policy-words.ts';
import { trialOf } from './try-policy.ts';
import { listRequestKinds, whoCanDo } from './who-can.ts';
import { watchActivities } from './watch-activities.ts';

export { RECORD_NAME, type RecordCheck, checkRecord } from './activity-record.ts';
export { type JournalClaim, checkEvidence, journalClaimOf, stampOfLine } from './check-evidence.ts';
export { EVIDENCE_FILE, SEARCHED_LINES } from './evidence-file.ts';

const uuid = z.uuid();

type Needs = LocalActionParts &
  PreviewModuleParts &
  Pick<GroupModuleParts, 'references'> &
  Pick<
    ConsoleContext,
    | 'host'
    | 'clock'
    | 'timing'
    | 'profileId'
    | 'sessions'
    | 'inventory'
    | 'journal'
    | 'runtime'
    | 'announce'
    | 'news'
  >;

/** What was asked for in the organization; what waits is counted for the window, and told to the desktop. */
export const activities = defineModule({
  start: ({
    host,
    clock,
    timing,
    sessions,
    inventory,
    journal,
    signFile,
    runtime,
    announce,
    news,
    reads,
    references,
    profileId,
  }: Needs): ModuleParts<'activities'> => {
    const watch = watchActivities({
      sessions,
      clock,
      everyMs: timing.watchMs,
      userIdOf: (publicKey) => runtime.identities.get(publicKey)?.userId,
      onWaiting: (count) => {
        // A locked console says nothing of what it has, at its icon neither.
        host.setBadge(runtime.locked ? 0 : count);
        if (runtime.waitingForMe === count) return;
        runtime.waitingForMe = count;
        announce();
      },
      onNotice: (notice) => {
        // It names what was asked for. What waits is counted again when somebody unlocks.
        if (runtime.locked) return;
        host.send('console', 'activities.noticed', notice);
        host.notify(notice.title, notice.text, () => {
          // It may be pressed long after: a locked window opens nothing.
          if (!runtime.locked) host.send('console', 'activities.opened', { activityId: notice.activityId });
        });
      },
      onFault: (error) => reportFault('watch', error),
    });
    news.recorded.on(() => watch.refreshAtTimes());
    news.identified.on(() => watch.refreshSoon());
    const words = createPolicyWords(sessions.query, () => clock.now(), reads.contacts);
    const consensusOf = createRowConsensus(sessions.query);
    const objects = createObjectNames({ query: sessions.query, inventory, clock });
    const referencesOf: ReferencesOf = (ids) => references.among(profileId(), ids);
    const namesFor = async (of: readonly Activity[]): Promise<NameOf> =>
      withObjects(await objects.forRequests(of), await reads.contacts?.());
    const forget = (): void => {
      words.reset();
      objects.forget();
      host.setBadge(0);
    };
    return {
      handlers: {
        activities: {
          people: async () => {
            const { users } = await sessions.query(listUsers, {});
            return users.map(({ userId, userName }) => ({ id: userId, name: userName }));
          },
          list: (filter) =>
            listRows(sessions.query, filter, {
              ...{ consensusOf, contacts: reads.contacts, objects, references: referencesOf },
            }),
          save: async ({ form, ...filter }) => {
            const { profile } = await sessions.current();
            const record = await recordOf(sessions.query, filter);
            const savedAt = new Date(clock.now()).toISOString();
            const place = { organizationId: profile.organizationId, savedAt };
            const count = record.activities.length;
            const known = async () => {
              const of = record.activities.map(({ activity }) => activity);
              return {
                nameOf: await namesFor(of),
                references: await referencesOf(of.map(({ id }) => id)),
              };
            };
            const write = {
              csv: async () => recordCsv(record, await known()),
              json: async () => recordJson(record, place, await known()),
              evidence: async () => {
                const { users } = await sessions.query(listUsers, {});
                const proven = await withProofs(record, sessions.query);
                const held = { ...place, serviceKeys: await sessions.pinnedKeys() };
                return signFile({
                  form: EVIDENCE_FILE,
                  content: await evidenceOf(proven, held, users, (...page) => journal.list(...page)),
                  sentence: `Sign a file with ${count.toLocaleString('en')} activities as evidence.`,
                  facts: [['Organization', place.organizationId]],
                });
              },
            } as const;
            const ending = { csv: '.csv', json: RECORD_NAME, evidence: EVIDENCE_FILE.ending }[form];
            const text = await write[form]();
            const path = await host.save(`activities-${savedAt.slice(0, 10)}${ending}`, text);
            return { path, count, isWhole: record.isWhole };
          },
          count: (filter) => countActivities(sessions.query, filter),
          tryPolicy: (policy) => trialOf(policy, sessions.query, inventory, namesFor),
          policyWords: (policy) => words.read(policy),
          requestKinds: () => Promise.resolve(listRequestKinds(clock.now())),
          whoCan: ({ kind }) => whoCanDo(kind, sessions.query, clock.now(), watchLock(runtime)),
          get: async ({ id }) => {
            if (!uuid.safeParse(id).success) throw featureError('ACTIVITY_UNKNOWN');
            const { activity } = await sessions.query(getActivity, { activityId: id });
            const [named, called] = await Promise.all([
              objects.forRequests([activity]),
              referencesOf([activity.id]),
            ]);
            return describeActivity(activity, reads, await sessions.pinnedKeys(), {
              objects: named,
              reference: called.get(activity.id),
            });
          },
        },
      },
      onLock: forget,
      onProfileChange: forget,
      close: () => {
        watch.stop();
        host.setBadge(0);
      },
      idle: () => watch.idle(),
    };
  },
});
