import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SessionOrigin } from '#preload/contract/login-sessions.ts';
import type { Verification } from '#preload/contract/requests.ts';
import { openCredentialBundle } from '#protocol/bundle/credential-bundle.ts';
import { toHex } from '#protocol/encoding.ts';
import {
  type P256KeyPair,
  P256_RANDOM_LENGTH,
  compressP256,
  generateP256KeyPair,
} from '#protocol/p256-key.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import type { Secret } from '#protocol/secret.ts';
import { verifySession } from '#protocol/session.ts';
import { loginError } from './errors.ts';

/** A session that is asked for. */
export interface SessionRequest {
  readonly origin: SessionOrigin;
  readonly expirationSeconds: number;
  readonly invalidateExisting: boolean;
  /** What an OIDC issuer says of its owner; for the OAuth origins. */
  readonly oidcToken?: string;
}

/** Whether the service makes the session's key and seals it to ours, or our key becomes the session's. */
export const isSealed = (origin: SessionOrigin): boolean => origin === 'read-write' || origin === 'oauth';

/** The key that a session is asked for with: it opens the bundle, or becomes the session's own. */
export const makeSessionKey = (): P256KeyPair =>
  generateP256KeyPair(new Uint8Array(randomBytes(P256_RANDOM_LENGTH)));

/** The key's text in the request, which an OIDC token's nonce is the hash of: hex, uncompressed for a bundle. */
export const keyTextOf = (origin: SessionOrigin, { publicKey }: P256KeyPair): string =>
  toHex(isSealed(origin) ? publicKey : compressP256(publicKey, 'session key'));

const OPERATIONS = {
  'read-write': 'create_read_write_session',
  'stamp-login': 'stamp_login',
  oauth: 'oauth',
  'oauth-login': 'oauth_login',
} as const satisfies Record<SessionOrigin, string>;

/** The operation that opens a session, and its parameters. */
export function sessionRequest(
  input: SessionRequest,
  key: P256KeyPair,
): { operation: string; parameters: Readonly<Record<string, unknown>> } {
  const keyText = keyTextOf(input.origin, key);
  return {
    operation: OPERATIONS[input.origin],
    parameters: {
      ...(input.oidcToken === undefined ? {} : { oidcToken: input.oidcToken }),
      ...(isSealed(input.origin) ? { targetPublicKey: keyText } : { publicKey: keyText }),
      expirationSeconds: String(input.expirationSeconds),
      ...(input.invalidateExisting ? { invalidateExisting: true } : {}),
    },
  };
}

/** What the answer has to agree with. */
export interface ExpectedSession {
  readonly organizationId: string;
  /** The profile's pinned keys; null where none are known. */
  readonly keys: PinnedKeys | null;
  /** The service's time, in ms. */
  readonly nowMs: number;
}

/** What came back for a session that was asked for. */
export interface ReceivedSession {
  /** The session's private key; the caller wipes it. */
  readonly key: Secret;
  /** Whose it is; null where the answer does not say, and the service must be asked as the session. */
  readonly userId: string | null;
  /** When it ends by the service's clock, in ms; null where the answer does not say. */
  readonly serviceEndMs: number | null;
  readonly checks: readonly Verification[];
}

const bundleResult = z.looseObject({
  credentialBundle: z.string(),
  userId: z.string(),
  organizationId: z.string().optional(),
});
const tokenResult = z.looseObject({ session: z.string() });

/**
 * Takes a session out of its activity's result: opens the bundle, or verifies the token.
 * @throws AppError `SESSION_RESULT_INVALID`, `SESSION_KEYS_UNKNOWN`, `SESSION_MISMATCH`; those of
 *   `openCredentialBundle` and `verifySession`
 */
export async function receiveSession(
  input: Pick<SessionRequest, 'origin'>,
  result: unknown,
  key: P256KeyPair,
  expected: ExpectedSession,
): Promise<ReceivedSession> {
  return isSealed(input.origin)
    ? openBundle(read(bundleResult, result), key, expected)
    : readToken(read(tokenResult, result).session, keyTextOf(input.origin, key), key, expected);
}

async function openBundle(
  result: z.infer<typeof bundleResult>,
  key: P256KeyPair,
  expected: ExpectedSession,
): Promise<ReceivedSession> {
  if (result.organizationId !== undefined)
    requireSame('organization', result.organizationId, expected.organizationId);
  return {
    key: await openCredentialBundle(result.credentialBundle, key.privateKey),
    userId: result.userId,
    serviceEndMs: null,
    checks: [
      {
        name: 'Credential bundle',
        passed: true,
        detail: 'It opened with the key that was made for it, and holds a P-256 private key.',
      },
    ],
  };
}

function readToken(
  jwt: string,
  keyText: string,
  key: P256KeyPair,
  { organizationId, keys, nowMs }: ExpectedSession,
): ReceivedSession {
  if (keys === null) {
    throw loginError('SESSION_KEYS_UNKNOWN');
  }
  const claims = verifySession(jwt, keys.sessionNotarizer, nowMs);
  requireSame('organization', claims.organization_id, organizationId);
  requireSame('public key', claims.public_key, keyText);
  const serviceEndMs = claims.exp * 1000;
  return {
    key: key.privateKey,
    userId: claims.user_id,
    serviceEndMs,
    checks: [
      {
        name: 'Session token',
        passed: true,
        detail: `The pinned session key signed it, for this organization and this key, until ${new Date(serviceEndMs).toISOString()}.`,
      },
    ],
  };
}

function requireSame(what: string, given: string, wanted: string): void {
  if (given === wanted) return;
  throw loginError('SESSION_MISMATCH.token', { what, given, wanted });
}

function read<S extends z.ZodType>(schema: S, result: unknown): z.output<S> {
  const parsed = schema.safeParse(result);
  if (parsed.success) return parsed.data;
  throw loginError('SESSION_RESULT_INVALID', { cause: parsed.error });
}
