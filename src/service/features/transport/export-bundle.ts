import { makeExportBundle } from '#protocol/bundle/export.ts';
import type { Secret } from '#protocol/secret.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { asInvalidField } from '../../errors.ts';

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
    throw asInvalidField(error, field, ['PUBLIC_KEY_INVALID']);
  }
}
