import type { PolicyWords, TriedPolicy } from '#preload/contract/activities.ts';
import { type PolicyRecord, listPolicies } from '#protocol/catalogue/policies.ts';
import { type User, listUsers } from '#protocol/catalogue/users.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { type FreeTopics, type Topic, freeTopicsOf } from '../../governance/policies/free-topics.ts';
import { type Rules, parseRules } from '../../governance/policies/parse-rules.ts';
import { readPolicy } from '../../governance/policies/read-policy.ts';
import { type PreviewReads, policyWarnings, reachFacts } from '../previews/module.ts';
import { statedLimits } from '../../governance/policies/stated-limits.ts';
import { changedPolicy } from './try-policy.ts';

const nobody = (): undefined => undefined;

/** Whom a policy can speak of, and the policies that it may change. */
interface Known {
  readonly users: readonly User[];
  readonly policies: readonly PolicyRecord[];
}

async function readKnown(ask: ContextResolver['query']): Promise<Known> {
  const [{ users }, { policies }] = await Promise.all([ask(listUsers, {}), ask(listPolicies, {})]);
  return { users, policies };
}

/** For so long the users of the organization are not asked for again while somebody types. */
const KNOWN_FOR_MS = 60_000;

const TOPIC_WORDS: Readonly<Record<Topic, string>> = {
  keys: 'keys and wallets',
  recipients: 'recipients',
  amounts: 'amounts',
  calls: 'contract calls',
  networks: 'networks',
  gas: 'gas',
  fees: 'fees',
};

/** Says in words what a policy comes to while it is written. */
export interface PolicyWordsReader {
  /** @throws AppError with the parser's words and the position; ServiceError */
  read(policy: TriedPolicy): Promise<PolicyWords>;
  /** Forgets the organization: another profile has another one. */
  reset(): void;
}

/** @param now ms since the epoch */
export function createPolicyWords(
  ask: ContextResolver['query'],
  now: () => number,
  contacts?: PreviewReads['contacts'],
): PolicyWordsReader {
  let known: { readonly untilMs: number; readonly answer: Promise<Known> } | undefined;
  const organization = async (): Promise<Known> => {
    if (known !== undefined && now() < known.untilMs) return known.answer;
    const asked = { untilMs: now() + KNOWN_FOR_MS, answer: readKnown(ask) };
    known = asked;
    try {
      return await asked.answer;
    } catch (error) {
      if (known === asked) known = undefined;
      throw error;
    }
  };
  return {
    read: async (policy) => {
      const { policies, users } = await organization();
      const nameOf = (await contacts?.())?.nameOf ?? nobody;
      const before = policies.find(({ policyId }) => policyId === policy.policyId);
      const rules = parseRules(changedPolicy(policy, before));
      const reading = readPolicy(rules, users, now());
      return {
        effect: rules.effect,
        facts: [
          ...reachFacts(rules.effect, reading),
          ...(rules.condition === undefined ? [] : statedLimits(rules.condition, nameOf)),
        ],
        warnings: policyWarnings(rules.effect, reading),
        ...limitWords(rules, now()),
      };
    },
    reset: () => (known = undefined),
  };
}

function limitWords(
  { effect, condition }: Rules,
  nowMs: number,
): Pick<PolicyWords, 'notLimited' | 'notApplied'> {
  // A policy that denies has no limits: what it doesn't deny is others' to decide.
  if (effect === 'EFFECT_DENY') return { notLimited: null, notApplied: null };
  if (condition === undefined) return { notLimited: 'Everything', notApplied: null };
  const chains = freeTopicsOf(condition, nowMs);
  const applied = chains.filter(({ applies }) => applies);
  if (applied.length === 0) return { notLimited: null, notApplied: null };
  const others = chains.filter(({ applies }) => !applies).map(({ chain }) => chain);
  return { notLimited: freeWords(applied), notApplied: others.length === 0 ? null : others.join(', ') };
}

/** No policy sees what other transactions moved: totals are free in each. */
const topicsOf = ({ topics }: FreeTopics): string =>
  [...topics.map((topic) => TOPIC_WORDS[topic]), 'totals over time'].join(', ');

function freeWords(chains: readonly FreeTopics[]): string {
  const said = new Map<string, string[]>();
  for (const each of chains) said.set(topicsOf(each), [...(said.get(topicsOf(each)) ?? []), each.chain]);
  const [only] = said.keys();
  if (said.size === 1 && only !== undefined) return `${only.charAt(0).toUpperCase()}${only.slice(1)}`;
  return [...said].map(([topics, names]) => `${names.join(', ')}: ${topics}`).join('. ');
}
