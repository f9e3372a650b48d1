import type { PolicyTrial, TriedPolicy } from '#preload/contract/activities.ts';
import { timestampMs } from '#protocol/activity.ts';
import { getOrganization } from '#protocol/catalogue/organization.ts';
import type { PolicyRecord } from '#protocol/catalogue/policies.ts';
import { listWallets } from '#protocol/catalogue/wallets.ts';
import type { Policy } from '#protocol/policies/evaluate-policy.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import type { KeyInventory } from '../../context/key-inventory.ts';
import { tryPolicy } from '../../governance/policies/dry-run.ts';
import { type PolicyText, parseRules, policyOf, said } from '../../governance/policies/parse-rules.ts';
import { handsOf } from '../../governance/policies/sample-hands.ts';
import type { NameOf, PreviewReads } from '../previews/module.ts';
import { type ActivityRecord, recordOf } from './activity-record.ts';
import { rowOf } from './describe-activity.ts';
import { withObjects } from './object-names.ts';

/** So many of the newest activities are looked at. */
const LOOKED_AT = 1000;
/** So many that would be decided otherwise are shown. */
const SHOWN = 100;

const EVERYTHING = { status: [], types: [], userId: null, waitsForMe: false, sinceMs: null };

/**
 * Which of the newest activities would be decided otherwise with a policy as it is written now.
 * @throws AppError with the parser's words and the position; ServiceError
 */
export async function trialOf(
  policy: TriedPolicy,
  ask: ContextResolver['query'],
  inventory: Pick<KeyInventory, 'listPrivateKeys' | 'listAccounts'>,
  contacts?: PreviewReads['contacts'],
): Promise<PolicyTrial> {
  const [{ organizationData }, { wallets }, privateKeys, accounts, record, known] = await Promise.all([
    ask(getOrganization, {}),
    ask(listWallets, {}),
    inventory.listPrivateKeys(),
    inventory.listAccounts(),
    recordOf(ask, EVERYTHING, LOOKED_AT),
    contacts?.(),
  ]);
  const { users, rootQuorum } = organizationData;
  const now = organizationData.policies.find(({ policyId }) => policyId === policy.policyId);
  const tried: Policy = { policyId: policy.policyId ?? '', ...parseRules(changedPolicy(policy, now)) };
  const policies = organizationData.policies.map(policyOf);
  const parsed = policies.filter((each) => each !== undefined);
  const change = {
    ...{ rootQuorum, tried, electorate: users.flatMap(handsOf) },
    ...{ policies: parsed, isWhole: parsed.length === policies.length },
  };
  const held = { users, privateKeys, accounts, wallets };
  return countOf(
    record,
    (activity) => tryPolicy(activity, held, change),
    withObjects(() => undefined, known),
  );
}

function countOf(
  { activities, isWhole }: ActivityRecord,
  verdictOn: (activity: ActivityRecord['activities'][number]['activity']) => ReturnType<typeof tryPolicy>,
  nameOf?: NameOf,
): PolicyTrial {
  const otherwise: PolicyTrial['changed'][number][] = [];
  let unclear = 0;
  for (const { activity, fault } of activities) {
    // What isn't what was stamped is no evidence of anything.
    const verdict = fault === undefined ? verdictOn(activity) : { kind: 'unclear' as const };
    if (verdict.kind === 'unclear') unclear += 1;
    else if (verdict.kind === 'changed') {
      const { before, after } = verdict;
      const { id, title } = rowOf(activity, { nameOf });
      otherwise.push({ id, title, atMs: timestampMs(activity.createdAt) ?? 0, before, after });
    }
  }
  return {
    ...{ looked: activities.length, isWhole, unclear },
    ...{ changed: otherwise.slice(0, SHOWN), changedInAll: otherwise.length },
  };
}

/** What a policy says once it is changed: what is left out stays as it is. */
export const changedPolicy = (policy: TriedPolicy, now: PolicyRecord | undefined): PolicyText => ({
  effect: policy.effect ?? now?.effect ?? 'EFFECT_ALLOW',
  condition: policy.condition ?? said(now?.condition),
  consensus: policy.consensus ?? said(now?.consensus),
  time: policy.time ?? said(now?.time),
});
