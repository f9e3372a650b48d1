import { randomBytes } from 'node:crypto';
import type { SessionOrigin } from '#preload/contract/login-sessions.ts';
import { toHex } from '#protocol/encoding.ts';
import { compressP256, generateP256KeyPair, P256_RANDOM_LENGTH } from '#protocol/p256-key.ts';
import type { P256KeyPair } from '#protocol/p256-key.ts';

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
  wish: SessionRequest,
  key: P256KeyPair,
): { operation: string; parameters: Readonly<Record<string, unknown>> } {
  const keyText = keyTextOf(wish.origin, key);
  return {
    operation: OPERATIONS[wish.origin],
    parameters: {
      ...(wish.oidcToken === undefined ? {} : { oidcToken: wish.oidcToken }),
      ...(isSealed(wish.origin) ? { targetPublicKey: keyText } : { publicKey: keyText }),
      expirationSeconds: String(wish.expirationSeconds),
      ...(wish.invalidateExisting ? { invalidateExisting: true } : {}),
    },
  };
}
