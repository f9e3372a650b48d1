import type { Expression } from './expression.ts';
import { CONDITION_KEYWORDS, CONSENSUS_KEYWORDS, type Keywords, TIME_KEYWORDS } from './keywords.ts';
import { parsePolicy } from './parse-policy.ts';
import { PolicyError } from './policy-error.ts';

/** The parts of a policy that are written in the policy language; a session's scope is a condition. */
export type PolicyPart = 'condition' | 'consensus' | 'time';

const KEYWORDS: Readonly<Record<PolicyPart, Keywords>> = {
  condition: CONDITION_KEYWORDS,
  consensus: CONSENSUS_KEYWORDS,
  time: TIME_KEYWORDS,
};

/**
 * Reads a part of a policy.
 * @throws PolicyError with the position
 */
export const parsePart = (part: PolicyPart, text: string): Expression => parsePolicy(text, KEYWORDS[part]);

/** Why the service would refuse a part of a policy, and where; null for nothing. Positions count from 1. */
export function faultOf(part: PolicyPart, text: string): string | null {
  try {
    parsePart(part, text);
    return null;
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const lines = text.slice(0, error.position - 1).split('\n');
    const character = `character ${(lines.at(-1) ?? '').length + 1}`;
    const isOneLine = !text.includes('\n');
    const place = isOneLine ? `C${character.slice(1)}` : `Line ${lines.length}, ${character}`;
    return `${place}: ${error.reason}`;
  }
}
