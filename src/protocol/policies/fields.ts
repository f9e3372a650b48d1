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

/** Where a part of a policy goes wrong, and why. */
export interface PartFault {
  /** The character it begins with; 0 is the first of the text, and its length is behind the last. */
  readonly at: number;
  /** The place and the reason, in words; positions count from 1. */
  readonly words: string;
}

/** Why the service would refuse a part of a policy, and where; null for nothing. */
export function faultAt(part: PolicyPart, text: string): PartFault | null {
  try {
    parsePart(part, text);
    return null;
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const lines = text.slice(0, error.position - 1).split('\n');
    const character = `character ${(lines.at(-1) ?? '').length + 1}`;
    const isOneLine = !text.includes('\n');
    const place = isOneLine ? `C${character.slice(1)}` : `Line ${lines.length}, ${character}`;
    return { at: Math.min(error.position - 1, text.length), words: `${place}: ${error.reason}` };
  }
}

/** {@link faultAt} in words. */
export const faultOf = (part: PolicyPart, text: string): string | null => faultAt(part, text)?.words ?? null;

/** The names that a part of a policy may use. */
export const keywordsOf = (part: PolicyPart): Keywords => KEYWORDS[part];
