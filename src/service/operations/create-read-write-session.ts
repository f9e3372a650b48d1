import { createReadWriteSession as operation } from '../../protocol/catalogue/sessions.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { openSession } from '../sessions/open-session.ts';
import { findOrganization } from '../storage/organizations.ts';
import { requireUser } from './require-user.ts';

export const createReadWriteSession = submitHandler(
  operation,
  async (context, parameters) => {
    const { store, caller } = context;
    const organization = await findOrganization(store, caller.organizationId);
    if (organization === undefined) throw new ServiceError('INTERNAL', 'INTERNAL', 'internal server error');
    const user = await requireUser(context, parameters.userId ?? caller.userId);
    const session = await openSession(context, {
      userId: user.id,
      kind: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
      defaultName: 'Read Write Session',
      parameters,
    });
    return {
      organizationId: organization.id,
      organizationName: organization.name,
      userId: user.id,
      username: user.name,
      ...session,
    };
  },
  { ownerOf: ({ userId }, callerId) => userId ?? callerId },
);
