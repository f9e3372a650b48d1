import { updateRootQuorum as operation } from '../../protocol/catalogue/organization.ts';
import { submitHandler } from '../engine/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { updateRootQuorumOf } from '../storage/root-quorum.ts';
import { requireReachableQuorum } from './require-reachable-quorum.ts';
import { findRow } from '../storage/rows.ts';

export const updateRootQuorum = submitHandler(
  operation,
  async (context, { threshold, userIds }) => {
    const { store, caller } = context;
    const members = [...new Set(userIds)];
    for (const id of members) {
      if ((await findRow(store, 'user', caller.organizationId, id)) === undefined)
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
