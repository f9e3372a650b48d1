import { errorOf } from '#protocol/define-errors.ts';
import type { Policy } from '#protocol/policies/evaluate-policy.ts';
import type { Expression } from '#protocol/policies/expression.ts';
import { parsePart } from '#protocol/policies/fields.ts';
import type { PolicyPart } from '#protocol/policies/fields.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';

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
 * @throws AppError with the parser's words and the position, for what the service would refuse
 */
export function parseRules({ effect, ...text }: PolicyText, of = ''): Rules {
  const condition = parsed(text.condition, 'condition', `${of}Condition`);
  const consensus = parsed(text.consensus, 'consensus', `${of}Consensus`);
  const time = parsed(text.time, 'time', `${of}Time`);
  return {
    effect,
    ...(condition === undefined ? {} : { condition }),
    ...(consensus === undefined ? {} : { consensus }),
    ...(time === undefined ? {} : { time }),
  };
}

function parsed(text: string | null | undefined, part: PolicyPart, name: string): Expression | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    return parsePart(part, text);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const { code, message, remedy } = error;
    throw errorOf({ code, message: `${name}: ${message}`, remedy }, { cause: error });
  }
}
