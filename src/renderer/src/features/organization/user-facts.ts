import type { ApiKey } from '#protocol/catalogue/api-keys.ts';
import type { User } from '#protocol/catalogue/users.ts';
import { formatMinute } from '../../format/time.ts';
import { createdMs } from '../signers/key-facts.ts';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.users;

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** How a user can get in, in words: "2 API keys, 1 passkey". */
export function waysIn({ apiKeys, authenticators, oauthProviders }: User): string {
  const ways = [
    apiKeys.length > 0 && plural(apiKeys.length, TEXT.credentials.apiKey),
    authenticators.length > 0 && plural(authenticators.length, TEXT.credentials.passkey),
    oauthProviders.length > 0 && plural(oauthProviders.length, TEXT.credentials.oauthProvider),
  ].filter((way) => way !== false);
  return ways.length === 0 ? TEXT.noCredentials : ways.join(', ');
}

/** When an API key runs out, in ms since the epoch; null for one without an end. */
export function expiresMs(key: ApiKey): number | null {
  const made = createdMs(key);
  return key.expirationSeconds == null || made === null ? null : made + Number(key.expirationSeconds) * 1000;
}

/** When an API key runs out, in words. */
export function expiryWords(key: ApiKey, nowMs: number): string {
  const ms = expiresMs(key);
  if (ms === null) return TEXT.neverExpires;
  return (ms <= nowMs ? TEXT.expired : TEXT.expires)(formatMinute(ms));
}

const CREDENTIAL_WORDS: Readonly<Record<string, string>> = {
  CREDENTIAL_TYPE_API_KEY_P256: 'P-256',
  CREDENTIAL_TYPE_API_KEY_SECP256K1: 'secp256k1',
  CREDENTIAL_TYPE_API_KEY_ED25519: 'Ed25519',
  CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256: TEXT.sessions.readWrite,
  CREDENTIAL_TYPE_OAUTH_KEY_P256: TEXT.sessions.oauth,
  CREDENTIAL_TYPE_LOGIN: TEXT.sessions.login,
};

/** What kind of credential an API key is: its curve, or the session it belongs to. */
export const credentialWords = (type: string): string => CREDENTIAL_WORDS[type] ?? type;
