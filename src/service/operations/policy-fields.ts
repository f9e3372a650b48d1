import type { PolicyRecord } from '../../protocol/catalogue/policies.ts';
import { timeText } from '../activities/record.ts';
import { parsePart } from '../../protocol/policies/fields.ts';
import type { PolicyPart } from '../../protocol/policies/fields.ts';
import { PolicyError } from '../../protocol/policies/policy-error.ts';
import { invalidField, ServiceError } from '../service-error.ts';
import type { PolicyRow } from '../storage/consensus-schema.ts';
import { policiesOf } from '../storage/policies.ts';
import type { Store } from '../storage/store.ts';

/** Where in a request the name and the expressions of a policy stand. */
type Fields = Readonly<Record<'name' | PolicyPart, string>>;

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
    if (text !== null) checkExpression(text, part, fields[part]);
  }
}

function checkExpression(text: string, part: PolicyPart, field: string): void {
  try {
    parsePart(part, text);
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
