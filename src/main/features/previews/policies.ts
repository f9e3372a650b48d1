import type { z } from 'zod';
import {
  type PolicyRecord,
  type createPolicies,
  type createPolicy,
  type deletePolicies,
  type deletePolicy,
  listPolicies,
} from '#protocol/catalogue/policies.ts';
import type { createSessionProfile } from '#protocol/catalogue/session-profiles.ts';
import type { User } from '#protocol/catalogue/users.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { parseRules } from '../../governance/policies/parse-rules.ts';
import { readPolicy } from '../../governance/policies/read-policy.ts';
import { createYield } from '../../platform/pacing.ts';
import { answerOf } from './answers.ts';
import { listNames } from './list-names.ts';
import { readPeople } from './people.ts';
import { policyWarnings, reachFacts, scopeWarnings } from './policy-warnings.ts';
import { NOTHING_EXPECTED, type PreviewContext, type PreviewParts } from './preview-maker.ts';
import type { PreviewOf } from './operation-view.ts';
import { restOfFacts } from './rest-of-facts.ts';
import { previewWarning } from './warnings.ts';

type NewPolicy = z.output<typeof createPolicy.parameters>;

/** "Create the policy “Pay”: allow when …", and what that comes to. */
export const createPolicyPreview: PreviewOf<typeof createPolicy> = (policy, context) =>
  describeNew(policy, [policy], context);

/** Each policy as it would be shown alone. */
export const createPoliciesPreview: PreviewOf<typeof createPolicies> = (parameters, context) =>
  describeNew(parameters, parameters.policies, context);

async function describeNew(
  parameters: unknown,
  policies: readonly NewPolicy[],
  context: PreviewContext,
): Promise<PreviewParts> {
  const { users } = await readPeople(context);
  const yieldToEventLoop = createYield();
  const described: ReturnType<typeof newPolicyParts>[] = [];
  for (const [index, policy] of policies.entries()) {
    const which = policies.length === 1 ? '' : ` ${index + 1}`;
    described.push(newPolicyParts(policy, which, users));
    await yieldToEventLoop();
  }
  const facts = described.flatMap((each) => each.facts);
  const [first] = policies;
  const names = policies.map(({ policyName }) => revealInvisible(policyName));
  const value =
    first !== undefined && policies.length === 1
      ? `Create the policy “${names[0] ?? ''}”: ${rulesWords(first)}`
      : `Create ${listNames(names, 'policies')}.`;
  return {
    sentence: [{ kind: 'text', value }],
    facts: [
      ...facts,
      ...(await restOfFacts(parameters, context, facts)).filter(({ value }) => value !== 'none'),
    ],
    warnings: described.flatMap((each) => each.warnings),
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
}

function newPolicyParts(
  policy: NewPolicy,
  which: string,
  users: readonly User[],
): { facts: Fact[]; warnings: Warning[] } {
  const rules = parseRules(policy, which === '' ? '' : `Policy${which}: `);
  const reading = readPolicy(rules, users, Date.now());
  const warnings = policyWarnings(policy.effect, reading);
  return {
    facts: [
      { label: `Policy${which}`, value: revealInvisible(policy.policyName), kind: 'text' },
      ...ruleFacts(policy, which),
      ...reachFacts(policy.effect, reading, which),
      ...(policy.notes === ''
        ? []
        : [{ label: `Notes${which}`, value: revealInvisible(policy.notes), kind: 'text' as const }]),
    ],
    warnings:
      which === ''
        ? warnings
        : warnings.map((each) => ({
            ...each,
            title: `“${revealInvisible(policy.policyName)}”: ${each.title}`,
          })),
  };
}

interface RuleTexts {
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly condition?: string | null | undefined;
  readonly consensus?: string | null | undefined;
  readonly time?: string | null | undefined;
}

/** The rules of a policy as they are written. */
export function ruleFacts({ effect, condition, consensus, time }: RuleTexts, which = ''): Fact[] {
  const said = (label: string, value: string | null | undefined): Fact => ({
    ...{
      label: `${label}${which}`,
      value: value == null || value === '' ? 'none: holds always' : revealInvisible(value),
    },
    kind: 'text',
  });
  return [
    {
      label: `Effect${which}`,
      value: effect === 'EFFECT_ALLOW' ? 'Allow' : 'Deny',
      kind: 'text',
      note: effect,
    },
    said('Condition', condition),
    said('Consensus', consensus),
    ...(time == null || time === '' ? [] : [said('Time', time)]),
  ];
}

function rulesWords({ effect, condition }: RuleTexts): string {
  const verb = effect === 'EFFECT_ALLOW' ? 'allow' : 'deny';
  if (condition == null) return `${verb} every operation.`;
  return `${verb} when ${revealInvisible(condition)}`;
}

/** Names the policy that goes and what it says now. */
export const deletePolicyPreview: PreviewOf<typeof deletePolicy> = ({ policyId }, context) =>
  describeDeleted([policyId], context);

/** Each policy as it would be shown alone. */
export const deletePoliciesPreview: PreviewOf<typeof deletePolicies> = ({ policyIds }, context) =>
  describeDeleted(policyIds, context);

async function describeDeleted(ids: readonly string[], context: PreviewContext): Promise<PreviewParts> {
  const known = await readPolicies(context);
  const found = ids.map((id) => known?.find(({ policyId }) => policyId === id));
  const names = ids.map((id, index) => revealInvisible(found[index]?.policyName ?? id));
  const what = ids.length === 1 ? 'the policy ' : '';
  return {
    sentence: [{ kind: 'text', value: `Delete ${what}${listNames(names, 'policies')}.` }],
    facts: ids.flatMap((id, index): Fact[] => {
      const which = ids.length === 1 ? '' : ` ${index + 1}`;
      const policy = found[index];
      return policy === undefined
        ? [{ label: `Policy${which}`, value: id, kind: 'data' }]
        : [
            { label: `Policy${which}`, value: names[index] ?? id, kind: 'text', note: id },
            ...ruleFacts(policy, which),
          ];
    }),
    warnings: [
      ...found.flatMap((policy) => (policy?.effect === 'EFFECT_DENY' ? [noLongerDenied(policy)] : [])),
      ...(found.includes(undefined) ? [previewWarning('POLICY_NOT_KNOWN')] : []),
    ],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
}

/** The policies of the organization; undefined where they could not be read. */
export const readPolicies = async ({
  ask,
}: Pick<PreviewContext, 'ask'>): Promise<readonly PolicyRecord[] | undefined> =>
  (await answerOf(ask(listPolicies, {})))?.policies;

/** What a policy denied goes through from then on. */
export const noLongerDenied = ({ policyName }: Pick<PolicyRecord, 'policyName'>): Warning =>
  previewWarning('POLICY_NO_LONGER_DENIES', { name: revealInvisible(policyName) });

/** What sessions of a profile may do: its scope is a condition, and is read like one. */
export const createSessionProfilePreview: PreviewOf<typeof createSessionProfile> = async (
  parameters,
  context,
) => {
  const { sessionProfileName, scope } = parameters;
  const rules = parseRules({ effect: 'EFFECT_ALLOW', condition: scope });
  const reading = readPolicy(rules, [], Date.now());
  const [reach] = reachFacts('EFFECT_ALLOW', reading);
  const facts: Fact[] = [
    { label: 'Session profile', value: revealInvisible(sessionProfileName), kind: 'text' },
    { label: 'Scope', value: revealInvisible(scope), kind: 'text' },
    ...(reach === undefined ? [] : [reach]),
  ];
  return {
    sentence: [
      {
        kind: 'text',
        value: `Create the session profile “${revealInvisible(sessionProfileName)}”: sessions may ask when ${revealInvisible(scope)}`,
      },
    ],
    facts: [...facts, ...(await restOfFacts(parameters, context, facts))],
    warnings: scopeWarnings(reading),
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};
