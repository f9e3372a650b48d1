import { getAuthenticator as operation } from '../../protocol/catalogue/authenticators.ts';
import { authenticatorRecord } from '../activities/credential-records.ts';
import { queryHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { findAuthenticator } from '../storage/authenticators.ts';

export const getAuthenticator = queryHandler(operation, async ({ store, caller }, { authenticatorId }) => {
  const found = await findAuthenticator(store, caller.organizationId, authenticatorId);
  if (found !== undefined) return { authenticator: authenticatorRecord(found) };
  throw new ServiceError(
    'NOT_FOUND',
    'CREDENTIAL_NOT_FOUND',
    'webauthn authenticator not found in organization (or parent organization)',
  );
});
