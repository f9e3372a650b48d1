import { describe, expect, it } from 'vitest';
import { type Keychain, type LockState, watchKeychain } from '#main/vault/keychain.ts';
import { createVault } from '#main/vault/vault.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';

/** A watched keychain whose lock a test turns, and how often the keychain itself was asked. */
function watched() {
  let tell: (state: LockState) => void = () => undefined;
  let reads = 0;
  let news = 0;
  const memory = memoryKeychain();
  const keychain: Keychain = {
    ...memory,
    get: (account) => {
      reads += 1;
      return memory.get(account);
    },
    lock: {
      state: () => Promise.resolve('unlocked'),
      follow: (listener) => (tell = listener),
      close: () => undefined,
    },
  };
  const vault = createVault(keychain);
  const state = watchKeychain(
    keychain,
    vault,
    () => (news += 1),
    () => undefined,
  );
  return { vault, state, tell: (now: LockState) => tell(now), reads: () => reads, news: () => news };
}

describe('the state of the keychain', () => {
  it('is locked as soon as the keychain says so, without asking it for anything', async () => {
    const { state, vault, tell, reads, news } = watched();
    const publicKey = await vault.generate('API_KEY_CURVE_P256');
    const signer = await vault.signer(publicKey, 'API_KEY_CURVE_P256');
    await state.look();
    expect(state.status()).toMatchObject({ state: 'ready' });
    const before = { reads: reads(), news: news() };
    tell('locked');
    expect(state.status()).toMatchObject({ state: 'locked' });
    expect({ reads: reads(), news: news() }).toEqual({ ...before, news: before.news + 1 });
    expect(() => signer.sign(new Uint8Array(1))).toThrow(expect.objectContaining({ code: 'VAULT_LOCKED' }));
  });

  it('is ready again when the keychain was unlocked elsewhere', async () => {
    const { state, tell } = watched();
    await state.look();
    tell('locked');
    tell('unlocked');
    await expect.poll(() => state.status().state).toBe('ready');
  });

  it('has no key in memory once nobody says that the keychain is unlocked', async () => {
    const { vault, tell } = watched();
    const publicKey = await vault.generate('API_KEY_CURVE_P256');
    const signer = await vault.signer(publicKey, 'API_KEY_CURVE_P256');
    tell('unknown');
    expect(() => signer.sign(new Uint8Array(1))).toThrow(expect.objectContaining({ code: 'VAULT_LOCKED' }));
  });
});
