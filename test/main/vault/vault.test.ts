import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Keychain, KeychainError, type LockState, keychainError } from '#main/vault/keychain.ts';
import { createRequestSeal } from '#main/vault/row-seals.ts';
import { createVault } from '#main/vault/vault.ts';
import { fromHex, toUtf8 } from '#protocol/encoding.ts';
import { API_KEY_CURVES, parseStamp, stamp, verifyStamp } from '#protocol/stamp.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';

const admit = (): Promise<void> => Promise.resolve();
const body = toUtf8('{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2"}');

describe.each(API_KEY_CURVES)('the vault, %s', (curve) => {
  it('stamps with a key it made, and the portable verifier takes the stamp', async () => {
    const vault = createVault(memoryKeychain());
    const publicKey = await vault.generate(curve);
    const value = parseStamp(stamp(body, await vault.signer(publicKey, curve)));
    expect(value.publicKey).toBe(publicKey);
    expect(verifyStamp(value, body)).toBe(true);
    expect(verifyStamp(value, toUtf8('{}'))).toBe(false);
  });

  it('refuses an item that is another key of the same curve', async () => {
    const keychain = memoryKeychain();
    const vault = createVault(keychain);
    const [mine, theirs] = [await vault.generate(curve), await vault.generate(curve)];
    keychain.items.set(`credential:${mine}`, keychain.items.get(`credential:${theirs}`) ?? '');
    await expect(vault.signer(mine, curve)).rejects.toMatchObject({ code: 'CREDENTIAL_KEY_MISMATCH' });
  });

  it.each(['', 'zz'.repeat(32), 'ab'.repeat(31), '00'.repeat(33)])('refuses the item %j', async (text) => {
    const keychain = memoryKeychain();
    const vault = createVault(keychain);
    const publicKey = await vault.generate(curve);
    keychain.items.set(`credential:${publicKey}`, text);
    await expect(vault.signer(publicKey, curve)).rejects.toMatchObject({ code: 'CREDENTIAL_KEY_MISMATCH' });
  });

  it('stamps no more with a signer that was had before a lock', async () => {
    const vault = createVault(memoryKeychain());
    const signer = await vault.signer(await vault.generate(curve), curve);
    vault.lock();
    expect(() => signer.sign(body)).toThrow();
  });

  it('destroys the item of a forgotten credential', async () => {
    const keychain = memoryKeychain();
    const vault = createVault(keychain);
    const publicKey = await vault.generate(curve);
    const signer = await vault.signer(publicKey, curve);
    await vault.forget(publicKey);
    expect(keychain.items.size).toBe(0);
    expect(() => signer.sign(body)).toThrow();
    await expect(vault.signer(publicKey, curve)).rejects.toMatchObject({ code: 'CREDENTIAL_KEY_MISSING' });
  });
});

/** The memory that Node's small buffers share, as it is now: what is written there stays until something is written over it. */
const sharedMemory = (): Buffer => Buffer.from(Buffer.from('x').buffer);
/** Hex as bytes in memory of their own. */
const apart = (hex: string): Buffer => Buffer.from(fromHex(hex).buffer);

it('attack: keys are looked for in the memory that small buffers share, where no lock wipes them', async () => {
  const keychain = memoryKeychain();
  const vault = createVault(keychain);
  const keys = await Promise.all(API_KEY_CURVES.map((curve) => vault.generate(curve)));
  keychain.items.set('service-storage-key', '5a'.repeat(32));
  keychain.items.set('request-seal-key', 'a5'.repeat(32));
  const read: readonly (() => Promise<unknown>)[] = [
    ...API_KEY_CURVES.map((curve, index) => () => vault.signer(keys[index] ?? '', curve)),
    ...API_KEY_CURVES.map(
      (curve, index) => () => vault.lend(keys[index] ?? '', curve, () => Promise.resolve()),
    ),
    async () => (await vault.storageKey(false)).wipe(),
    () => createRequestSeal(keychain).makeRow(['table']),
  ];
  for (const one of read) {
    // A read that begins a new block writes into that one.
    const before = sharedMemory();
    await one();
    for (const memory of [before, sharedMemory()])
      for (const [account, text] of keychain.items) expect(memory.includes(apart(text)), account).toBe(false);
  }
  // A search that finds nothing would prove nothing.
  Buffer.from('c3'.repeat(32), 'hex');
  expect(sharedMemory().includes(apart('c3'.repeat(32)))).toBe(true);
});

/** A keychain whose lock a test turns. */
function locking(first: LockState) {
  const memory = memoryKeychain();
  const turn = { state: first, reads: 0 };
  const keychain: Keychain = {
    ...memory,
    get: (account) => {
      turn.reads += 1;
      if (turn.state === 'locked') throw new KeychainError('locked', 'linux');
      return memory.get(account);
    },
    lock: { state: () => Promise.resolve(turn.state), follow: () => undefined, close: () => undefined },
  };
  return { turn, keychain };
}

describe('a keychain that is locked while the console runs', () => {
  const curve = 'API_KEY_CURVE_P256';

  it.each(API_KEY_CURVES)('has no signer that still stamps: %s', async (each) => {
    const { turn, keychain } = locking('unlocked');
    const vault = createVault(keychain);
    const publicKey = await vault.generate(each);
    const signer = await vault.signer(publicKey, each);
    expect(await vault.signer(publicKey, each)).toBe(signer);
    turn.state = 'locked';
    await expect(vault.signer(publicKey, each)).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' });
    expect(() => signer.sign(body)).toThrow(expect.objectContaining({ code: 'VAULT_LOCKED' }));
    turn.state = 'unlocked';
    expect((await vault.signer(publicKey, each)).publicKey).toBe(publicKey);
  });

  it('is not asked for its password by what goes on in the background', async () => {
    const { turn, keychain } = locking('unlocked');
    const vault = createVault(keychain);
    const publicKey = await vault.generate(curve);
    turn.state = 'locked';
    const before = turn.reads;
    await expect(vault.signer(publicKey, curve)).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' });
    expect(turn.reads).toBe(before);
  });

  it('is asked for the key at each use where it does not say whether it is locked', async () => {
    const { turn, keychain } = locking('unknown');
    const vault = createVault(keychain);
    const publicKey = await vault.generate(curve);
    const before = turn.reads;
    const [one, other] = await Promise.all([vault.signer(publicKey, curve), vault.signer(publicKey, curve)]);
    expect(other).toBe(one);
    expect(await vault.signer(publicKey, curve)).toBe(one);
    expect(turn.reads).toBe(before + 3);
    keychain.get = () => Promise.reject(new KeychainError('locked', 'linux'));
    await expect(vault.signer(publicKey, curve)).rejects.toMatchObject({ code: 'KEYCHAIN_LOCKED' });
    expect(() => one.sign(body)).toThrow(expect.objectContaining({ code: 'VAULT_LOCKED' }));
  });
});

describe('the vault', () => {
  it('does not keep a key that arrives from the keychain after a lock', async () => {
    const keychain = memoryKeychain();
    const vault = createVault(keychain);
    const publicKey = await vault.generate('API_KEY_CURVE_P256');
    const asked = vault.signer(publicKey, 'API_KEY_CURVE_P256');
    vault.lock();
    await expect(asked).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  });

  it('attack: a key that is being forgotten is asked for again before the keychain has deleted it', async () => {
    const keychain = memoryKeychain();
    const vault = createVault(keychain);
    const publicKey = await vault.generate('API_KEY_CURVE_P256');
    const ask = () => vault.signer(publicKey, 'API_KEY_CURVE_P256');
    let asked: ReturnType<typeof ask> | undefined;
    let late: ReturnType<typeof ask> | undefined;
    keychain.delete = async (account) => {
      if (asked === undefined) {
        asked = ask();
        // It has the key, and is the signer of a batch that runs.
        await asked;
        const text = keychain.items.get(account) ?? null;
        let answer: (text: string | null) => void = () => undefined;
        keychain.get = () => new Promise((resolve) => (answer = resolve));
        await ask();
        vault.lock();
        late = ask();
        await new Promise(setImmediate);
        keychain.items.delete(account);
        setImmediate(() => answer(text));
      }
      return keychain.items.delete(account);
    };
    await vault.forget(publicKey);
    await expect(late).rejects.toMatchObject({ code: 'CREDENTIAL_KEY_MISSING' });
    const signer = await asked;
    expect(() => signer?.sign(body)).toThrow(expect.objectContaining({ code: 'VAULT_LOCKED' }));
    keychain.get = (account) => Promise.resolve(keychain.items.get(account) ?? null);
    await expect(ask()).rejects.toMatchObject({ code: 'CREDENTIAL_KEY_MISSING' });
  });

  it('attack: a data folder behind a link has one number for the console and another for the service’s commands', async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'keyops-vault-')));
    const [folder, link] = [join(place, 'data'), join(place, 'link')];
    // As the service's commands name it: src/service/keys/storage-key.ts, which needs the system's keychain.
    const itemOf = (path: string): string =>
      `service-generation:${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
    try {
      mkdirSync(folder);
      symlinkSync(folder, link);
      const keychain = memoryKeychain();
      const vault = createVault(keychain);
      await vault.noteGeneration(link, 7);
      expect([...keychain.items]).toEqual([[itemOf(folder), '7']]);
      expect(await vault.knownGeneration(folder)).toBe(7);
      // Noted before links were followed.
      keychain.items.set(itemOf(link), '9');
      expect(await vault.knownGeneration(link)).toBe(9);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('imports a key only when its public half is admitted', async () => {
    const keychain = memoryKeychain();
    const vault = createVault(keychain);
    const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    await expect(vault.importKey(pem, null, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(keychain.items.size).toBe(0);
    expect(await vault.importKey(pem, null, admit)).toMatchObject({ curve: 'API_KEY_CURVE_ED25519' });
  });

  it('makes the storage key once, and refuses a changed one instead of making another', async () => {
    const keychain = memoryKeychain();
    const first = await createVault(keychain).storageKey(true);
    const again = await createVault(keychain).storageKey(false);
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
    expect(first.length).toBe(32);
    expect(again.use(hex)).toBe(first.use(hex));
    keychain.items.set('service-storage-key', 'short');
    await expect(createVault(keychain).storageKey(true)).rejects.toMatchObject({
      code: 'STORAGE_KEY_INVALID',
    });
    expect(keychain.items.get('service-storage-key')).toBe('short');
  });
});

describe('a failing keychain', () => {
  it.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'KEYCHAIN_MISSING'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'KEYCHAIN_MISSING'],
    ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'KEYCHAIN_MISSING'],
    ['Cannot create an item in a locked collection', 'KEYCHAIN_LOCKED'],
    ['Prompt was dismissed', 'KEYCHAIN_LOCKED'],
    ['User canceled the operation.', 'KEYCHAIN_LOCKED'],
    ['User interaction is not allowed.', 'KEYCHAIN_LOCKED'],
    ['The user name or passphrase you entered is not correct.', 'KEYCHAIN_LOCKED'],
  ])('is understood: %s', (message, code) => {
    expect(keychainError(new Error(message), 'linux').code).toBe(code);
  });

  it.each(['linux', 'darwin', 'win32', 'freebsd'])('has a remedy for each state on %s', (platform) => {
    for (const problem of ['locked', 'missing'] as const) {
      const error = new KeychainError(problem, platform);
      expect(error.remedy.length).toBeGreaterThan(20);
      if (platform !== 'linux' && platform !== 'freebsd') {
        expect(error.remedy).not.toBe(new KeychainError(problem, 'linux').remedy);
      }
    }
  });
});
