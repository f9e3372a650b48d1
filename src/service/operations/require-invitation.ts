import type { SubmitContext } from '../engine/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import type { InvitationRow } from '../storage/consensus-schema.ts';
import { findRow } from '../storage/rows.ts';

/** The invitation of an id within the caller's organization. @throws ServiceError NOT_FOUND */
export async function requireInvitation(
  { store, caller }: SubmitContext,
  invitationId: string,
): Promise<InvitationRow> {
  const row = await findRow(store, 'invitation', caller.organizationId, invitationId);
  if (row !== undefined) return row;
  throw new ServiceError('NOT_FOUND', 'NOT_FOUND', `no invitation found with the ID ${invitationId}`);
}
