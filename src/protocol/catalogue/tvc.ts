import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { id, name } from './fields.ts';
import { submit, query } from './operation.ts';

/** A quorum key's public half: encrypt ‖ sign, uncompressed P-256 points, as hex (PROTOCOL.md, section 3.6). */
export const quorumPublicKey = (label: string) =>
  z
    .string()
    .regex(/^04[0-9a-fA-F]{128}04[0-9a-fA-F]{128}$/, 'two uncompressed P-256 points, as hex')
    .meta({ label });

/** OPERATIONS.md, v1TvcOperatorSetParams. */
export const operatorSetParams = (label: string) =>
  z
    .strictObject({
      name: name('Name'),
      newOperators: z
        .array(z.strictObject({ name: name('Name'), publicKey: quorumPublicKey('Public key') }))
        .max(100)
        .nullish()
        .meta({ label: 'New operators' }),
      existingOperatorIds: z
        .array(id('Operator', 'tvcOperator'))
        .max(100)
        .nullish()
        .meta({ label: 'Existing operators' }),
      threshold: z.int().min(1).max(200).meta({ label: 'Threshold' }),
    })
    .meta({ label });
export type OperatorSetParams = z.output<ReturnType<typeof operatorSetParams>>;

export const HEALTH_CHECKS = ['TVC_HEALTH_CHECK_TYPE_HTTP', 'TVC_HEALTH_CHECK_TYPE_GRPC'] as const;
export const port = (label: string) => z.int().min(1).max(65_535).meta({ label });

/** OPERATIONS.md, v1TvcOperatorSet. */
const operatorSet = z.looseObject({
  id: z.string(),
  name: z.string(),
  organizationId: z.string(),
  operators: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      publicKey: z.string(),
      encryptPublicKey: z.string(),
      signPublicKey: z.string(),
      createdAt: timestamp,
      updatedAt: timestamp,
    }),
  ),
  threshold: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** OPERATIONS.md, v1TvcApp. */
export const tvcApp = z.looseObject({
  id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  quorumPublicKey: z.string(),
  manifestSet: operatorSet,
  shareSet: operatorSet,
  enableEgress: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  liveDeploymentId: z.string().optional(),
  publicDomain: z.string(),
  enableDebugModeDeployments: z.boolean(),
});

/** OPERATIONS.md, v1TvcDeployment. */
export const tvcDeployment = z.looseObject({
  id: z.string(),
  organizationId: z.string(),
  appId: z.string(),
  manifestSet: operatorSet,
  shareSet: operatorSet,
  manifest: z.looseObject({
    id: z.string(),
    manifest: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
  }),
  manifestApprovals: z.array(z.unknown()),
  qosVersion: z.string(),
  pivotContainer: z.looseObject({
    containerUrl: z.string(),
    path: z.string(),
    args: z.array(z.string()),
    hasPullSecret: z.boolean(),
    healthCheckType: z.enum(HEALTH_CHECKS),
    healthCheckPort: z.number(),
    publicIngressPort: z.number(),
  }),
  createdAt: timestamp,
  updatedAt: timestamp,
  delete: z.boolean(),
  debugMode: z.boolean(),
  instanceSizeCpus: z.number().optional(),
  instanceSizeRam: z.number().optional(),
});

/** OPERATIONS.md. */
export const createTvcApp = submit({
  path: 'create_tvc_app',
  effect: 'write',
  summary: 'Create a TVC app',
  refusesAppProofs: true,
  parameters: z.strictObject({
    name: name('Name'),
    quorumPublicKey: quorumPublicKey('Quorum key'),
    manifestSetId: id('Manifest set', 'tvcOperatorSet').nullish(),
    manifestSetParams: operatorSetParams('New manifest set').nullish(),
    shareSetId: id('Share set', 'tvcOperatorSet').nullish(),
    shareSetParams: operatorSetParams('New share set').nullish(),
    enableEgress: z.boolean().nullish().meta({ label: 'Egress' }),
    enableDebugModeDeployments: z.boolean().nullish().meta({ label: 'Debug mode' }),
  }),
  output: z.looseObject({
    appId: z.string(),
    manifestSetId: z.string(),
    manifestSetOperatorIds: z.array(z.string()),
    manifestSetThreshold: z.number(),
    shareSetId: z.string(),
    shareSetOperatorIds: z.array(z.string()),
    shareSetThreshold: z.number(),
  }),
});

/** OPERATIONS.md. */
export const createTvcDeployment = submit({
  path: 'create_tvc_deployment',
  effect: 'write',
  summary: 'Create a TVC deployment',
  refusesAppProofs: true,
  parameters: z.strictObject({
    appId: id('App', 'tvcApp'),
    qosVersion: z.string().min(1).max(255).meta({ label: 'QOS version' }),
    pivotContainerImageUrl: z.string().min(1).max(1024).meta({ label: 'Container image' }),
    pivotPath: z.string().min(1).max(1024).meta({ label: 'Path' }),
    pivotArgs: z.array(z.string().max(1024)).max(100).meta({ label: 'Arguments' }),
    expectedPivotDigest: z
      .string()
      .regex(/^(?:sha256:)?[0-9a-fA-F]{64}$/, 'a SHA-256 digest, as hex')
      .meta({ label: 'Digest' }),
    nonce: z.int().min(0).max(4_294_967_295).nullish().meta({ label: 'Nonce' }),
    pivotContainerEncryptedPullSecret: z.string().min(1).max(65_536).nullish().meta({ label: 'Pull secret' }),
    debugMode: z.boolean().nullish().meta({ label: 'Debug mode' }),
    healthCheckType: z.enum(HEALTH_CHECKS).meta({ label: 'Health check' }),
    healthCheckPort: port('Health check port'),
    publicIngressPort: port('Public port'),
    replicas: z.int().min(1).max(100).nullish().meta({ label: 'Replicas' }),
    instanceSizeCpus: z.int().min(1).max(1024).nullish().meta({ label: 'CPUs' }),
    instanceSizeRam: z.int().min(1).max(4_194_304).nullish().meta({ label: 'Memory' }),
  }),
  output: z.looseObject({ deploymentId: z.string(), manifestId: z.string() }),
});

/** Specification, "delete_tvc_app_and_deployments". */
export const deleteTvcAppAndDeployments = submit({
  path: 'delete_tvc_app_and_deployments',
  effect: 'destroy',
  summary: 'Delete a TVC app and its deployments',
  parameters: z.strictObject({ appId: id('App', 'tvcApp') }),
  output: z.looseObject({ appId: z.string() }),
});

/** OPERATIONS.md. */
export const getTvcApp = query({
  path: 'get_tvc_app',
  summary: 'Show a TVC app',
  parameters: z.strictObject({ tvcAppId: id('App', 'tvcApp') }),
  output: z.looseObject({ tvcApp }),
});

/** OPERATIONS.md. */
export const getTvcDeployment = query({
  path: 'get_tvc_deployment',
  summary: 'Show a TVC deployment',
  parameters: z.strictObject({ deploymentId: id('Deployment', 'tvcDeployment') }),
  output: z.looseObject({ tvcDeployment }),
});

/** OPERATIONS.md. */
export const listTvcApps = query({
  path: 'list_tvc_apps',
  summary: 'List TVC apps',
  parameters: z.strictObject({}),
  output: z.looseObject({ tvcApps: z.array(tvcApp) }),
});

/** OPERATIONS.md. */
export const listTvcAppDeployments = query({
  path: 'list_tvc_app_deployments',
  summary: 'List deployments of a TVC app',
  parameters: z.strictObject({ appId: id('App', 'tvcApp') }),
  output: z.looseObject({ tvcDeployments: z.array(tvcDeployment) }),
});
