import { typeOf } from './check-types.ts';
import type { Expression } from './expression.ts';
import type { Keywords } from './keywords.ts';
import { parseExpression } from './parser.ts';
import { typeMismatch } from './policy-error.ts';
import { fits, nameOf } from './types.ts';

/**
 * Reads the `consensus`, `condition` or `time` of a policy: its syntax, its names and, as far as they are known, its types.
 * @param keywords those of the field: `CONSENSUS_KEYWORDS`, `CONDITION_KEYWORDS`, `TIME_KEYWORDS`
 * @throws PolicyError with the position
 */
export function parsePolicy(text: string, keywords: Keywords): Expression {
  const expression = parseExpression(text);
  const type = typeOf(expression, keywords);
  if (!fits(type, 'boolean'))
    throw typeMismatch(0, `The expression is of type ${nameOf(type)}, not boolean.`);
  return expression;
}
