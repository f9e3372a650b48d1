import type { Fact, Warning } from '#chains/model/decoded.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { PolicyReading } from '../../governance/policies/read-policy.ts';
import type { SampleGroup } from '../../governance/policies/sample-requests.ts';
import { previewWarning } from './warnings.ts';

/** So many operations are named. */
const NAMED = 8;

/** How far a policy reaches, in words: which operations, and whose approval is enough, or whose it denies. */
export function reachFacts(
  effect: 'EFFECT_ALLOW' | 'EFFECT_DENY',
  reading: PolicyReading,
  which = '',
): Fact[] {
  const { always, sometimes, operations, anyone, alone } = reading;
  const said =
    always.length === operations
      ? 'Every operation'
      : [...namesOf(always), ...sometimes.map(({ name }) => `${name}, for some values`)];
  const people = alone.map((name) => `“${revealInvisible(name)}”`);
  const approvals =
    anyone === undefined
      ? people.length === 0
        ? 'Particular users together'
        : `${shortened(people)} alone`
      : anyone === 1
        ? 'Any user alone'
        : `Any ${anyone} users${people.length === 0 ? '' : `, or ${shortened(people)} alone`}`;
  return [
    {
      label: `Applies to${which}`,
      value: typeof said === 'string' ? said : shortened(said) || 'No operation that this console knows',
      kind: 'text',
    },
    {
      label: `${effect === 'EFFECT_ALLOW' ? 'Approvals required' : 'Approvals denied'}${which}`,
      value: approvals,
      kind: 'text',
    },
  ];
}

/** What a policy lets through or stops that its author may not have meant. */
export function policyWarnings(effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', reading: PolicyReading): Warning[] {
  const reach = effect === 'EFFECT_ALLOW' ? allowWarnings(reading) : denyWarnings(reading);
  const { failing } = reading;
  if (failing.length === 0) return reach;
  const operations = shortened(namesOf(failing));
  const situation = effect === 'EFFECT_ALLOW' ? 'allow' : 'deny';
  return [...reach, previewWarning(`POLICY_CAN_FAIL.${situation}`, { operations })];
}

function allowWarnings(reading: PolicyReading): Warning[] {
  const { always, sometimes, operations, anyone, alone, limitsNothing, excludesOnly } = reading;
  if (always.length + sometimes.length === 0) return [previewWarning('POLICY_NEVER_APPLIES.allow')];
  const names = shortened(alone.map((name) => `“${revealInvisible(name)}”`));
  const isAll = always.length === operations;
  if (isAll && anyone === 1) return [previewWarning('POLICY_ALLOWS_ALL')];
  const ofKind = { toWhom: anyone === 1 ? ' to anyone' : '', operations: shortened(namesOf(always)) };
  const warnings: Warning[] = [];
  if (isAll) warnings.push(previewWarning('POLICY_WITHOUT_CONDITION'));
  else if (always.length * 2 >= operations)
    warnings.push(previewWarning('POLICY_ALLOWS_MOST', { allowed: always.length, operations }));
  // Nothing but its keywords keeps it from other operations: there it ends in an error.
  else if (limitsNothing) warnings.push(previewWarning('POLICY_LIMITS_NOTHING', ofKind));
  // A number or a text that nobody needs is no limit.
  else if (excludesOnly) warnings.push(previewWarning('POLICY_EXCLUDES_ONLY', ofKind));
  const isBroad = warnings.length > 0;
  const grave = always.filter(({ isGrave }) => isGrave);
  if (anyone === 1) {
    const degree = isBroad || grave.length > 0 ? 'grave' : 'ordinary';
    const all = shortened(namesOf([...grave, ...always, ...sometimes]));
    warnings.push(previewWarning(`POLICY_WITHOUT_CONSENSUS.${degree}`, { operations: all }));
  } else if (alone.length > 0 && isBroad) warnings.push(previewWarning('POLICY_ONE_USER_ALL', { names }));
  else if (alone.length > 0 && grave.length > 0)
    warnings.push(previewWarning('POLICY_ONE_USER_ALONE', { names, operations: shortened(namesOf(grave)) }));
  return warnings;
}

function denyWarnings({ always, sometimes, operations, anyone }: PolicyReading): Warning[] {
  if (always.length + sometimes.length === 0) return [previewWarning('POLICY_NEVER_APPLIES.deny')];
  return always.length === operations && anyone === 1 ? [previewWarning('POLICY_DENIES_ALL')] : [];
}

/** What a session's scope lets through that its author may not have meant. */
export function scopeWarnings(reading: PolicyReading): Warning[] {
  const { always, operations, limitsNothing, excludesOnly } = reading;
  if (always.length === operations || limitsNothing) return [previewWarning('SESSION_SCOPE_UNLIMITED')];
  if (always.length * 2 >= operations)
    return [previewWarning('SESSION_SCOPE_WIDE.most', { allowed: always.length, operations })];
  return excludesOnly
    ? [previewWarning('SESSION_SCOPE_WIDE.excludesOnly', { operations: shortened(namesOf(always)) })]
    : [];
}

const namesOf = (groups: readonly SampleGroup[]): string[] => [...new Set(groups.map(({ name }) => name))];

const shortened = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join('; ')
    : `${names.slice(0, NAMED).join('; ')}; and ${names.length - NAMED} more`;
