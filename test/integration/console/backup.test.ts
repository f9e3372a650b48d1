// keyops backup and restore as they ship, on a real terminal and with a real keychain.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKeychain } from '#main/vault/keytar-keychain.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import { createVault } from '#main/vault/vault.ts';
import { addProfile, closeForAnother } from '../../fixtures/add-profile.ts';
import { KEYOPS, runOnTerminal, terminalMissing } from '../../fixtures/keyops-terminal.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { keychainMissing } from '../../fixtures/running-console.ts';

const missing = (await keychainMissing()) ?? terminalMissing();
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

describe.skipIf(missing !== null)(`a backup (${missing ?? 'with a keychain and a terminal'})`, () => {
  const name = `KeyOps test ${randomUUID()}`;
  const keychain = openKeychain(10_000, name);
  let root: string;
  let publicKey: string;
  let key: string | null;
  const at = (file: string): string => join(root, file);

  beforeAll(async () => {
    const service = await LocalService.start();
    root = mkdtempSync(join(tmpdir(), 'keyops-backup-'));
    await addProfile(at('data'), service.ready);
    await service.stop();
    const curve = 'API_KEY_CURVE_ED25519';
    publicKey = await createVault(keychain).generate(curve);
    key = await keychain.get(`credential:${publicKey}`);
    const storage = await openStorage(at('data'));
    await storage.credentials.add({
      ...{ kind: 'key', publicKey, profileId: 'world', curve, label: 'Vault', createdAtMs: 1 },
      expiresAtMs: null,
    });
    await closeForAnother(storage);
  });
  afterAll(async () => {
    for (const item of await keychain.list()) await keychain.delete(item);
    rmSync(root, { recursive: true, force: true });
  });

  const onTerminal = (
    command: string,
    answer: (said: string) => string | undefined,
  ): Promise<{ code: number | null; said: string }> =>
    runOnTerminal({ command, answer, dataFolder: at('data'), keychain: name });
  const wordsIn = (said: string): string =>
    [...said.matchAll(/ (\d{1,2}) ([a-z]{4,8}) /g)].map(([, , word]) => word).join(' ');

  it('on paper: shares are shown one at a time, typed back, cleared, and restore the key', async () => {
    const papers: string[] = [];
    const made = await onTerminal(`backup --key ${publicKey} --shares 2/3`, (said) => {
      if (said.includes('Type “back up”')) return 'back up';
      if (said.endsWith('written down: ')) {
        papers.push(wordsIn(said));
        return '';
      }
      return said.endsWith('four letters: ') ? papers.at(-1) : undefined;
    });
    expect(made.code, made.said).toBe(0);
    expect(papers.map((paper) => paper.split(' ').length)).toEqual([33, 33, 33]);
    // After each share, and after it was typed.
    expect(made.said.split(CLEAR)).toHaveLength(7);

    await createVault(keychain).forget(publicKey);
    expect(await keychain.get(`credential:${publicKey}`)).toBeNull();
    const rest = [papers[2], papers[0]];
    const restored = await onTerminal(`restore --key ${publicKey} --shares`, (said) =>
      said.endsWith('to stop: ') ? rest.shift() : undefined,
    );
    expect(restored.code, restored.said).toBe(0);
    expect(await keychain.get(`credential:${publicKey}`)).toBe(key);
  });

  it('in a file: the passphrase comes by a descriptor, and no file or line has it or the key', async () => {
    writeFileSync(at('passphrase'), 'correct horse battery\n', { mode: 0o600 });
    const made = await onTerminal(
      `backup --key ${publicKey} --passphrase-fd 5 --out ${at('vault.age')} 5<${at('passphrase')}`,
      (said) => (said.includes('Type “back up”') ? 'back up' : undefined),
    );
    expect(made.code, made.said).toBe(0);
    await createVault(keychain).forget(publicKey);
    const restored = await onTerminal(
      `restore ${at('vault.age')} --key ${publicKey} --passphrase-fd 5 5<${at('passphrase')}`,
      () => undefined,
    );
    expect(restored.code, restored.said).toBe(0);
    expect(await keychain.get(`credential:${publicKey}`)).toBe(key);
    rmSync(at('passphrase'));
    for (const secret of [key ?? 'no key', 'correct horse']) {
      expect(`${made.said}${restored.said}`).not.toContain(secret);
      for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
        if (entry.isFile())
          expect(readFileSync(join(entry.parentPath, entry.name), 'latin1')).not.toContain(secret);
    }
  });

  it('kill -9 inside a restore: what it left is finished by the next one, and nothing is there twice', async () => {
    writeFileSync(at('passphrase'), 'correct horse battery\n', { mode: 0o600 });
    const backup = `backup --key ${publicKey} --passphrase-fd 5 --out ${at('killed.age')} 5<${at('passphrase')}`;
    const made = await onTerminal(backup, (said) =>
      said.includes('Type “back up”') ? 'back up' : undefined,
    );
    expect(made.code, made.said).toBe(0);
    const argv = [
      'restore',
      at('killed.age'),
      '--key',
      publicKey,
      '--passphrase-fd',
      '5',
      '--data',
      at('data'),
    ];
    const start = () => {
      const fd = openSync(at('passphrase'), 'r');
      const child = spawn(process.execPath, [KEYOPS, ...argv, '--json'], {
        stdio: ['ignore', 'pipe', 'ignore', 'ignore', 'ignore', fd],
        env: { ...process.env, KEYOPS_KEYCHAIN: name },
      });
      closeSync(fd);
      return child;
    };
    const journal = at('data/journal.jsonl');
    const lines = (): number => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length : 0);
    const restored = async (): Promise<boolean> => {
      const storage = await openStorage(at('data'));
      const found = (await storage.credentials.list()).filter((each) => each.publicKey === publicKey);
      await closeForAnother(storage);
      expect(found.length).toBeLessThanOrEqual(1);
      const item = await keychain.get(`credential:${publicKey}`);
      // A credential without its key would stamp nothing, and couldn't be restored either.
      if (found.length === 1) expect(item).toBe(key);
      return found.length === 1;
    };
    const forget = async (): Promise<void> => {
      await createVault(keychain).forget(publicKey);
      const storage = await openStorage(at('data'));
      await storage.credentials.remove(publicKey);
      await closeForAnother(storage);
    };
    // Open all along: a connection that closes as the last one would take the log of a killed program away.
    const beside = new DatabaseSync(at('data/console.db'), { timeout: 5000 });
    const hasCredential = (): boolean =>
      beside.prepare('SELECT 1 FROM credential WHERE public_key = ?').get(publicKey) !== undefined;
    /** Has a write that the program comes to never end: it is killed there, however fast it is. */
    const hold = (write: string): void => {
      beside.exec(`CREATE TRIGGER held BEFORE INSERT ON ${write}
        BEGIN SELECT count(*) FROM ${Array.from({ length: 12 }, (_, n) => `sqlite_schema AS s${n}`).join(', ')}; END`);
      // The database is closed: a log beside it would be one of another time.
      beside.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    };
    // What is there when it is killed, and the write that comes next: its first line, the keychain's item, its credential.
    const moments: [isThere: (before: number) => Promise<boolean> | boolean, next: string][] = [
      [(before) => lines() > before, `setting WHEN new.name = 'imported.${publicKey}'`],
      [async () => (await keychain.get(`credential:${publicKey}`)) !== null, 'credential'],
      [
        hasCredential,
        `setting WHEN new.name = 'journal.head' AND EXISTS (SELECT 1 FROM credential WHERE public_key = '${publicKey}')`,
      ],
    ];
    const killedAt = async (isThere: () => Promise<boolean> | boolean): Promise<NodeJS.Signals | null> => {
      const child = start();
      const ended = once(child, 'exit');
      while (child.exitCode === null && !(await isThere())) await setImmediate();
      child.kill('SIGKILL');
      await ended;
      return child.signalCode;
    };
    const finish = async (): Promise<void> => {
      if (await restored()) return;
      const again = start();
      const [code] = (await once(again, 'exit')) as [number | null];
      expect(code).toBe(0);
      expect(await restored()).toBe(true);
    };
    for (const [isThere, next] of moments) {
      await forget();
      const before = lines();
      hold(next);
      expect(await killedAt(() => isThere(before))).toBe('SIGKILL');
      beside.exec('DROP TRIGGER held');
      await finish();
    }
    await forget();
    // Behind its last line the program may come to its own end before it is killed.
    const before = lines();
    await killedAt(() => lines() > before + 1);
    await finish();
    beside.close();
    rmSync(at('passphrase'));
  });

  it('without a terminal no key goes out', () => {
    const ran = spawnSync(
      process.execPath,
      [KEYOPS, 'backup', '--key', publicKey, '--shares', '2/3', '--data', at('data'), '--json'],
      { input: 'back up\n', encoding: 'utf8', env: { ...process.env, KEYOPS_KEYCHAIN: name } },
    );
    expect(ran.status).toBe(2);
    expect(JSON.parse(ran.stdout)).toMatchObject({ code: 'TERMINAL_MISSING' });
  });
});
