import { z } from 'zod';
import { walletKitConfig } from '#protocol/auth-proxy.ts';
import { call, nothing } from './call.ts';

/** Sealing of what only the service may read. */
export const sealingCalls = {
  /** Seals a plain value to a key of the profile's service that is pinned; the plain value is kept nowhere. */
  seal: call(
    'read',
    z.object({ to: z.enum(['onRamp', 'fetcher']), plain: z.string().min(1).max(4096) }),
    z.object({ sealed: z.string() }),
  ),
};

/** Where the auth proxy of the profile answers, and what names its configuration. */
const authProxyPlace = z.object({
  /** Null for a hosted profile until the operator says it. */
  url: z.string().nullable(),
  configId: z.string().nullable(),
  /** Whether the address is that of the service on this machine, which nobody has to say. */
  builtIn: z.boolean(),
  /** The value of the organization's feature; null where it is not set. */
  feature: z.string().nullable(),
  /** Origins whose pages may ask; null where the feature's value configures nothing. */
  allowedOrigins: z.array(z.string()).nullable(),
});
export type AuthProxyPlace = z.infer<typeof authProxyPlace>;

const webhookKey = z.object({
  keyId: z.string(),
  algorithm: z.string(),
  /** Ed25519, 32 bytes as hex. */
  publicKey: z.string(),
  /** SHA-256 of the key as RFC 7638 has it, base64url. */
  thumbprint: z.string(),
});
export type WebhookVerificationKey = z.infer<typeof webhookKey>;

/** What the service shows to everybody, without a stamp. */
export const publishedCalls = {
  webhookKeys: call('read', nothing, z.array(webhookKey)),
  authProxyPlace: call('read', nothing, authProxyPlace),
  /** Keeps where the auth proxy of a hosted profile answers. */
  placeAuthProxy: call(
    'write',
    z.object({ url: z.url({ protocol: /^https?$/ }), configId: z.string().trim().min(1).max(100) }),
    nothing,
  ),
  /** What login front ends are told, and whether it is about the profile's organization. */
  authProxy: call('read', nothing, z.object({ configuration: walletKitConfig, isOurs: z.boolean() })),
};
