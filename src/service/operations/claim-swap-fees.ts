import { randomUUID } from 'node:crypto';
import { claimSwapFees as operation } from '../../protocol/catalogue/earn.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { insertSwapFeeClaim } from '../storage/swap-fee-claims.ts';

/** Puts a claim down for the relay, which takes claims up in the order in which they were made (docs/decisions/070). */
export const claimSwapFees = submitHandler(operation, async ({ store, caller, now }) => {
  const requestId = randomUUID();
  await insertSwapFeeClaim(store, {
    id: requestId,
    organization_id: caller.organizationId,
    requested_by: caller.userId,
    status: 'PENDING',
    failure: null,
    created_at: now,
    updated_at: now,
  });
  return { requestId };
});
