import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { createAuthenticators as operation } from '../../protocol/catalogue/authenticators.ts';
import { submitHandler, type SubmitContext } from '../activities/operation-handler.ts';
import { relyingPartyOf, type RelyingParty } from '../passkeys/relying-party.ts';
import { AttestationError, verifyAttestation } from '../passkeys/verify-attestation.ts';
import { invalidField, ServiceError } from '../service-error.ts';
import {
  authenticatorsOfUser,
  findAuthenticatorByCredential,
  insertAuthenticator,
} from '../storage/authenticators.ts';
import { requireUser } from './require-user.ts';

type Wanted = z.output<typeof operation.parameters>['authenticators'][number];

/** PROTOCOL.md, section 7, resource limits. */
const MOST_PER_USER = 10;

export const createAuthenticators = submitHandler(
  operation,
  async (context, { authenticators, userId }) => {
    const { store, caller } = context;
    await requireUser(context, userId);
    const count = (await authenticatorsOfUser(store, userId)).length + authenticators.length;
    if (count > MOST_PER_USER) {
      throw new ServiceError(
        'RESOURCE_EXHAUSTED',
        'UNSPECIFIED',
        'user has exceeded maximum authenticators',
        {
          remedy: `A user has at most ${MOST_PER_USER}: delete one first.`,
        },
      );
    }
    const relyingParty = await relyingPartyOf(store, caller.organizationId);
    const authenticatorIds = [];
    for (const [index, wanted] of authenticators.entries()) {
      const field = `parameters.authenticators.${index}.attestation`;
      authenticatorIds.push(await create(context, userId, wanted, { relyingParty, field }));
    }
    return { authenticatorIds };
  },
  { ownerOf: ({ userId }) => userId },
);

async function create(
  { store, caller, now }: SubmitContext,
  userId: string,
  { authenticatorName, challenge, attestation }: Wanted,
  { relyingParty, field }: { readonly relyingParty: RelyingParty; readonly field: string },
): Promise<string> {
  const attested = await verifyAttestation(attestation, challenge, relyingParty).catch((cause: unknown) => {
    throw cause instanceof AttestationError
      ? invalidField(field, `invalid authenticator attestation: ${cause.message}`, { cause })
      : cause;
  });
  const known = await findAuthenticatorByCredential(store, caller.organizationId, attested.credentialId);
  if (known !== undefined) {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      'CREDENTIAL_CONFLICT',
      'the passkey is an authenticator of this organization already',
      { fieldViolations: [{ field, description: 'is an authenticator already' }] },
    );
  }
  const id = randomUUID();
  await insertAuthenticator(store, {
    id,
    organization_id: caller.organizationId,
    user_id: userId,
    name: authenticatorName,
    credential_id: attested.credentialId,
    public_key: attested.publicKey,
    cose_key: attested.coseKey,
    counter: attested.counter,
    transports: JSON.stringify([...new Set(attestation.transports)]),
    attestation_type: attested.attestationType,
    aaguid: attested.aaguid,
    rp_id: attested.rpId,
    created_at: now,
    updated_at: now,
  });
  return id;
}
