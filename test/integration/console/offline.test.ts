// keyops as it ships, with a real keychain: killed at each step, asked on a real terminal, a console beside it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKeychain } from '#main/vault/keytar-keychain.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import { createVault } from '#main/vault/vault.ts';
import { listActivities } from '#protocol/catalogue/activities.ts';
import { sha256Hex } from '#protocol/encoding.ts';
import { readOfflineFile } from '#protocol/offline/offline-files.ts';
import { addProfile, closeForAnother } from '../../fixtures/add-profile.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { keychainMissing } from '../../fixtures/running-console.ts';

const missing = await keychainMissing();
const program = join(import.meta.dirname, '../../../out/main/keyops.js');

/** Whether a file is one that is written before it gets its name. */
const isTemporary = (name: string): boolean => /\.keyops-\w+\.[0-9a-f]{16}$/.test(name);

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A place of its own, in which keyops runs as a process of its own. */
interface Desk {
  readonly dataFolder: string;
  readonly keychain: string;
  start(argv: readonly string[]): { child: ChildProcess; ended: Promise<Ended> };
  run(argv: readonly string[]): Promise<Ended>;
}

function desk(dataFolder: string): Desk {
  const keychain = `KeyOps test ${randomUUID()}`;
  const start: Desk['start'] = (argv) => {
    const env = { ...process.env, KEYOPS_KEYCHAIN: keychain };
    const child = spawn(process.execPath, [program, ...argv, '--data', dataFolder, '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => err.push(part));
    const ended = new Promise<Ended>((resolve) => {
      child.once('close', (code) =>
        resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
      );
    });
    return { child, ended };
  };
  return { dataFolder, keychain, start, run: (argv) => start(argv).ended };
}

describe.skipIf(missing !== null)(`keyops (${missing ?? 'with a keychain'})`, () => {
  let service: LocalService;
  let root: string;
  let offline: Desk;
  let online: Desk;
  let publicKey: string;
  const at = (name: string): string => join(root, name);

  beforeAll(async () => {
    service = await LocalService.start();
    service.now = Date.now();
    root = mkdtempSync(join(tmpdir(), 'keyops-desk-'));
    [offline, online] = [desk(at('offline')), desk(at('online'))];
    for (const { dataFolder } of [offline, online]) await addProfile(dataFolder, service.ready);
    const curve = 'API_KEY_CURVE_P256';
    publicKey = await createVault(openKeychain(10_000, offline.keychain)).generate(curve);
    const storage = await openStorage(offline.dataFolder);
    await storage.credentials.add({
      ...{ kind: 'key', publicKey, profileId: 'world', curve, label: 'Vault', createdAtMs: 1 },
      expiresAtMs: null,
    });
    await closeForAnother(storage);
    const key = { apiKeyName: 'Vault', publicKey, curveType: curve };
    await service.submit('create_api_keys', { userId: service.ready.rootUserId, apiKeys: [key] });
  });
  afterAll(async () => {
    for (const { keychain } of [offline, online]) {
      const items = openKeychain(10_000, keychain);
      for (const item of await items.list()) await items.delete(item);
    }
    rmSync(root, { recursive: true, force: true });
    await service.stop();
  });

  const prepare = async (name: string): Promise<void> => {
    service.now = Date.now();
    const parameters = [
      'effect=EFFECT_ALLOW',
      'condition=true',
      'consensus=approvers.count() >= 2',
      'notes=',
    ];
    const ran = await online.run([
      ...['prepare', 'create_policy', '--set', `policyName=${name}`],
      ...parameters.flatMap((each) => ['--set', each]),
      ...['--key', publicKey, '--alone', '--out', at(`${name}.keyops-request`)],
    ]);
    expect(ran.code, ran.err).toBe(0);
  };
  /** The digest of the preview, from the words of a refusal: the console says what it would be. */
  const digestOf = async (name: string): Promise<string> => {
    const ran = await offline.run([
      'stamp',
      at(`${name}.keyops-request`),
      '--preview-digest',
      '0'.repeat(64),
    ]);
    expect(ran.code).toBe(6);
    return /digest ([0-9a-f]{64}), not/.exec(ran.out)?.[1] ?? '';
  };
  /** Runs a command and kills it with SIGKILL after some milliseconds, longer each time, until it ends before that. */
  const killedUntilDone = async (place: Desk, argv: readonly string[], stepMs: number): Promise<number> => {
    for (let kills = 0; ; kills += 1) {
      service.now = Date.now();
      const { child, ended } = place.start(argv);
      const timer = setTimeout(() => child.kill('SIGKILL'), 100 + kills * stepMs);
      const { code, err } = await ended;
      clearTimeout(timer);
      if (code === null) continue;
      expect(code, err).toBe(0);
      return kills;
    }
  };

  it('kill -9 at each step of the round loses nothing and doubles nothing', async () => {
    await prepare('Killed');
    const digest = await digestOf('Killed');
    const [request, stamp, answer] = ['request', 'stamp', 'answer'].map((kind) =>
      at(`Killed.keyops-${kind}`),
    );
    if (request === undefined || stamp === undefined || answer === undefined) throw new Error('three names');
    const kills = [
      await killedUntilDone(offline, ['stamp', request, '--preview-digest', digest, '--out', stamp], 140),
      await killedUntilDone(online, ['send', request, stamp, '--out', answer], 140),
      await killedUntilDone(offline, ['open', answer], 140),
    ];
    expect(Math.min(...kills)).toBeGreaterThan(1);
    // No half-written file stands under a name of its own.
    for (const name of [request, stamp, answer]) expect(existsSync(name)).toBe(true);
    const body = readOfflineFile('keyops-request', readFileSync(request)).body;
    const { json } = await service.query('list_activities', { paginationOptions: { limit: '100' } });
    const { activities } = listActivities.output.parse(json);
    expect(activities.filter(({ fingerprint }) => fingerprint === `sha256:${sha256Hex(body)}`)).toHaveLength(
      1,
    );
    const journal = await offline.run(['journal', '--lines', '1000']);
    expect(journal.code, journal.out).toBe(0);
    const { entries } = JSON.parse(journal.out) as { entries: { outcome: string; digest: string }[] };
    const outcomes = entries.filter((line) => line.digest === sha256Hex(body)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'completed')).toHaveLength(1);
    expect(outcomes).toContain('stamped for a file');
    // Opened once more, it says the same and adds no line.
    expect((await offline.run(['open', answer])).code).toBe(0);
    const after = JSON.parse((await offline.run(['journal', '--lines', '1000'])).out) as {
      entries: unknown[];
    };
    expect(after.entries).toHaveLength(entries.length);
  });

  it('says in JSON and with its own code that a console has the data folder', async () => {
    await prepare('Busy');
    const storage = await openStorage(offline.dataFolder);
    try {
      const ran = await offline.run(['stamp', at('Busy.keyops-request')]);
      expect(ran.code).toBe(7);
      expect(JSON.parse(ran.out)).toMatchObject({ ok: false, exit: 7, code: 'FOLDER_LOCKED' });
    } finally {
      await closeForAnother(storage);
    }
  });

  it('stamps nothing where there is no terminal to ask on', async () => {
    await prepare('Piped');
    const ran = await offline.run(['stamp', at('Piped.keyops-request'), '--out', at('piped.stamp')]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.out)).toMatchObject({ code: 'TERMINAL_MISSING' });
    expect(existsSync(at('piped.stamp'))).toBe(false);
  });

  it.skipIf(spawnSync('script', ['--version']).status !== 0)(
    'asks on a terminal, takes the word alone, and paints nothing on it',
    async () => {
      await prepare('Asked');
      const command = `${process.execPath} ${program} stamp ${at('Asked.keyops-request')} --data ${offline.dataFolder} --out ${at('asked.stamp')}`;
      const typed = (input: string) =>
        spawnSync('script', ['-qec', command, '/dev/null'], {
          input,
          encoding: 'utf8',
          env: { ...process.env, KEYOPS_KEYCHAIN: offline.keychain },
        });
      const refused = typed('yes\n');
      expect(refused.status, refused.stdout).toBe(1);
      expect(existsSync(at('asked.stamp'))).toBe(false);
      const word = /Type “([^”]+)”/.exec(refused.stdout)?.[1] ?? '';
      expect(word).toMatch(/^approve/);
      expect(refused.stdout).not.toContain('\u001b');
      expect(typed(`${word}\n`).status).toBe(0);
      expect(existsSync(at('asked.stamp'))).toBe(true);
    },
  );

  it('takes the key from a descriptor, and leaves neither it nor a temporary file behind', async () => {
    await prepare('Handed');
    const file = at('Handed.keyops-request');
    const digest = await digestOf('Handed');
    const key = await openKeychain(10_000, offline.keychain).get(`credential:${publicKey}`);
    writeFileSync(at('key'), `${key ?? ''}:p256`, { mode: 0o600 });
    // A step that was killed may have left its own.
    const before = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(isTemporary);
    const out = at('handed.stamp');
    const command =
      '"$0" "$1" stamp "$2" --preview-digest "$3" --secret-fd 5 --data "$4" --out "$5" --json 5<"$6"';
    const args = [process.execPath, program, file, digest, offline.dataFolder, out, at('key')];
    const ran = spawnSync('bash', ['-c', command, ...args], {
      encoding: 'utf8',
      env: { ...process.env, KEYOPS_KEYCHAIN: offline.keychain },
    });
    expect(ran.status, ran.stdout + ran.stderr).toBe(0);
    rmSync(at('key'));
    expect(`${ran.stdout}${ran.stderr}`).not.toContain(key);
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
    expect(names.filter(isTemporary)).toEqual(before);
    for (const name of names) {
      const path = join(root, name);
      if (/\.(?:stamp|keyops-\w+|jsonl|db|db-wal)$/.test(name))
        expect(readFileSync(path, 'latin1')).not.toContain(key);
    }
  });
});
