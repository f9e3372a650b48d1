import { createReadWriteSession as operation } from '../../protocol/catalogue/sessions.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { ServiceError } from '../service-error.ts';
import { openSession } from '../features/sessions/open-session.ts';
import { requireUser } from './require-user.ts';
import { firstWhere } from '../storage/rows.ts';

export const createReadWriteSession = submitHandler(
  operation,
  async (context, parameters) => {
    const { store, caller } = context;
    const organization = await firstWhere(store, 'organization', { id: caller.organizationId });
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
