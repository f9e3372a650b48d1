import { makeExportBundle } from '#protocol/bundle/export.ts';
import { AppError } from '#protocol/error.ts';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { invalidField } from '../../errors.ts';

/**
 * Seals what leaves the service to the client's key, signed by the enclave for the caller's organization.
 * @param field where the target key stands in the request, for errors
 * @throws ServiceError REQUEST_INVALID when the target key is no point of P-256
 */
export async function sealForExport(
  { caller, enclaveKeys }: SubmitContext,
  plaintext: Secret,
  targetPublicKey: string,
  field: string,
): Promise<string> {
  try {
    return await makeExportBundle({
      plaintext,
      targetPublicKey,
      organizationId: caller.organizationId,
      quorumSignKey: enclaveKeys.enclave.sign.privateKey,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PUBLIC_KEY_INVALID') throw error;
    throw invalidField(field, error.message, { cause: error });
  }
}
