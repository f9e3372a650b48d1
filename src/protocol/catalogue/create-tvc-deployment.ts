import { z } from 'zod';
import { id } from './fields.ts';
import { HEALTH_CHECKS, port } from './tvc-fields.ts';
import { submit } from './operation.ts';

/** OPERATIONS.md. */
export const createTvcDeployment = submit({
  path: 'create_tvc_deployment',
  type: 'ACTIVITY_TYPE_CREATE_TVC_DEPLOYMENT',
  intent: 'createTvcDeploymentIntent',
  result: 'createTvcDeploymentResult',
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
