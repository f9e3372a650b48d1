import type { PolicyTrial, TriedPolicy } from '#preload/contract/activities.ts';
import type { Activity } from '#protocol/activity.ts';
import type { PolicyRecord } from '#protocol/catalogue/policies.ts';
import { listWallets } from '#protocol/catalogue/wallets.ts';
import type { Policy } from '#protocol/policies/evaluate-policy.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { readOrganizationRules } from '../../context/organization-rules.ts';
import type { KeyInventory } from '../../context/key-inventory.ts';
import { tryPolicy } from '../../governance/policies/dry-run.ts';
import { answersOfEverybody } from '../../governance/policies/everybodys-answers.ts';
import { type PolicyText, parseRules, parsePolicies, said } from '../../governance/policies/parse-rules.ts';
import { handsOf } from '../../governance/policies/sample-hands.ts';
import { createYield } from '../../platform/pacing.ts';
import type { NameOf } from '../previews/module.ts';
import { type ActivityRecord, recordOf } from './activity-record.ts';
import { rowOf } from './describe-activity.ts';

/** So many of the newest activities are looked at. */
const LOOKED_AT = 1000;
/** So many that would be decided otherwise are shown. */
const SHOWN = 100;

type Decided = PolicyTrial['changed'][number]['before'];

const EVERYTHING = { status: [], types: [], userId: null, waitsForMe: false, sinceMs: null };

/** Names contacts and objects in what some activities ask for. */
type NamesFor = (activities: readonly Activity[]) => Promise<NameOf>;

/**
 * Which of the newest activities would be decided otherwise with a policy as it is written now.
 * @throws AppError with the parser's words and the position; ServiceError
 */
export async function trialOf(
  policy: TriedPolicy,
  ask: ContextResolver['query'],
  inventory: Pick<KeyInventory, 'listPrivateKeys' | 'listAccounts'>,
  namesFor: NamesFor,
): Promise<PolicyTrial> {
  const [organization, { wallets }, privateKeys, accounts, record] = await Promise.all([
    readOrganizationRules(ask),
    ask(listWallets, {}),
    inventory.listPrivateKeys(),
    inventory.listAccounts(),
    recordOf(ask, EVERYTHING, LOOKED_AT),
  ]);
  const { users, rootQuorum } = organization;
  const now = organization.policies.find(({ policyId }) => policyId === policy.policyId);
  const tried: Policy = { policyId: policy.policyId ?? '', ...parseRules(changedPolicy(policy, now)) };
  const policies = await parsePolicies(organization.policies);
  const parsed = policies.filter((each) => each !== undefined);
  const change = {
    ...{ rootQuorum, tried, electorate: users.flatMap(handsOf) },
    ...{ policies: parsed, isWhole: parsed.length === policies.length },
  };
  const held = { users, privateKeys, accounts, wallets };
  const everybody = await answersOfEverybody([...parsed, tried], change.electorate, createYield());
  return countOf(record, (activity) => tryPolicy(activity, held, change, everybody), namesFor);
}

async function countOf(
  { activities, isWhole }: ActivityRecord,
  verdictOn: (activity: Activity) => ReturnType<typeof tryPolicy>,
  namesFor: NamesFor,
): Promise<PolicyTrial> {
  const otherwise: { of: Activity; before: Decided; after: Decided }[] = [];
  let unclear = 0;
  const yieldToEventLoop = createYield();
  for (const { activity, fault } of activities) {
    // Each is held against every policy: of a thousand, all of them take many seconds.
    await yieldToEventLoop();
    // What isn't what was stamped is no evidence of anything.
    const verdict = fault === undefined ? verdictOn(activity) : { kind: 'unclear' as const };
    if (verdict.kind === 'unclear') unclear += 1;
    else if (verdict.kind === 'changed') {
      const { before, after } = verdict;
      otherwise.push({ of: activity, before, after });
    }
  }
  const shown = otherwise.slice(0, SHOWN);
  const nameOf = await namesFor(shown.map(({ of }) => of));
  const changed = shown.map(({ of, ...decided }) => {
    const { id, title, createdAtMs } = rowOf(of, { nameOf });
    return { id, title, atMs: createdAtMs, ...decided };
  });
  return { looked: activities.length, isWhole, unclear, changed, changedInAll: otherwise.length };
}

/** What a policy says once it is changed: what is left out stays as it is. */
export const changedPolicy = (policy: TriedPolicy, now: PolicyRecord | undefined): PolicyText => ({
  effect: policy.effect ?? now?.effect ?? 'EFFECT_ALLOW',
  condition: policy.condition ?? said(now?.condition),
  consensus: policy.consensus ?? said(now?.consensus),
  time: policy.time ?? said(now?.time),
});
