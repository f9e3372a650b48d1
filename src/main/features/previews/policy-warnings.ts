import type { Fact, Warning } from '#chains/model/decoded.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { PolicyReading } from '../../governance/policies/read-policy.ts';
import type { SampleGroup } from '../../governance/policies/sample-requests.ts';

/** So many operations are named. */
const NAMED = 8;

/** How far a policy reaches, in words: which operations, and whose approval is enough. */
export function reachFacts(reading: PolicyReading, which = ''): Fact[] {
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
    { label: `Approvals required${which}`, value: approvals, kind: 'text' },
  ];
}

/** What a policy lets through or stops that its author may not have meant. */
export function policyWarnings(effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', reading: PolicyReading): Warning[] {
  const reach = effect === 'EFFECT_ALLOW' ? allowWarnings(reading) : denyWarnings(reading);
  const { failing } = reading;
  if (failing.length === 0) return reach;
  const then = effect === 'EFFECT_ALLOW' ? 'It allows nothing then.' : 'It denies them then.';
  return [
    ...reach,
    {
      code: 'POLICY_CAN_FAIL',
      severity: 'caution',
      title: 'Some ordinary requests end in an error',
      text: `${shortened(namesOf(failing))}: a field or an element that the policy asks for may be missing. ${then}`,
    },
  ];
}

function allowWarnings(reading: PolicyReading): Warning[] {
  const { always, sometimes, operations, anyone, alone, limitsNothing, excludesOnly } = reading;
  if (always.length + sometimes.length === 0) return [neverApplies('notice', 'It allows nothing.')];
  const names = shortened(alone.map((name) => `“${revealInvisible(name)}”`));
  const isAll = always.length === operations;
  if (isAll && anyone === 1) return [ALLOWS_ALL];
  const warnings: Warning[] = [];
  if (isAll) warnings.push(ALLOWS_EVERYTHING);
  else if (always.length * 2 >= operations) warnings.push(allowsMost(reading));
  else if (limitsNothing) warnings.push(allowsKind(reading));
  else if (excludesOnly) warnings.push(excludes(reading));
  const isBroad = warnings.length > 0;
  const grave = always.filter(({ isGrave }) => isGrave);
  if (anyone === 1)
    warnings.push(
      warn(
        'POLICY_WITHOUT_CONSENSUS',
        isBroad || grave.length > 0 ? 'danger' : 'caution',
        'Any user can do this alone',
        `One approval is enough, whoever gives it: ${shortened(namesOf([...grave, ...always, ...sometimes]))}.`,
      ),
    );
  else if (alone.length > 0 && isBroad)
    warnings.push(
      warn(
        'POLICY_ONE_USER_ALL',
        'danger',
        `${names} alone can do this`,
        'No second approval is needed for any of it.',
      ),
    );
  else if (alone.length > 0 && grave.length > 0)
    warnings.push(
      warn(
        'POLICY_ONE_USER_ALONE',
        'caution',
        `${names} alone can do this`,
        `No second approval is needed for: ${shortened(namesOf(grave))}.`,
      ),
    );
  return warnings;
}

function denyWarnings({ always, sometimes, operations, anyone }: PolicyReading): Warning[] {
  if (always.length + sometimes.length === 0) return [neverApplies('caution', 'It denies nothing.')];
  return always.length === operations && anyone === 1 ? [DENIES_ALL] : [];
}

/** What a session's scope lets through that its author may not have meant. */
export function scopeWarnings(reading: PolicyReading): Warning[] {
  const { always, operations, limitsNothing, excludesOnly } = reading;
  if (always.length === operations || limitsNothing) return [SCOPE_UNLIMITED];
  if (always.length * 2 >= operations)
    return [scopeIsWide(`${always.length} of ${operations} kinds of request`)];
  return excludesOnly ? [scopeIsWide(`all but single values of: ${shortened(namesOf(always))}`)] : [];
}

const scopeIsWide = (what: string): Warning =>
  warn(
    'SESSION_SCOPE_WIDE',
    'danger',
    'The scope limits little',
    `Sessions of this profile may ask for ${what}, as far as their user may.`,
  );

const warn = (code: string, severity: Warning['severity'], title: string, text: string): Warning => ({
  ...{ code, severity, title, text },
});

const neverApplies = (severity: Warning['severity'], text: string): Warning =>
  warn(
    'POLICY_NEVER_APPLIES',
    severity,
    'Never applies',
    `No request that this console knows meets the condition. ${text}`,
  );

const allowsMost = ({ always, operations }: PolicyReading): Warning =>
  warn(
    'POLICY_ALLOWS_MOST',
    'danger',
    'Allows nearly every operation',
    `It allows ${always.length} of ${operations} kinds of request, whatever they contain.`,
  );

/** Nothing but its keywords keeps it from other operations: there it ends in an error. */
const allowsKind = ({ always, anyone }: PolicyReading): Warning =>
  warn(
    'POLICY_LIMITS_NOTHING',
    'danger',
    `Allows every request of its kind${anyone === 1 ? ' to anyone' : ''}`,
    `Its condition is always true for: ${shortened(namesOf(always))}. No value in it makes a difference.`,
  );

/** A number or a text that nobody needs is no limit. */
const excludes = ({ always, anyone }: PolicyReading): Warning =>
  warn(
    'POLICY_EXCLUDES_ONLY',
    'danger',
    `Allows nearly every request of its kind${anyone === 1 ? ' to anyone' : ''}`,
    `Its condition only excludes single values that it names. It allows all others for: ${shortened(namesOf(always))}.`,
  );

const SCOPE_UNLIMITED = warn(
  'SESSION_SCOPE_UNLIMITED',
  'danger',
  'The scope limits nothing',
  'Sessions of this profile may ask for everything that their user may.',
);

const ALLOWS_ALL = warn(
  'POLICY_ALLOWS_ALL',
  'danger',
  'Allows every operation to anyone',
  'Any user alone can sign, export and delete everything, and change every user but the root quorum.',
);
const ALLOWS_EVERYTHING = warn(
  'POLICY_WITHOUT_CONDITION',
  'danger',
  'Allows every operation',
  'Its condition holds for every request: signing, export and deletion among them.',
);
const DENIES_ALL = warn(
  'POLICY_DENIES_ALL',
  'danger',
  'Denies every operation',
  'Only the root quorum can still do anything.',
);

const namesOf = (groups: readonly SampleGroup[]): string[] => [...new Set(groups.map(({ name }) => name))];

const shortened = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join('; ')
    : `${names.slice(0, NAMED).join('; ')}; and ${names.length - NAMED} more`;
