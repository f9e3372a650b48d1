import type { Warning } from '../../../protocol/chains/reading.ts';

/** What a policy says; null and undefined are what it does not say. */
interface Said {
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly condition: string | null | undefined;
  readonly consensus: string | null | undefined;
}

/** An expression that is not there, or is `true`, always holds. */
const alwaysHolds = (expression: string | null | undefined): boolean =>
  ['', 'true'].includes((expression ?? '').trim());

/** What a policy lets through or stops that its author may not have meant. */
export function policyWarnings({ effect, condition, consensus }: Said): Warning[] {
  const [always, anybody] = [alwaysHolds(condition), alwaysHolds(consensus)];
  if (effect === 'EFFECT_DENY') return always && anybody ? [DENIES_ALL] : [];
  if (always && anybody) return [ALLOWS_ALL];
  if (always) return [ALLOWS_EVERYTHING];
  return anybody ? [ALLOWS_ANYBODY] : [];
}

const ALLOWS_ALL: Warning = {
  code: 'POLICY_ALLOWS_ALL',
  severity: 'danger',
  title: 'Anybody may do anything',
  text: 'It has neither a condition nor a consensus: every user alone could sign, export and delete whatever there is.',
};
const ALLOWS_EVERYTHING: Warning = {
  code: 'POLICY_WITHOUT_CONDITION',
  severity: 'danger',
  title: 'It allows everything',
  text: 'Without a condition it holds for every operation: signing, export and deletion among them.',
};
const ALLOWS_ANYBODY: Warning = {
  code: 'POLICY_WITHOUT_CONSENSUS',
  severity: 'caution',
  title: 'Anybody alone may do it',
  text: 'Without a consensus one vote is enough, whoever gives it.',
};
const DENIES_ALL: Warning = {
  code: 'POLICY_DENIES_ALL',
  severity: 'danger',
  title: 'It denies everything',
  text: 'It has neither a condition nor a consensus: only the root quorum could still do anything.',
};
