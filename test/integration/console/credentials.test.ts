import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '#main/storage/open-storage.ts';
import type { Credential } from '#preload/contract/credentials.ts';
import type { ClosedJournal, JournalLine } from '#preload/contract/reads.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const secretHex = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url').toString('hex');

describe.skipIf(missing !== null)(`credentials (${missing ?? 'real keychain'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  const folder = place?.dataFolder ?? '';
  const body = '{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2"}';
  let running: RunningConsole;

  beforeAll(async () => {
    if (place === undefined) return;
    // What a console leaves that was killed between stamping and the answer.
    const storage = await openStorage(folder);
    await storage.requests.add({
      fingerprint: fingerprintOf(toUtf8(body)),
      operation: 'sign_transaction',
      body,
      profileId: 'local',
      publicKey: '02aa',
      sentAtMs: 7,
      expectation: '{"kind":"none"}',
      mac: null,
    });
    await storage.close();
    running = await runConsole(place);
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  const importFrom = (source: object, curve: string | null = null) =>
    running.call<Credential>('credentials.importFrom', { label: 'Imported', curve, source });
  const file = (name: string, text: string): { kind: 'file'; path: string } => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return { kind: 'file', path };
  };

  it('journals the stamp that a crash interrupted, once, and offers to resume it', async () => {
    const [line] = await running.call<JournalLine[]>('journal.list', { before: null, limit: 10 });
    expect(line).toMatchObject({ outcome: 'interrupted', digest: sha256Hex(toUtf8(body)), profile: 'Local' });
    expect(await running.call('requests.unfinished')).toEqual([
      { fingerprint: fingerprintOf(toUtf8(body)), operation: 'sign_transaction', sentAtMs: 7 },
    ]);
  });

  it.each<[string, () => object, string | null, string]>([
    [
      'a public key',
      () => file('a.pem', publicKey.export({ format: 'pem', type: 'spki' }).toString()),
      null,
      'KEY_IS_PUBLIC',
    ],
    ['a key of another curve', () => file('b.pem', pem), 'API_KEY_CURVE_P256', 'KEY_CURVE_MISMATCH'],
    ['a short key', () => file('c.txt', secretHex.slice(2)), 'API_KEY_CURVE_SECP256K1', 'KEY_LENGTH_INVALID'],
    ['10 MB of junk', () => file('d.txt', 'x'.repeat(10_000_000)), null, 'KEY_TOO_LONG'],
    [
      'a file that is not there',
      () => ({ kind: 'file', path: join(folder, 'nowhere') }),
      null,
      'FILE_UNREADABLE',
    ],
    [
      'attack: a private key beside another public key',
      () => {
        file('swapped.public', `02${'ab'.repeat(32)}`);
        return file('swapped.private', '11'.repeat(32));
      },
      null,
      'CREDENTIAL_FILES_DIFFER',
    ],
    ['a folder', () => ({ kind: 'file', path: folder }), null, 'FILE_UNREADABLE'],
    ['an empty clipboard', () => ({ kind: 'clipboard' }), null, 'CLIPBOARD_EMPTY'],
  ])('refuses to import %s', async (_name, source, curve, code) => {
    const refused = importFrom(source(), curve);
    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.not.toThrow(secretHex.slice(4, 20));
    expect((await running.bootstrap()).credentials).toEqual([]);
  });

  it('imports a key once, from a file or the clipboard, and keeps it in the keychain alone', async () => {
    running.host.clipboard = `${secretHex}:secp256k1`;
    const importing = importFrom({ kind: 'clipboard' });
    await decideNext(running, 'approve');
    const imported = await importing;
    expect(imported).toMatchObject({ curve: 'API_KEY_CURVE_SECP256K1', current: true });
    await expect(importFrom(file('again.pem', pem))).rejects.toMatchObject({ code: 'CREDENTIAL_EXISTS' });
    expect(await place?.keychain.get(`credential:${imported.publicKey}`)).toBe(secretHex);
    expect((await running.untilReady()).health.service.state).toBe('ready');
    const ours = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && !/\.(?:pem|txt)$/.test(path));
    expect(ours.length).toBeGreaterThan(2);
    for (const path of ours) {
      const bytes = readFileSync(path);
      expect(bytes.includes(secretHex)).toBe(false);
      expect(bytes.includes(Buffer.from(secretHex, 'hex'))).toBe(false);
    }
    expect(JSON.stringify(running.host.news)).not.toContain(secretHex);
  });

  it('renames, refuses a tampered item, and forgets', async () => {
    const [credential] = (await running.bootstrap()).credentials;
    const key = credential?.publicKey ?? '';
    await running.call('credentials.rename', { publicKey: key, label: 'Desk' });
    expect((await running.bootstrap()).credentials).toMatchObject([{ label: 'Desk' }]);

    await running.call('app.lock');
    await place?.keychain.set(`credential:${key}`, '11'.repeat(32));
    await running.call('app.unlock');
    await expect(running.call('keys.list')).rejects.toMatchObject({ code: 'CREDENTIAL_KEY_MISMATCH' });

    // The only way to the keys of the local service stays, until there is another.
    const forget = (): Promise<unknown> => running.call('credentials.forget', { publicKey: key });
    await expect(forget()).rejects.toMatchObject({ code: 'CREDENTIAL_IS_LAST' });
    await running.call('credentials.create', { label: 'Another', curve: 'API_KEY_CURVE_ED25519' });
    const forgetting = forget();
    await decideNext(running, 'approve');
    await forgetting;
    expect((await running.bootstrap()).credentials).toMatchObject([{ label: 'Another', current: true }]);
    expect(await place?.keychain.get(`credential:${key}`)).toBeNull();
    // The service does not know the other one: nobody registered it.
    await expect(running.call('keys.list')).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });

  it('shows a journal that was tampered with while it was closed', async () => {
    if (place === undefined) return;
    await running.console.close();
    const journal = join(folder, 'journal.jsonl');
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('interrupted', 'completed'));
    running = await runConsole(place);
    const { health } = await running.bootstrap();
    expect((await running.untilServiceReady()).health.service.state).toBe('ready');
    expect(health.journal.state).toBe('tampered');
    expect(health.journal.message).toContain('Line 1');
  });

  it('closes it with a note once that is approved, and starts the next one', async () => {
    const denied = running.call('journal.startNext').catch((error: unknown) => error);
    await decideNext(running, 'deny');
    expect(await denied).toMatchObject({ code: 'ACTION_DENIED' });
    expect((await running.bootstrap()).health.journal.state).toBe('tampered');

    const closing = running.call('journal.startNext');
    const { preview } = await decideNext(running, 'approve');
    expect(preview.facts[0]?.value).toContain('Line 1');
    await closing;
    const { journal } = (await running.bootstrap()).health;
    expect(journal.state).toBe('intact');
    const lines = await running.call<JournalLine[]>('journal.list', { before: null, limit: 10 });
    expect(lines).toMatchObject([{ number: 1, operation: 'begin_journal' }]);
    const closed = await running.call<ClosedJournal[]>('journal.listClosed');
    expect(closed).toMatchObject([{ number: 1, problem: null, note: { file: { name: 'journal.jsonl' } } }]);
    expect(closed[0]?.digest).toBe(lines[0]?.digest);
    await expect(running.call('journal.startNext')).rejects.toMatchObject({ code: 'JOURNAL_INTACT' });

    await running.console.close();
    running = await runConsole(place ?? ownPlace());
    expect((await running.bootstrap()).health.journal.state).toBe('intact');
  });
});
