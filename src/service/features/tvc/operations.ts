import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as tvc from '#protocol/catalogue/tvc.ts';
import type { createTvcDeployment } from '#protocol/catalogue/tvc.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { notFound, requireRow } from '../../engine/requirements.ts';
import { timeText } from '../../engine/records.ts';
import type { TvcAppRow, TvcDeploymentRow } from '../../storage/integrations-schema.ts';
import {
  deleteRow,
  deleteWhere,
  findRow,
  firstWhere,
  insertRow,
  recordsWhere,
  rowsInTurns,
} from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { featureError } from '../errors.ts';
import { checkQuorumKey, chooseOperatorSet } from './operator-sets.ts';
import { type OperatorSet, findOperatorSet } from './store.ts';

/** Nothing is reachable under it: the top-level domain is reserved for names that resolve nowhere (RFC 2606). */
const publicDomainOf = (appId: string): string => `${appId}.invalid`;

/** An app as queries show it. @param known the sets that were read for apps before it */
async function appRecord(store: Store, app: TvcAppRow, known?: Map<string, SetRecord>) {
  return {
    id: app.id,
    organizationId: app.organization_id,
    name: app.name,
    quorumPublicKey: app.quorum_public_key,
    ...(await setsOf(store, app, known)),
    enableEgress: app.enable_egress === 1,
    createdAt: timeText(app.created_at),
    updatedAt: timeText(app.updated_at),
    publicDomain: publicDomainOf(app.id),
    enableDebugModeDeployments: app.enable_debug_mode_deployments === 1,
  };
}

/** A deployment as queries show it. */
function deploymentRecord(
  app: TvcAppRow,
  sets: Awaited<ReturnType<typeof setsOf>>,
  deployment: TvcDeploymentRow,
) {
  const asked = JSON.parse(deployment.parameters) as z.output<typeof createTvcDeployment.parameters>;
  const times = { createdAt: timeText(deployment.created_at), updatedAt: timeText(deployment.created_at) };
  return {
    id: deployment.id,
    organizationId: app.organization_id,
    appId: app.id,
    ...sets,
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

type SetRecord = Awaited<ReturnType<typeof setRecord>>;

/** Both sets of an app, of which each is read once: many apps can have one. */
async function setsOf(store: Store, app: TvcAppRow, known = new Map<string, SetRecord>()) {
  const of = async (id: string): Promise<SetRecord> => {
    const record = known.get(id) ?? (await setRecord(store, app, id));
    known.set(id, record);
    return record;
  };
  return { manifestSet: await of(app.manifest_set_id), shareSet: await of(app.share_set_id) };
}

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

export const tvcHandlers = handlersOf(tvc, {
  createTvcApp: async (context, parameters) => {
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
    await insertRow(store, 'tvc_app', {
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
  },

  /** Registers a deployment: nothing is run here (docs/decisions/070). */
  createTvcDeployment: async ({ store, caller, now }, parameters) => {
    const app = await requireRow({ store, caller }, 'tvc_app', parameters.appId);
    if (parameters.debugMode === true && app.enable_debug_mode_deployments === 0)
      throw featureError('REQUEST_INVALID.debugMode', { field: 'parameters.debugMode' });
    const [deploymentId, manifestId] = [randomUUID(), randomUUID()];
    const { pivotContainerImageUrl, pivotPath, pivotArgs, expectedPivotDigest } = parameters;
    await insertRow(store, 'tvc_deployment', {
      id: deploymentId,
      app_id: app.id,
      manifest_id: manifestId,
      manifest: JSON.stringify({
        namespace: { name: app.id, nonce: parameters.nonce ?? 0, quorumKey: app.quorum_public_key },
        pivot: {
          image: pivotContainerImageUrl,
          path: pivotPath,
          args: pivotArgs,
          digest: expectedPivotDigest,
        },
        manifestSet: app.manifest_set_id,
        shareSet: app.share_set_id,
        qosVersion: parameters.qosVersion,
      }),
      parameters: JSON.stringify(parameters),
      created_at: now,
    });
    return { deploymentId, manifestId };
  },

  /** The app's operator sets stay: other apps can name them. */
  deleteTvcAppAndDeployments: async ({ store, caller }, { appId }) => {
    const app = await requireRow({ store, caller }, 'tvc_app', appId);
    await deleteWhere(store, 'tvc_deployment', { app_id: app.id });
    await deleteRow(store, 'tvc_app', caller.organizationId, app.id);
    return { appId };
  },

  getTvcApp: async ({ store, caller }, { tvcAppId }) => ({
    tvcApp: await appRecord(store, await requireRow({ store, caller }, 'tvc_app', tvcAppId)),
  }),

  /** A deployment belongs to whom its app belongs to. */
  getTvcDeployment: async ({ store, caller }, { deploymentId }) => {
    const deployment = await firstWhere(store, 'tvc_deployment', { id: deploymentId });
    const app = deployment && (await findRow(store, 'tvc_app', caller.organizationId, deployment.app_id));
    if (deployment === undefined || app === undefined) throw notFound('TVC deployment', deploymentId);
    return { tvcDeployment: deploymentRecord(app, await setsOf(store, app), deployment) };
  },

  listTvcApps: async (context) => {
    const { store, caller, turns } = context;
    const known = new Map<string, SetRecord>();
    const tvcApps = [];
    for await (const apps of rowsInTurns(context, 'tvc_app', caller.organizationId)) {
      for (const app of apps) {
        tvcApps.push(await appRecord(store, app, known));
        await turns.giveWhenDue();
      }
    }
    return { tvcApps };
  },

  listTvcAppDeployments: async (context, { appId }) => {
    const app = await requireRow(context, 'tvc_app', appId);
    const sets = await setsOf(context.store, app);
    const recordOf = (each: TvcDeploymentRow) => deploymentRecord(app, sets, each);
    return { tvcDeployments: await recordsWhere(context, 'tvc_deployment', { app_id: app.id }, recordOf) };
  },
});

const idsOf = ({ operators }: OperatorSet): string[] => operators.map(({ id }) => id);
