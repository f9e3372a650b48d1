import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { asInvalidField } from '../../errors.ts';
import { featureError } from '../errors.ts';
import { insertRow } from '../../storage/rows.ts';
import { findSpentSealing, firstSenderOf } from './store.ts';

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
  if (spent !== undefined) throw featureError('REQUEST_INVALID.sealingUsed', { field });
  const sender = await firstSenderOf(store, caller.organizationId, types, text);
  if (sender !== undefined && sender !== caller.userId)
    throw featureError('REQUEST_INVALID.sealingOfOther', { field });
  await insertRow(store, 'spent_sealing', { encapsulated_key: encapsulatedKey, record });
}

/**
 * Opens what a client sealed to one of the service's keys, and gives what is in it to `keep`; it is wiped afterwards.
 * @param field where the sealed text stands in the request, for errors
 * @throws ServiceError REQUEST_INVALID when it does not open, or nothing is in it
 */
export async function openSealedText<T>(
  open: () => Promise<Secret>,
  field: string,
  keep: (bytes: Uint8Array) => T,
): Promise<T> {
  const secret = await opened(open, field);
  try {
    if (secret.length === 0) throw featureError('REQUEST_INVALID.sealingEmpty', { field });
    return secret.use(keep);
  } finally {
    secret.wipe();
  }
}

async function opened(open: () => Promise<Secret>, field: string): Promise<Secret> {
  try {
    return await open();
  } catch (error) {
    throw asInvalidField(error, field);
  }
}
