import { z } from 'zod';
import { call, news, nothing } from './call.ts';
import { preview } from './requests.ts';

/** How a session is opened: with a key that the service makes, or with one of this machine's and a session token. */
export const SESSION_ORIGINS = ['read-write', 'stamp-login', 'oauth', 'oauth-login'] as const;
export type SessionOrigin = (typeof SESSION_ORIGINS)[number];

/** A session that is open; its key is in the keychain. Times are this machine's, in ms. */
export const loginSession = z.object({
  publicKey: z.string(),
  label: z.string(),
  origin: z.enum(SESSION_ORIGINS),
  profileId: z.string(),
  profileName: z.string(),
  organizationId: z.string(),
  organizationName: z.string(),
  userId: z.string(),
  username: z.string(),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  lastUsedAtMs: z.number().nullable(),
  /** Whether it is in its last two minutes. */
  isEnding: z.boolean(),
});
export type LoginSession = z.infer<typeof loginSession>;

/** A session that is over: its key is gone from this machine. */
export const endedSession = z.object({
  label: z.string(),
  why: z.enum(['expired', 'ended-elsewhere']),
});
export type EndedSession = z.infer<typeof endedSession>;

const options = {
  label: z.string().trim().min(1).max(60),
  /** One minute to ten years; the service may make it shorter. */
  expirationSeconds: z.number().int().min(60).max(315_360_000),
  /** Whether the service ends the user's other sessions of the same kind. */
  invalidateExisting: z.boolean(),
};

/** Sessions: credentials that end by themselves. */
export const loginSessionsCalls = {
  list: call('read', nothing, z.array(loginSession)),
  changed: news(z.array(loginSession)),
  ended: news(endedSession),
  /** Prepares the request that opens a session; its review keeps the session when it is completed. */
  prepare: call('read', z.object({ origin: z.enum(['read-write', 'stamp-login']), ...options }), preview),
  /**
   * Logs in at an OIDC issuer in the system's browser, and prepares the request that opens a session with its token. It
   * answers when the person is done there.
   */
  logIn: call(
    'write',
    z.object({
      origin: z.enum(['oauth', 'oauth-login']),
      issuer: z.url({ protocol: /^https?$/ }).max(1024),
      clientId: z.string().trim().min(1).max(1024),
      ...options,
    }),
    preview,
  ),
  /** Calls off a login that waits for the browser. */
  cancelLogIn: call('write', nothing, nothing, { whileLocked: true }),
  /** Prepares a session of the same kind and length that takes the place of this one. */
  renew: call('read', z.object({ publicKey: z.string() }), preview),
  /** Destroys the keys of sessions on this machine. */
  end: call('destroy', z.object({ publicKeys: z.array(z.string()).min(1).max(1000) }), nothing),
};
