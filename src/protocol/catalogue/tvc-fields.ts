import { z } from 'zod';
import { timestamp } from '../activity.ts';
import { id, name } from './fields.ts';

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
