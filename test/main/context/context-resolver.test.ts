import { expect, it } from 'vitest';
import { silentCredential } from '#main/context/context-resolver.ts';
import type { StoredCredential } from '#main/storage/credentials.ts';

const credential = (publicKey: string, changes: Partial<StoredCredential> = {}): StoredCredential => ({
  kind: 'key',
  publicKey,
  profileId: 'local',
  curve: 'API_KEY_CURVE_P256',
  label: publicKey,
  createdAtMs: 0,
  expiresAtMs: null,
  ...changes,
});
const passkey = credential('passkey', { kind: 'passkey' });
const USERS: Readonly<Record<string, string>> = {
  mine: 'me',
  session: 'me',
  theirs: 'them',
  passkey: 'me',
  far: 'me',
};
const asked: string[] = [];
const find = (credentials: readonly StoredCredential[]) =>
  silentCredential(passkey, 'me', { credentials, nowMs: 100 }, ({ publicKey }) => {
    asked.push(publicKey);
    return Promise.resolve(USERS[publicKey]);
  });

it('reads with a key or a session of the same user', async () => {
  const mine = credential('mine');
  expect(await find([passkey, credential('theirs'), credential('unknown'), mine])).toBe(mine);
  const session = credential('session', { kind: 'session', expiresAtMs: 101 });
  expect(await find([session])).toBe(session);
});

it('attack: nobody else’s credential reads, nor one of another profile, nor a session that is over', async () => {
  asked.length = 0;
  const over = credential('session', { kind: 'session', expiresAtMs: 100 });
  const far = credential('far', { profileId: 'hosted' });
  expect(await find([passkey, credential('theirs'), over, far])).toBeUndefined();
  expect(asked).toEqual(['theirs']);
});
