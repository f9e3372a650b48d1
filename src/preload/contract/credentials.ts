import { z } from 'zod';
import { API_KEY_CURVES } from '#protocol/stamp.ts';
import { call, news, nothing } from './call.ts';
import { fileHandle } from './files.ts';
import { preview } from './requests.ts';

/** A passkey that is asked for in the system's browser now. */
const passkeyCeremony = z.object({
  kind: z.enum(['create', 'get']),
  label: z.string(),
  /** The page in the browser shows the same: another code is another page. */
  code: z.string(),
});
export type PasskeyCeremony = z.infer<typeof passkeyCeremony>;

/** Passkeys: credentials whose keys stay in an authenticator, which asks its owner for each stamp. */
export const passkeysCalls = {
  /**
   * Makes a passkey in the system's browser, and prepares the request that registers it; its review keeps the passkey as a
   * credential when it is completed. It answers when the person is done in the browser.
   */
  register: call('write', z.object({ label: z.string().trim().min(1).max(60) }), preview),
  /** Calls off what waits for the browser. */
  cancel: call('write', nothing, nothing, { whileLocked: true }),
  /** What waits for the browser; null when nothing does any more. */
  ceremony: news(passkeyCeremony.nullable()),
};

/** What a credential is: a key that lasts, the key of a session, or a passkey of an authenticator. */
export const CREDENTIAL_KINDS = ['key', 'session', 'passkey'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** A credential's metadata: the key itself stays in the keychain. */
export const credential = z.object({
  kind: z.enum(CREDENTIAL_KINDS),
  publicKey: z.string(),
  label: z.string(),
  curve: z.enum(API_KEY_CURVES),
  profileId: z.string(),
  createdAtMs: z.number(),
  expiresAtMs: z.number().nullable(),
  /** Whether stamps are made with this one now. */
  current: z.boolean(),
});
export type Credential = z.infer<typeof credential>;

/** The keys that stamp. */
export const credentialsCalls = {
  /** Makes a key in the keychain. For Local, the first one becomes the root user's API key. */
  create: call(
    'write',
    z.object({ label: z.string().trim().min(1).max(60), curve: z.enum(API_KEY_CURVES) }),
    credential,
  ),
  /** Reads a private key (hex or PEM) from a file or the clipboard; it never passes the window. */
  importFrom: call(
    'write',
    z.object({
      label: z.string().trim().min(1).max(60),
      /** Needed for raw hex, which does not say its curve. */
      curve: z.enum(API_KEY_CURVES).nullable(),
      source: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('file'), file: fileHandle }),
        z.object({ kind: z.literal('clipboard') }),
      ]),
    }),
    credential,
  ),
  select: call('write', z.object({ publicKey: z.string() }), nothing),
  rename: call(
    'write',
    z.object({ publicKey: z.string(), label: z.string().trim().min(1).max(60) }),
    nothing,
  ),
  forget: call('destroy', z.object({ publicKey: z.string() }), nothing),
};
