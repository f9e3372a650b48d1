import { ProtocolError } from '../../../protocol/error.ts';
import type { Policy } from '../../../protocol/policies/evaluate-policy.ts';
import type { Expression } from '../../../protocol/policies/expression.ts';
import {
  CONDITION_KEYWORDS,
  CONSENSUS_KEYWORDS,
  TIME_KEYWORDS,
} from '../../../protocol/policies/keywords.ts';
import type { Keywords } from '../../../protocol/policies/keywords.ts';
import { parsePolicy } from '../../../protocol/policies/parse-policy.ts';
import { PolicyError } from '../../../protocol/policies/policy-error.ts';

/** What a policy says, as requests write it; null and undefined are what it does not say. */
export interface PolicyText {
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly condition?: string | null | undefined;
  readonly consensus?: string | null | undefined;
  readonly time?: string | null | undefined;
}

/** A policy without its id. */
export type Rules = Omit<Policy, 'policyId'>;

/**
 * Reads a policy as the service does.
 * @param of such as "Policy 2: ", before the error's words
 * @throws ProtocolError with the parser's words and the position, for what the service would refuse
 */
export function parseRules({ effect, ...text }: PolicyText, of = ''): Rules {
  const condition = parsePart(text.condition, CONDITION_KEYWORDS, `${of}Condition`);
  const consensus = parsePart(text.consensus, CONSENSUS_KEYWORDS, `${of}Consensus`);
  const time = parsePart(text.time, TIME_KEYWORDS, `${of}Time`);
  return {
    effect,
    ...(condition === undefined ? {} : { condition }),
    ...(consensus === undefined ? {} : { consensus }),
    ...(time === undefined ? {} : { time }),
  };
}

function parsePart(
  text: string | null | undefined,
  keywords: Keywords,
  part: string,
): Expression | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    return parsePolicy(text, keywords);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw new ProtocolError(error.code, `${part}: ${error.message}`, error.remedy, { cause: error });
  }
}
