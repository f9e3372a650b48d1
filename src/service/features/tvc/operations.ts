import { randomUUID } from 'node:crypto';
import * as tvc from '#protocol/catalogue/tvc.ts';
import { handlersOf } from '../../engine/operation-handler.ts';
import { notFound, requireRow } from '../../engine/require-row.ts';
import { featureError } from '../errors.ts';
import {
  allWhere,
  deleteRow,
  deleteWhere,
  findRow,
  firstWhere,
  insertRow,
  listRows,
} from '../../storage/rows.ts';
import { checkQuorumKey, chooseOperatorSet } from './operator-sets.ts';
import { appRecord, deploymentRecord } from './records.ts';
import type { OperatorSet } from './store.ts';

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
    return { tvcDeployment: await deploymentRecord(store, app, deployment) };
  },

  listTvcApps: async ({ store, caller }) => {
    const apps = await listRows(store, 'tvc_app', caller.organizationId);
    return { tvcApps: await Promise.all(apps.map((app) => appRecord(store, app))) };
  },

  listTvcAppDeployments: async ({ store, caller }, { appId }) => {
    const app = await requireRow({ store, caller }, 'tvc_app', appId);
    const deployments = await allWhere(store, 'tvc_deployment', { app_id: app.id });
    return {
      tvcDeployments: await Promise.all(deployments.map((each) => deploymentRecord(store, app, each))),
    };
  },
});

const idsOf = ({ operators }: OperatorSet): string[] => operators.map(({ id }) => id);
