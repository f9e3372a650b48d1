import type { Fact, Warning } from '#chains/model/decoded.ts';
import type { PolicyRecord, updatePolicy } from '#protocol/catalogue/policies.ts';
import type { User } from '#protocol/catalogue/users.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { comparePolicies } from '../../governance/policies/compare-policies.ts';
import {
  type PolicyText,
  type Rules,
  parseRules,
  thresholdFacts,
} from '../../governance/policies/parse-rules.ts';
import { readPolicy } from '../../governance/policies/read-policy.ts';
import type { PreviewOf } from './operation-view.ts';
import { readPeople } from './people.ts';
import { noLongerDenied, readPolicies, ruleFacts } from './policies.ts';
import { policyWarnings, reachFacts } from './policy-warnings.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import { restOfFacts } from './rest-of-facts.ts';
import { previewWarning } from './warnings.ts';

/** Says which policy changes, what it says now and then, and whether it allows more or denies less. */
export const updatePolicyPreview: PreviewOf<typeof updatePolicy> = async (parameters, context) => {
  const change = parameters;
  const { users } = await readPeople(context);
  const now = (await readPolicies(context))?.find(({ policyId }) => policyId === change.policyId);
  const then: PolicyText = {
    effect: change.policyEffect ?? now?.effect ?? 'EFFECT_ALLOW',
    condition: change.policyCondition ?? textOf(now?.condition),
    consensus: change.policyConsensus ?? textOf(now?.consensus),
    time: change.time ?? textOf(now?.time ?? undefined),
  };
  const rules = parseRules(then);
  const reading = readPolicy(rules, users, Date.now());
  const before = now === undefined ? undefined : rulesNow(now);
  const name = revealInvisible(now?.policyName ?? change.policyId);
  const facts: Fact[] = [
    { label: 'Policy', value: name, kind: 'text', note: change.policyId },
    ...(before === undefined ? [] : thresholdFacts(before, rules)),
    ...ruleFacts(then),
    ...(now === undefined ? [] : ruleFacts(now, ' now')),
    ...reachFacts(rules.effect, reading),
  ];
  return {
    sentence: [{ kind: 'text', value: `Change the policy “${name}”.` }],
    facts: [...facts, ...(await restOfFacts(parameters, context, facts))],
    warnings: [
      ...(now === undefined || before === undefined
        ? [previewWarning('POLICY_NOT_KNOWN')]
        : await changeWarnings(now, before, rules, users)),
      ...policyWarnings(then.effect, reading),
    ],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

/** The service shows what a policy does not say as an empty text. */
const textOf = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** What a policy says today; undefined where it cannot be read, as after a change of the language. */
function rulesNow({ effect, condition, consensus, time }: PolicyRecord): Rules | undefined {
  try {
    return parseRules({
      effect,
      condition: textOf(condition),
      consensus: textOf(consensus),
      time: textOf(time ?? undefined),
    });
  } catch {
    return undefined;
  }
}

async function changeWarnings(
  now: PolicyRecord,
  before: Rules,
  after: Rules,
  users: readonly User[],
): Promise<Warning[]> {
  const name = revealInvisible(now.policyName);
  if (before.effect !== after.effect)
    return before.effect === 'EFFECT_DENY'
      ? [noLongerDenied(now), previewWarning('POLICY_ALLOW_WIDENED', { name })]
      : [];
  const { widened, narrowed } = await comparePolicies(before, after, users, Date.now());
  const denies = after.effect === 'EFFECT_DENY';
  if (denies ? narrowed : widened)
    return [previewWarning(denies ? 'POLICY_DENY_LOOSENED' : 'POLICY_ALLOW_WIDENED', { name })];
  return widened || narrowed || isSame(before, after) ? [] : [previewWarning('POLICY_CHANGE_UNCLEAR')];
}

const isSame = (before: Rules, after: Rules): boolean => written(before) === written(after);
/** Rules without the positions in their text. */
const written = (rules: Rules): string =>
  JSON.stringify(rules, (key, value: unknown) =>
    key === 'at' || key === 'fieldAt' ? undefined : typeof value === 'bigint' ? value.toString() : value,
  );
