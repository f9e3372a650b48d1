import type { PolicyRecord } from '../../protocol/catalogue/policy-record.ts';
import { timeText } from '../activities/record.ts';
import {
  CONDITION_KEYWORDS,
  CONSENSUS_KEYWORDS,
  TIME_KEYWORDS,
  type Keywords,
} from '../../protocol/policies/keywords.ts';
import { parsePolicy } from '../../protocol/policies/parse-policy.ts';
import { PolicyError } from '../../protocol/policies/policy-error.ts';
import { invalidField, ServiceError } from '../service-error.ts';
import type { PolicyRow } from '../storage/consensus-schema.ts';
import { policiesOf } from '../storage/policies.ts';
import type { Store } from '../storage/store.ts';

type Part = 'condition' | 'consensus' | 'time';

/** Where in a request the name and the expressions of a policy stand. */
type Fields = Readonly<Record<'name' | Part, string>>;

const KEYWORDS: Readonly<Record<Part, Keywords>> = {
  condition: CONDITION_KEYWORDS,
  consensus: CONSENSUS_KEYWORDS,
  time: TIME_KEYWORDS,
};

/**
 * Checks a policy before it is kept: its name is its own, its expressions can be read.
 * @throws ServiceError REQUEST_INVALID
 */
export async function checkPolicy(store: Store, row: PolicyRow, fields: Fields): Promise<void> {
  const others = await policiesOf(store, row.organization_id);
  if (others.some(({ id, name }) => id !== row.id && name === row.name))
    throw invalidField(fields.name, 'policy label must be unique');
  for (const part of ['condition', 'consensus', 'time'] as const) {
    const text = row[part];
    if (text !== null) checkExpression(text, KEYWORDS[part], part, fields[part]);
  }
}

function checkExpression(text: string, keywords: Keywords, part: string, field: string): void {
  try {
    parsePolicy(text, keywords);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw invalidField(field, `invalid policy ${part}: ${error.message}`, { cause: error });
  }
}

export const noSuchPolicy = (policyId: string): ServiceError =>
  new ServiceError('NOT_FOUND', 'NOT_FOUND', `no policy found with the ID ${policyId}`);

/** The policy as queries show it. */
export const policyRecord = (row: PolicyRow): PolicyRecord => ({
  policyId: row.id,
  policyName: row.name,
  effect: row.effect,
  createdAt: timeText(row.created_at),
  updatedAt: timeText(row.updated_at),
  notes: row.notes,
  consensus: row.consensus ?? '',
  condition: row.condition ?? '',
  ...(row.time === null ? {} : { time: row.time }),
});
