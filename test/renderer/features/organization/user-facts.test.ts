import { describe, expect, it } from 'vitest';
import type { ApiKey } from '#protocol/catalogue/api-keys.ts';
import {
  credentialWords,
  expiresMs,
  expiryWords,
  waysIn,
} from '#renderer/features/organization/user-detail.tsx';
import { organizationData } from '../../fake-answers.ts';
import { NOW_MS } from '../../fake-data.ts';

const key = (expirationSeconds?: string): ApiKey => ({
  credential: { publicKey: '02', type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  apiKeyId: 'id',
  apiKeyName: 'laptop',
  createdAt: { seconds: String(NOW_MS / 1000), nanos: '0' },
  updatedAt: '',
  expirationSeconds,
});

describe('what is said of a user', () => {
  it('counts every way in', () => {
    const [root, desk] = organizationData.users;
    expect(root && waysIn(root)).toBe('1 API key');
    expect(desk && waysIn(desk)).toBe('1 API key, 1 passkey, 1 OAuth provider');
    expect(root && waysIn({ ...root, apiKeys: [] })).toBe('No credentials');
  });

  it('tells a key that has run out from one that will, and from one that never does', () => {
    expect(expiresMs(key('60'))).toBe(NOW_MS + 60_000);
    expect(expiryWords(key('60'), NOW_MS)).toMatch(/^Expires /);
    expect(expiryWords(key('60'), NOW_MS + 60_000)).toMatch(/^Expired /);
    expect(expiryWords(key(), NOW_MS)).toBe('Never expires');
  });

  it('names a kind of credential that it does not know as the service does', () => {
    expect(credentialWords('CREDENTIAL_TYPE_LOGIN')).toBe('Login session');
    expect(credentialWords('CREDENTIAL_TYPE_NEW')).toBe('CREDENTIAL_TYPE_NEW');
  });
});
