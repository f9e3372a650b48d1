import { z } from 'zod';
import { makeClientMessage } from '#protocol/bundle/client-message.ts';
import { readSecretTarget } from '#protocol/bundle/import-bundle.ts';
import type { ParametersOf } from '#protocol/catalogue/operation.ts';
import { importSecrets } from '#protocol/catalogue/secrets.ts';
import type { DraftRequest } from '../request-groups/module.ts';
import { secretImportError } from './errors.ts';
import type { DraftSecret } from './secret-draft.ts';

export const message = z.looseObject({ ciphertext: z.string() });

/** How many secrets, and how many characters of them sealed, go into one request. */
const BATCH = 20;
const BATCH_LENGTH = 1 << 20;

/**
 * Checks every target key against the pinned quorum key and the organization, seals each secret to one of its own, and
 * gives the requests that import them, in order.
 * @param messages `enclaveTargetMessages`, one a secret
 * @throws AppError those of {@link readSecretTarget}, `TARGETS_INVALID`
 */
export async function sealSecrets(
  secrets: readonly DraftSecret[],
  messages: readonly string[],
  organizationId: string,
  quorumPublicKey: string,
): Promise<DraftRequest[]> {
  // All are checked before the first is used.
  const targets = messages.map((message) => readSecretTarget(message, organizationId, quorumPublicKey));
  if (targets.length !== secrets.length || new Set(targets).size !== targets.length)
    throw secretImportError('TARGETS_INVALID');
  const requests: DraftRequest[] = [];
  let batch: ParametersOf<typeof importSecrets>['secrets'] = [];
  let length = 0;
  const close = (): void => {
    if (batch.length > 0) requests.push({ operation: importSecrets, parameters: { secrets: batch } });
    batch = [];
    length = 0;
  };
  for (const [index, secret] of secrets.entries()) {
    const targetPublicKey = targets[index] ?? '';
    const secretPayload = await makeClientMessage(secret.value, targetPublicKey);
    if (batch.length === BATCH || length + secretPayload.length > BATCH_LENGTH) close();
    length += secretPayload.length;
    batch.push({
      name: secret.name,
      secretPayload,
      targetPublicKey,
      encryptionSuite: 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1',
      staticProperties: [...secret.properties],
    });
  }
  close();
  return requests;
}
