import { randomUUID } from 'node:crypto';
import type { Decision } from '../policies/decide.ts';
import { insertRow } from '../storage/rows.ts';
import type { VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';

/** Keeps what the policies said at a vote; where none was asked, there is nothing to keep. */
export async function keepEvaluation(
  store: Store,
  vote: VoteRow,
  { policies }: Decision,
  organizationId: string,
): Promise<void> {
  if (policies.length === 0) return;
  await insertRow(store, 'policy_evaluation', {
    id: randomUUID(),
    organization_id: organizationId,
    activity_id: vote.activity_id,
    vote_id: vote.id,
    evaluations: JSON.stringify(policies),
    created_at: vote.created_at,
  });
}
