import type { VoteStanding } from '#preload/contract/vote-standing.ts';
import type { Activity } from '#protocol/activity.ts';
import { getOrganization } from '#protocol/catalogue/organization.ts';
import { getPolicyEvaluations } from '#protocol/catalogue/activities.ts';
import { whoami } from '#protocol/catalogue/users.ts';
import type { Fact } from '#chains/model/decoded.ts';
import { ServiceRefusal } from '../../service-client/service-refusal.ts';
import { rulesOf, standingWith } from '../../governance/votes/vote-standing.ts';
import type { Rule } from '../../governance/votes/vote-standing.ts';
import type { PreviewReads } from './preview-maker.ts';

/** How a request stands with a vote on it, the rules it is under, and the name of the key that made it. */
export interface Standing {
  readonly vote: VoteStanding;
  readonly rules: Fact[];
  readonly keyName: string | undefined;
}

/**
 * Asks the service for what a vote would do. A service that does not say costs the voter these words, and no more.
 * @param publicKey the key that stamped the request
 */
export async function askStanding(
  ask: PreviewReads['ask'],
  activity: Activity,
  { approves, publicKey }: { readonly approves: boolean; readonly publicKey: string },
): Promise<Standing | undefined> {
  try {
    const [{ organizationData }, { policyEvaluations }, { userId }] = await Promise.all([
      ask(getOrganization, {}),
      ask(getPolicyEvaluations, { activityId: activity.id }),
      ask(whoami, {}),
    ]);
    const rules = rulesOf(organizationData, policyEvaluations);
    const keys = organizationData.users.flatMap(({ apiKeys }) => apiKeys);
    return {
      vote: standingWith(activity, organizationData, rules, { userId, approves }),
      rules: (rules.length > 1 ? rules.slice(0, -1) : rules).map(ruleFact),
      keyName: keys.find(({ credential }) => credential.publicKey === publicKey)?.apiKeyName,
    };
  } catch (error) {
    if (error instanceof ServiceRefusal) return undefined;
    throw error;
  }
}

const ruleFact = ({ name, need, members }: Rule): Fact => ({
  label: 'Policy',
  value: name,
  kind: 'text',
  note:
    need === null
      ? 'has a condition of its own on who approves'
      : `requires ${need} ${need === 1 ? 'approval' : 'approvals'} of ${members.length} ${members.length === 1 ? 'user' : 'users'}`,
});
