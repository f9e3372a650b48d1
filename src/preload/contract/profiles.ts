import { z } from 'zod';
import { pinnedKeys } from '#protocol/pinned-keys.ts';
import { call, nothing } from './call.ts';
import { fileHandle } from './files.ts';

/** Through what a profile’s requests go. A user name and a password are in the keychain, and in none of these. */
export const proxyChoice = z.discriminatedUnion('kind', [
  /** As the environment (`HTTPS_PROXY`), else the system’s settings or PAC script say. */
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('direct') }),
  z.object({ kind: z.literal('manual'), address: z.string(), hasLogin: z.boolean() }),
]);
export type ProxyChoice = z.infer<typeof proxyChoice>;

/** Which authorities may have signed the service’s certificate. */
export const certificateChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bundled') }),
  /** The computer’s own store, beside the bundled list. */
  z.object({ kind: z.literal('system') }),
  /** Those of a file, as PEM, and no others. */
  z.object({ kind: z.literal('own'), pem: z.string() }),
]);
export type CertificateChoice = z.infer<typeof certificateChoice>;

export const profileNetwork = z.object({ proxy: proxyChoice, certificates: certificateChoice });
export type ProfileNetwork = z.infer<typeof profileNetwork>;

const trustedCertificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  validTo: z.string(),
  /** Of its DER, as hex. */
  sha256: z.string(),
});
export type TrustedCertificate = z.infer<typeof trustedCertificate>;

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['local', 'hosted']),
  baseUrl: z.string(),
  organizationId: z.string().nullable(),
  organizationName: z.string().nullable(),
  /** Who the current credential belongs to, once the service said so. */
  username: z.string().nullable(),
  userId: z.string().nullable(),
  /** Null for the profile that is built in: its service is on this computer. */
  connection: z
    .object({
      proxy: proxyChoice,
      certificates: z.enum(['bundled', 'system', 'own']),
      /** Those of its own file; empty for another choice. */
      own: z.array(trustedCertificate),
      keys: pinnedKeys.nullable(),
      /** Whether these are the vendor’s in production. */
      hasVendorKeys: z.boolean(),
    })
    .nullable(),
});
export type Profile = z.infer<typeof profile>;

/** A profile as the operator describes it; what is left out is as the vendor has it, or as it was. */
const profileDraft = z.object({
  name: z.string().trim().min(1).max(60),
  baseUrl: z.url({ protocol: /^https?$/ }).max(500),
  organizationId: z.uuid(),
  proxy: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('system') }),
      z.object({ kind: z.literal('direct') }),
      z.object({
        kind: z.literal('manual'),
        address: z.string().trim().min(1).max(300),
        /** `kept`: those that the keychain has for the same address; null for none. */
        login: z
          .union([
            z.literal('kept'),
            z.object({ username: z.string().min(1).max(255), password: z.string().max(255) }),
          ])
          .nullable(),
      }),
    ])
    .optional(),
  certificates: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('bundled') }),
      z.object({ kind: z.literal('system') }),
      z.object({ kind: z.literal('own'), file: fileHandle }),
      /** The file’s that the profile has already. */
      z.object({ kind: z.literal('kept') }),
    ])
    .optional(),
  keys: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('vendor') }),
      z.object({ kind: z.literal('kept') }),
      /** JSON: the four keys, or a service’s ready line with them. */
      z.object({ kind: z.literal('text'), text: z.string().max(20_000) }),
      z.object({ kind: z.literal('file'), file: fileHandle }),
    ])
    .optional(),
});
export type ProfileDraft = z.infer<typeof profileDraft>;

/** One thing that the test of a connection looked at. */
const connectionCheck = z.object({
  id: z.enum(['proxy', 'address', 'certificate', 'service', 'clock', 'organization', 'keys']),
  /** `skipped`: something before it failed, or it cannot be told yet. */
  state: z.enum(['ok', 'warn', 'failed', 'skipped']),
  found: z.string(),
  remedy: z.string(),
});
export type ConnectionCheck = z.infer<typeof connectionCheck>;

/** Where requests go. */
export const profilesCalls = {
  select: call('write', z.object({ id: z.string() }), nothing),
  add: call('write', profileDraft, z.object({ id: z.string() })),
  /** Changes a hosted profile; a place that another service may answer at ends what was begun at the one before. */
  edit: call('write', profileDraft.extend({ id: z.string() }), z.object({ moved: z.boolean() })),
  remove: call('destroy', z.object({ id: z.string() }), nothing),
  /** Looks whether a draft’s service can be reached and trusted; changes nothing. Null for a profile that is not kept yet. */
  test: call(
    'read',
    profileDraft.extend({ id: z.string().nullable() }),
    z.object({ checks: z.array(connectionCheck) }),
  ),
  /** Calls off a test. */
  cancelTest: call('read', nothing, nothing),
};
