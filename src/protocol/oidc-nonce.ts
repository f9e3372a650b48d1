import { sha256Hex, toUtf8 } from './encoding.ts';

/**
 * The nonce that binds an OIDC token to a client key (PROTOCOL.md, section 5): lowercase hex SHA-256 of the UTF-8 text
 * of the key's hex, exactly as the request sends it, not of the key's bytes.
 * @param publicKey `targetPublicKey` of `oauth`, or `publicKey` of `oauth_login`
 */
export const oidcNonceOf = (publicKey: string): string => sha256Hex(toUtf8(publicKey));
