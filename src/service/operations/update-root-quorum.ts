import { updateRootQuorum as operation } from '../../protocol/catalogue/organization.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { updateRootQuorumOf } from '../storage/root-quorum.ts';
import { findUser } from '../storage/users.ts';
import { requireReachableQuorum } from './require-reachable-quorum.ts';

export const updateRootQuorum = submitHandler(
  operation,
  async (context, { threshold, userIds }) => {
    const { store, caller } = context;
    const members = [...new Set(userIds)];
    for (const id of members) {
      if ((await findUser(store, caller.organizationId, id)) === undefined)
        throw invalidField('parameters.userIds', `quorum users missing: ${id}`);
    }
    if (threshold > members.length) {
      throw invalidField(
        'parameters.threshold',
        `${members.length} users cannot give ${threshold} approvals`,
      );
    }
    await updateRootQuorumOf(store, caller.organizationId, { threshold, userIds: members });
    await requireReachableQuorum(context);
    return {};
  },
  { rootOnly: true },
);
