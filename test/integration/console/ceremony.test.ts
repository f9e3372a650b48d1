// A key ceremony as it ships: on a real terminal, with a real keychain and a real service, killed at every question.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '#main/storage/open-storage.ts';
import { openKeychain } from '#main/vault/keytar-keychain.ts';
import { createVault } from '#main/vault/vault.ts';
import { toHex } from '#protocol/encoding.ts';
import { checkTranscript } from '#protocol/offline/check-transcript.ts';
import { readTranscript, transcriptDigest } from '#protocol/offline/transcript.ts';
import { addProfile, closeForAnother } from '../../fixtures/add-profile.ts';
import { KEYOPS, KILL, runOnTerminal, terminalMissing } from '../../fixtures/keyops-terminal.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { keychainMissing } from '../../fixtures/running-console.ts';
import { addMember } from '../../fixtures/team.ts';

const missing = (await keychainMissing()) ?? terminalMissing();
const ADA = 'Ada Lovelace';
const BOB = 'Bob Noyce';

describe.skipIf(missing !== null)(`a key ceremony (${missing ?? 'with a keychain and a terminal'})`, () => {
  const offlineName = `KeyOps test ${randomUUID()}`;
  const onlineName = `KeyOps test ${randomUUID()}`;
  const keychain = openKeychain(10_000, offlineName);
  let service: LocalService;
  let root: string;
  let enroller: string;
  const at = (file: string): string => join(root, file);
  const users: Record<string, string> = {};

  beforeAll(async () => {
    service = await LocalService.start();
    service.now = Date.now();
    root = mkdtempSync(join(tmpdir(), 'keyops-ceremony-'));
    for (const place of ['offline', 'online']) await addProfile(at(place), service.ready);
    const curve = 'API_KEY_CURVE_P256';
    enroller = await createVault(openKeychain(10_000, onlineName)).generate(curve);
    const storage = await openStorage(at('online'));
    await storage.credentials.add({
      ...{ kind: 'key', publicKey: enroller, profileId: 'world', curve, label: 'Admin', createdAtMs: 1 },
      expiresAtMs: null,
    });
    await closeForAnother(storage);
    const key = { apiKeyName: 'Admin', publicKey: enroller, curveType: curve, expirationSeconds: '31536000' };
    await service.submit('create_api_keys', { userId: service.ready.rootUserId, apiKeys: [key] });
    for (const name of [ADA, BOB]) users[name] = (await addMember(service, name)).userId;
  });
  afterAll(async () => {
    for (const each of [keychain, openKeychain(10_000, onlineName)])
      for (const item of await each.list()) await each.delete(item);
    await service.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const onTerminal = (
    command: string,
    answer: (said: string) => string | undefined,
    place: 'offline' | 'online' = 'offline',
  ): Promise<{ code: number | null; said: string }> =>
    runOnTerminal({
      ...{ command, answer, dataFolder: at(place), cwd: root },
      keychain: place === 'offline' ? offlineName : onlineName,
    });

  const papers: Record<string, string[]> = {};
  const wordsIn = (said: string): string =>
    [...said.matchAll(/ (\d{1,2}) ([a-z]{4,8}) /g)].map(([, , word]) => word).join(' ');
  let requests: string[] = [];
  let whose = ADA;
  let trials: string[] = [];
  /** What the people type. */
  const people = (said: string): string | undefined => {
    const next = /Next: .* of ([A-Z][a-z]+ [A-Z][a-z]+)\./.exec(said)?.[1];
    if (next !== undefined) whose = next;
    if (said.endsWith('called: ')) return 'Vault keys';
    if (said.endsWith('Person 1, nothing when all are named: ')) return ADA;
    if (said.endsWith('Person 2, nothing when all are named: ')) return BOB;
    if (said.endsWith('all are named: ')) return '';
    if (said.endsWith('at the keyboard: ')) return BOB;
    if (said.endsWith('has elsewhere; nothing to stop: ')) return 'create';
    if (said.endsWith('with the step backup: ')) {
      papers[whose] = [];
      return '2/2';
    }
    if (said.includes('Type “back up”')) return 'back up';
    if (said.endsWith('written down: ')) {
      papers[whose]?.push(wordsIn(said));
      return '';
    }
    if (said.endsWith('four letters: ')) return papers[whose]?.at(-1);
    if (said.endsWith('words, nothing to stop: ')) {
      if (said.includes('Share 1: ')) trials = [...(papers[whose] ?? [])];
      return trials.shift() ?? '';
    }
    if (said.endsWith('key, nothing to stop: '))
      return requests.find((each) => each.includes(users[whose] ?? '?')) ?? '';
    const name = /Type “(Ada Lovelace|Bob Noyce)” to go on, anything else to stop: $/.exec(said)?.[1];
    return name;
  };
  const file = (name: string): string => at(`${name}.keyops-transcript`);

  /** Registers the keys on the online console, as its own guide leads. */
  async function register(name: string): Promise<void> {
    requests = [];
    let user = '';
    const ran = await onTerminal(
      `ceremony ${at(`${name}.keyops-keys`)}`,
      (said) => {
        const of = /The key of ([A-Z][a-z]+ [A-Z][a-z]+):/.exec(said)?.[1];
        if (said.endsWith('nothing to skip it: ')) return (user = users[of ?? ''] ?? '');
        if (said.endsWith('console’s own: ')) return enroller;
        const written = /Wrote (\S+)\.keyops-request\./.exec(said)?.[1];
        if (!said.includes('to stop: ')) return undefined;
        if (written !== undefined) requests.push(`${user}=${at(`${written}.keyops-request`)}`);
        return /Type “(approve[^”]*)”/.exec(said)?.[1];
      },
      'online',
    );
    expect(ran.code, ran.said).toBe(0);
  }
  const answerWithRequests = (said: string): string | undefined =>
    people(said)?.replace(/^[0-9a-f-]{36}=/, '');

  it('leads two people from the first question to a transcript that is verified elsewhere', async () => {
    const first = await onTerminal(`ceremony ${file('one')}`, answerWithRequests);
    // No file of a registration is there yet: it stopped, and says how it goes on.
    expect(first.code, first.said).toBe(1);
    expect(first.said).toContain('go on with: keyops ceremony');
    await register('one');
    const second = await onTerminal(`ceremony ${file('one')}`, answerWithRequests);
    expect(second.code, second.said).toBe(0);
    const transcript = readTranscript(readFileSync(file('one')));
    expect(checkTranscript(transcript).filter(({ passed }) => !passed)).toEqual([]);
    expect(transcript.entries[0]?.by).toBe(BOB);
    const digest = toHex(transcriptDigest(transcript));
    expect(second.said).toContain(`--digest ${digest}`);
    const verified = spawnSync(process.execPath, [KEYOPS, 'verify', file('one'), '--digest', digest], {
      encoding: 'utf8',
    });
    expect(verified.status, verified.stdout).toBe(0);
    // No share, and no key, in any file.
    const secrets = [...Object.values(papers).flat()];
    for (const name of await keychain.list())
      if (name.startsWith('credential:')) secrets.push((await keychain.get(name)) ?? 'none');
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) {
        const text = readFileSync(join(entry.parentPath, entry.name), 'latin1');
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
  });

  it('kill -9 at every question: it goes on where it was, and ends with a transcript that holds', async () => {
    const seen = new Set<string>();
    let isRegistered = false;
    let kills = 0;
    let code: number | null = null;
    for (let run = 0; run < 60 && code !== 0; run += 1) {
      let isKilled = false;
      const ran = await onTerminal(`ceremony ${file('two')}`, (said) => {
        const typed = answerWithRequests(said);
        if (typed === undefined || isKilled) return undefined;
        const question = `${whose}: ${said.slice(said.lastIndexOf('\n') + 1).replaceAll(/[0-9a-f]{8,}/g, '')}`;
        // Each question is killed at once, when it first stands there.
        if (!seen.has(question)) {
          seen.add(question);
          isKilled = true;
          kills += 1;
          return KILL;
        }
        return typed;
      });
      ({ code } = ran);
      if (existsSync(file('two'))) {
        const transcript = readTranscript(readFileSync(file('two')));
        const broken = checkTranscript(transcript).filter(
          ({ passed, detail }) => !passed && !detail.startsWith('Missing: '),
        );
        expect(broken, ran.said).toEqual([]);
        const isExported = transcript.entries.some(({ act }) => act.step === 'export');
        if (isExported && !isRegistered) {
          isRegistered = true;
          await register('two');
        }
      }
    }
    expect(code).toBe(0);
    expect(kills).toBeGreaterThan(12);
    const whole = readTranscript(readFileSync(file('two')));
    expect(checkTranscript(whole).filter(({ passed }) => !passed)).toEqual([]);
    // Two ceremonies, two credentials each: none was made twice.
    const made = (await keychain.list()).filter((name) => name.startsWith('credential:'));
    expect(made).toHaveLength(4);
    const journal = spawnSync(process.execPath, [KEYOPS, 'journal', '--data', at('offline'), '--json'], {
      encoding: 'utf8',
      env: { ...process.env, KEYOPS_KEYCHAIN: offlineName },
    });
    expect(JSON.parse(journal.stdout)).toMatchObject({ ok: true });
  });
});
