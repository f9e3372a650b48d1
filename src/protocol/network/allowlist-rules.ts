import type { AppError } from '../error.ts';
import { protocolError } from '../errors.ts';
import { formatCidr, parseCidr } from './cidr.ts';

/** A rule as a request gives it and as it is kept. */
export interface AllowlistRule {
  readonly cidr: string;
  readonly label?: string;
}

/** The largest blocks, and how many of each family (the published documentation of allowlists). */
const SMALLEST_PREFIX = { 4: 20, 6: 48 } as const;
const MOST_RULES = 10;

/**
 * Checks and normalises the rules of an allowlist: `192.168.1.100/24` becomes `192.168.1.0/24`; of equal blocks the first one
 * stays, with its label.
 * @throws AppError `IP_ALLOWLIST_RULE_INVALID`, which names the rule's index, or `IP_ALLOWLIST_TOO_LONG`
 */
export function normaliseRules(rules: readonly AllowlistRule[]): readonly AllowlistRule[] {
  const kept = new Map<string, AllowlistRule>();
  const count = { 4: 0, 6: 0 };
  for (const [index, rule] of rules.entries()) {
    const { family, text } = checkBlock(rule.cidr, index);
    if (kept.has(text)) continue;
    count[family] += 1;
    if (count[family] > MOST_RULES) {
      throw protocolError('IP_ALLOWLIST_TOO_LONG', { max: MOST_RULES, family });
    }
    kept.set(text, { ...rule, cidr: text });
  }
  return [...kept.values()];
}

function checkBlock(cidr: string, index: number): { family: 4 | 6; text: string } {
  const invalid = (why: string, cause?: unknown): AppError =>
    protocolError('IP_ALLOWLIST_RULE_INVALID', { index, cidr: cidr.slice(0, 64), why, cause });
  let block;
  try {
    block = parseCidr(cidr);
  } catch (cause) {
    throw invalid('it is no CIDR block.', cause);
  }
  const least = SMALLEST_PREFIX[block.family];
  if (block.prefix < least) throw invalid(`the block is larger than /${least}.`);
  return { family: block.family, text: formatCidr(block) };
}
