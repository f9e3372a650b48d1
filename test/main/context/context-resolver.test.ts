import { expect, it } from 'vitest';
import { createContextResolver, silentCredential } from '#main/context/context-resolver.ts';
import { createRuntimeState } from '#main/context/runtime-state.ts';
import type { StoredCredential } from '#main/storage/credentials.ts';
import type { Keychain } from '#main/vault/keychain.ts';
import { createVault } from '#main/vault/vault.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

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

/** A resolver over one key of a hosted profile, and a keychain that answers when a test lets it. */
async function resolverOfKey() {
  const keychain = memoryKeychain();
  const state: { reads: number; before: () => Promise<void> } = { reads: 0, before: () => Promise.resolve() };
  const counting = {
    ...keychain,
    get: async (account: string) => {
      state.reads += account.startsWith('credential:') ? 1 : 0;
      return keychain.get(account);
    },
    lock: {
      state: async () => {
        await state.before();
        return 'unlocked';
      },
    },
  } as unknown as Keychain;
  const vault = createVault(counting);
  const publicKey = await vault.generate('API_KEY_CURVE_P256');
  const profile = {
    ...{ id: 'hosted', kind: 'hosted', name: 'Hosted', baseUrl: 'http://127.0.0.1:1', organizationId: 'o' },
    ...{ organizationName: null, keys: null, network: null, moves: 0 },
  };
  const runtime = createRuntimeState('hosted');
  const kept = credential(publicKey, { profileId: 'hosted' });
  let hold: () => Promise<void> = () => Promise.resolve();
  const resolver = createContextResolver({
    runtime,
    vault,
    clock: fakeClock(),
    storage: {
      profiles: { find: () => Promise.resolve(profile) },
      credentials: { find: () => Promise.resolve(kept), list: () => Promise.resolve([kept]) },
    },
    knownProfiles: { require: () => hold() },
  } as unknown as Parameters<typeof createContextResolver>[0]);
  const lock = (): void => {
    runtime.locked = true;
    runtime.locks += 1;
    vault.lock();
  };
  return {
    ...{ resolver, runtime, state, lock, publicKey },
    holdPlace: (by: () => Promise<void>) => (hold = by),
  };
}
const BODY = toUtf8('{}');

it('attack: what stamped before a lock reads its key into memory again while locked', async () => {
  const { resolver, state, lock, publicKey } = await resolverOfKey();
  const { stamper } = await resolver.target('hosted', publicKey);
  await stamper.stamp(BODY);
  const { reads } = state;
  lock();
  await expect(stamper.stamp(BODY)).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  expect(state.reads).toBe(reads);
});

it('attack: a request hangs in the keychain across a lock and an unlock, and is stamped after', async () => {
  const { resolver, runtime, state, lock, publicKey, holdPlace } = await resolverOfKey();
  const { stamper } = await resolver.target('hosted', publicKey);
  lock();
  runtime.locked = false;
  await expect(stamper.stamp(BODY)).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  // The same where the place was still looked up.
  holdPlace(() => {
    lock();
    runtime.locked = false;
    return Promise.resolve();
  });
  await expect(resolver.target('hosted', publicKey)).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  expect(state.reads).toBe(1);
  // Whoever asks after the unlock stamps.
  holdPlace(() => Promise.resolve());
  expect(await (await resolver.target('hosted', publicKey)).stamper.stamp(BODY)).toHaveProperty('value');
});

it('attack: the console locks while a stamp is made, and the stamp leaves', async () => {
  const { resolver, runtime, state, lock, publicKey } = await resolverOfKey();
  const { stamper } = await resolver.target('hosted', publicKey);
  state.before = () => {
    lock();
    runtime.locked = false;
    return Promise.resolve();
  };
  await expect(stamper.stamp(BODY)).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
});
