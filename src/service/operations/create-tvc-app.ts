import { randomUUID } from 'node:crypto';
import { createTvcApp as operation } from '../../protocol/catalogue/tvc.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { insertTvcApp } from '../storage/tvc-apps.ts';
import type { OperatorSet } from '../storage/tvc-operator-sets.ts';
import { checkQuorumKey, chooseOperatorSet } from '../tvc/choose-operator-set.ts';

export const createTvcApp = submitHandler(operation, async (context, parameters) => {
  const { store, caller, now } = context;
  const { manifestSetId, manifestSetParams, shareSetId, shareSetParams } = parameters;
  checkQuorumKey(parameters.quorumPublicKey, 'parameters.quorumPublicKey');
  const manifestSet = await chooseOperatorSet(context, {
    id: manifestSetId,
    params: manifestSetParams,
    member: 'manifestSet',
  });
  const shareSet = await chooseOperatorSet(context, {
    id: shareSetId,
    params: shareSetParams,
    member: 'shareSet',
  });
  const appId = randomUUID();
  await insertTvcApp(store, {
    id: appId,
    organization_id: caller.organizationId,
    name: parameters.name,
    quorum_public_key: parameters.quorumPublicKey.toLowerCase(),
    manifest_set_id: manifestSet.set.id,
    share_set_id: shareSet.set.id,
    enable_egress: Number(parameters.enableEgress ?? false),
    enable_debug_mode_deployments: Number(parameters.enableDebugModeDeployments ?? false),
    created_at: now,
    updated_at: now,
  });
  return {
    appId,
    manifestSetId: manifestSet.set.id,
    manifestSetOperatorIds: idsOf(manifestSet),
    manifestSetThreshold: manifestSet.set.threshold,
    shareSetId: shareSet.set.id,
    shareSetOperatorIds: idsOf(shareSet),
    shareSetThreshold: shareSet.set.threshold,
  };
});

const idsOf = ({ operators }: OperatorSet): string[] => operators.map(({ id }) => id);
