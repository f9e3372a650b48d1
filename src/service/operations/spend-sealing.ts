import type { SubmitContext } from '../engine/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { insertRow } from '../storage/rows.ts';
import { findSpentSealing, firstSenderOf } from '../features/provider-credentials/store.ts';

/** A sealed text of a request, and what it is for. */
interface Sealing {
  /** As it was sent. */
  readonly text: string;
  /** Hex; it tells the text from every other one. */
  readonly encapsulatedKey: string;
  /** What it is used for, and nothing else from now on. */
  readonly record: string;
  /** The activity types whose requests carry such texts. */
  readonly types: readonly string[];
  /** Where it stands in the request, for errors. */
  readonly field: string;
}

/**
 * Binds a sealed text to one record. The published formats say nothing about the record in the ciphertext, and lists and
 * activities show it: without this, whoever reads it makes a record of their own around a secret that they do not know.
 * @throws ServiceError REQUEST_INVALID for a text that another record was made from, or that another user sent first
 */
export async function spendSealing({ store, caller }: SubmitContext, sealing: Sealing): Promise<void> {
  const { text, encapsulatedKey, record, types, field } = sealing;
  const spent = await findSpentSealing(store, encapsulatedKey);
  if (spent === record) return;
  if (spent !== undefined)
    throw invalidField(field, 'was used for another credential; seal the secret again');
  const sender = await firstSenderOf(store, caller.organizationId, types, text);
  if (sender !== undefined && sender !== caller.userId)
    throw invalidField(field, 'was sent by another user before; seal the secret again');
  await insertRow(store, 'spent_sealing', { encapsulated_key: encapsulatedKey, record });
}
