import { randomUUID } from 'node:crypto';
import { createTvcDeployment as operation } from '../../protocol/catalogue/tvc.ts';
import { submitHandler } from '../activities/operation-handler.ts';
import { invalidField } from '../service-error.ts';
import { insertTvcDeployment } from '../storage/tvc-apps.ts';
import { requireApp } from '../tvc/require-app.ts';

/** Registers a deployment: nothing is run here (docs/decisions/070). */
export const createTvcDeployment = submitHandler(operation, async ({ store, caller, now }, parameters) => {
  const app = await requireApp(store, caller.organizationId, parameters.appId);
  if (parameters.debugMode === true && app.enable_debug_mode_deployments === 0)
    throw invalidField('parameters.debugMode', 'this app allows no deployments in debug mode');
  const [deploymentId, manifestId] = [randomUUID(), randomUUID()];
  const { pivotContainerImageUrl, pivotPath, pivotArgs, expectedPivotDigest } = parameters;
  await insertTvcDeployment(store, {
    id: deploymentId,
    app_id: app.id,
    manifest_id: manifestId,
    manifest: JSON.stringify({
      namespace: { name: app.id, nonce: parameters.nonce ?? 0, quorumKey: app.quorum_public_key },
      pivot: { image: pivotContainerImageUrl, path: pivotPath, args: pivotArgs, digest: expectedPivotDigest },
      manifestSet: app.manifest_set_id,
      shareSet: app.share_set_id,
      qosVersion: parameters.qosVersion,
    }),
    parameters: JSON.stringify(parameters),
    created_at: now,
  });
  return { deploymentId, manifestId };
});
