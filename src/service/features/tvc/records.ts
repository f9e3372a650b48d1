import type { z } from 'zod';
import type { createTvcDeployment } from '#protocol/catalogue/tvc.ts';
import { timeText } from '../../engine/record.ts';
import type { TvcAppRow, TvcDeploymentRow } from '../../storage/providers-schema.ts';
import type { Store } from '../../storage/store.ts';
import { findOperatorSet } from './store.ts';

/** Nothing is reachable under it: the top-level domain is reserved for names that resolve nowhere (RFC 2606). */
const publicDomainOf = (appId: string): string => `${appId}.invalid`;

/** An app as queries show it. */
export async function appRecord(store: Store, app: TvcAppRow) {
  return {
    id: app.id,
    organizationId: app.organization_id,
    name: app.name,
    quorumPublicKey: app.quorum_public_key,
    ...(await setsOf(store, app)),
    enableEgress: app.enable_egress === 1,
    createdAt: timeText(app.created_at),
    updatedAt: timeText(app.updated_at),
    publicDomain: publicDomainOf(app.id),
    enableDebugModeDeployments: app.enable_debug_mode_deployments === 1,
  };
}

/** A deployment as queries show it. */
export async function deploymentRecord(store: Store, app: TvcAppRow, deployment: TvcDeploymentRow) {
  const asked = JSON.parse(deployment.parameters) as z.output<typeof createTvcDeployment.parameters>;
  const times = { createdAt: timeText(deployment.created_at), updatedAt: timeText(deployment.created_at) };
  return {
    id: deployment.id,
    organizationId: app.organization_id,
    appId: app.id,
    ...(await setsOf(store, app)),
    manifest: { id: deployment.manifest_id, manifest: deployment.manifest, ...times },
    manifestApprovals: [],
    qosVersion: asked.qosVersion,
    pivotContainer: {
      containerUrl: asked.pivotContainerImageUrl,
      path: asked.pivotPath,
      args: asked.pivotArgs,
      hasPullSecret: typeof asked.pivotContainerEncryptedPullSecret === 'string',
      healthCheckType: asked.healthCheckType,
      healthCheckPort: asked.healthCheckPort,
      publicIngressPort: asked.publicIngressPort,
    },
    ...times,
    delete: false,
    debugMode: asked.debugMode ?? false,
    ...(typeof asked.instanceSizeCpus === 'number' ? { instanceSizeCpus: asked.instanceSizeCpus } : {}),
    ...(typeof asked.instanceSizeRam === 'number' ? { instanceSizeRam: asked.instanceSizeRam } : {}),
  };
}

const setsOf = async (store: Store, app: TvcAppRow) => ({
  manifestSet: await setRecord(store, app, app.manifest_set_id),
  shareSet: await setRecord(store, app, app.share_set_id),
});

async function setRecord(store: Store, app: TvcAppRow, id: string) {
  const found = await findOperatorSet(store, app.organization_id, id);
  if (found === undefined) throw new Error('An app keeps its operator sets.');
  const { set, operators } = found;
  return {
    id: set.id,
    name: set.name,
    organizationId: set.organization_id,
    operators: operators.map((operator) => ({
      id: operator.id,
      name: operator.name,
      publicKey: operator.public_key,
      createdAt: timeText(operator.created_at),
      updatedAt: timeText(operator.created_at),
      encryptPublicKey: operator.public_key.slice(0, 130),
      signPublicKey: operator.public_key.slice(130),
    })),
    threshold: set.threshold,
    createdAt: timeText(set.created_at),
    updatedAt: timeText(set.created_at),
  };
}
