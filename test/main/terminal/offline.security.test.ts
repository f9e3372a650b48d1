// Attacks on requests by file: whoever carries a file can have written it.
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import { KeychainError } from '#main/vault/keychain.ts';
import { signEnvelope } from '#protocol/bundle/envelope.ts';
import { fromHex, fromUtf8, sha256Hex, toHex, toUtf8 } from '#protocol/encoding.ts';
import {
  type OfflineAnswer,
  type OfflineFile,
  type OfflineRequest,
  type OfflineStamp,
  digestOfFile,
  readOfflineFile,
  takenBetween,
  writeOfflineFile,
} from '#protocol/offline/offline-files.ts';
import { generateP256KeyPair } from '#protocol/p256-key.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { type OfflinePair, type Ran, offlinePair } from '../../fixtures/offline-pair.ts';

const POLICY = {
  policyName: 'Two people',
  effect: 'EFFECT_ALLOW',
  condition: 'true',
  consensus: 'approvers.count() >= 2',
  notes: '',
};
const HOUR = 60 * 60_000;

let service: LocalService;
let pair: OfflinePair;
let files: string;
let count = 0;
beforeAll(async () => {
  service = await LocalService.start();
  service.now = Date.now();
  pair = await offlinePair(service);
  files = mkdtempSync(join(tmpdir(), 'keyops-attack-'));
});
afterAll(async () => {
  rmSync(files, { recursive: true, force: true });
  pair.remove();
  await service.stop();
});

const path = (name: string): string => join(files, name);
const write = (name: string, file: OfflineFile): string => {
  writeFileSync(path(name), writeOfflineFile(file));
  return path(name);
};
const codeOf = ({ json, err }: Ran): unknown => json['code'] ?? err;

/** A request on its way, each with a name of its own. */
async function prepared(
  operation = 'create_policy',
  parameters: object = { ...POLICY, policyName: `Policy ${(count += 1)}` },
  more: readonly string[] = [],
): Promise<{ file: string; request: OfflineRequest }> {
  service.now = Date.now();
  const body = path('parameters.json');
  writeFileSync(body, JSON.stringify(parameters));
  const file = path(`${(count += 1)}.keyops-request`);
  const ran = await pair.online.run([
    ...['prepare', operation, '--body', body, '--key', pair.publicKey, '--out', file, '--json', ...more],
  ]);
  expect([ran.exit, ran.err]).toEqual([0, '']);
  return { file, request: readOfflineFile('keyops-request', readFileSync(file)) };
}
async function stamped(from: { file: string }): Promise<{ file: string; stamp: OfflineStamp }> {
  const file = `${from.file}.stamp`;
  const ran = await pair.offline.run(['stamp', from.file, '--out', file, '--json']);
  expect(ran.exit).toBe(0);
  return { file, stamp: readOfflineFile('keyops-stamp', readFileSync(file)) };
}
async function answered(
  request: { file: string },
  stamp: { file: string },
): Promise<{ file: string; answer: OfflineAnswer }> {
  service.now = Date.now();
  const file = `${request.file}.answer`;
  const ran = await pair.online.run(['send', request.file, stamp.file, '--out', file, '--json']);
  expect(ran.exit).toBe(0);
  return { file, answer: readOfflineFile('keyops-answer', readFileSync(file)) };
}
const approvedDigest = async (file: string): Promise<string> =>
  String((await pair.offline.run(['approve', file, '--json'])).json['previewDigest']);

/** A request with another body, and everything that follows from it. */
const withBody = (request: OfflineRequest, change: (text: string) => string): OfflineRequest => ({
  ...request,
  body: toUtf8(change(fromUtf8(request.body))),
});

describe('requests by file', () => {
  it('replayed stamp: a stamp is refused for another body, and nothing is sent', async () => {
    const [one, other] = [await prepared(), await prepared()];
    const { stamp } = await stamped(one);
    const file = write('replayed.keyops-stamp', stamp);
    const ran = await pair.online.run(['send', other.file, file, '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([6, 'OFFLINE_STAMP_FOREIGN']);
    // Named anew for the other request, its signature is over other bytes.
    const renamed: OfflineStamp = {
      ...stamp,
      request: digestOfFile(other.request),
      body: fromHex(sha256Hex(other.request.body)),
    };
    const again = await pair.online.run([
      'send',
      other.file,
      write('renamed.keyops-stamp', renamed),
      '--json',
    ]);
    expect([again.exit, codeOf(again)]).toEqual([6, 'OFFLINE_STAMP_INVALID']);
  });

  it('edited request after approval: the digest that was approved stamps nothing else', async () => {
    const { file, request } = await prepared();
    const digest = await approvedDigest(file);
    const edited = withBody(request, (text) => text.replace('count() >= 2', 'count() >= 1'));
    write(file.slice(files.length + 1), edited);
    const ran = await pair.offline.run(['stamp', file, '--preview-digest', digest, '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([6, 'OFFLINE_PREVIEW_CHANGED']);
  });

  it('a query is prepared as no file: a stamp without a time would let whoever carries it ask for ever', async () => {
    const out = path('query.keyops-request');
    const ran = await pair.online.run([
      ...['prepare', 'list_users', '--key', pair.publicKey, '--out', out, '--json'],
    ]);
    expect([ran.exit, codeOf(ran), existsSync(out)]).toEqual([3, 'OFFLINE_QUERY', false]);
    // Nor is one that somebody wrote themselves stamped.
    const { request } = await prepared();
    const body = toUtf8(JSON.stringify({ organizationId: request.organization }));
    const file = write('own-query.keyops-request', { ...request, operation: 'list_users', body });
    const stamp = await pair.offline.run(['stamp', file, '--preview-digest', '00'.repeat(32), '--json']);
    expect([stamp.exit, codeOf(stamp)]).toEqual([6, 'OFFLINE_BODY_REFUSED']);
  });

  it('edited request after stamping: it is not sent', async () => {
    const made = await prepared();
    const stamp = await stamped(made);
    const named = { ...made.request.untrusted, names: [{ of: 'x', name: 'y' }] };
    const file = write('edited.keyops-request', { ...made.request, untrusted: named });
    const ran = await pair.online.run(['send', file, stamp.file, '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([6, 'OFFLINE_STAMP_FOREIGN']);
  });

  it('file that changes while the question is asked: what was shown is stamped', async () => {
    const { file, request } = await prepared();
    const out = path('raced.keyops-stamp');
    const evil = withBody(request, (text) => text.replace('Policy', 'Evil policy'));
    const ran = await pair.offline.run(['stamp', file, '--out', out, '--json'], {
      onAsk: () => writeFileSync(file, writeOfflineFile(evil)),
    });
    expect(ran.exit).toBe(0);
    const stamp = readOfflineFile('keyops-stamp', readFileSync(out));
    expect(toHex(stamp.body)).toBe(sha256Hex(request.body));
    expect((await pair.online.run(['send', file, out, '--json'])).exit).toBe(6);
  });

  it('foreign organization: it is refused with the organization’s name', async () => {
    const { request } = await prepared();
    const foreign = 'ffffffff-0000-4000-8000-000000000000';
    const file = write('foreign.keyops-request', {
      ...withBody(request, (text) => text.replace(request.organization, foreign)),
      organization: foreign,
    });
    const ran = await pair.offline.run(['stamp', file, '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([3, 'OFFLINE_ORGANIZATION_UNKNOWN']);
    expect(ran.json['message']).toContain(foreign);
  });

  it('foreign service: other keys or another address than the profile pins are refused', async () => {
    const { request } = await prepared();
    for (const service of [
      { ...request.service, address: 'https://evil.example' },
      { ...request.service, keys: { ...request.service.keys, enclaveQuorum: new Uint8Array(32) } },
    ]) {
      const ran = await pair.offline.run([
        'stamp',
        write('other.keyops-request', { ...request, service }),
        '--json',
      ]);
      expect([ran.exit, codeOf(ran)]).toEqual([6, 'OFFLINE_SERVICE_DIFFERS']);
    }
  });

  it('foreign credential: it says which one it is for', async () => {
    const { request } = await prepared();
    const credential = { ...request.credential, publicKey: new Uint8Array(33).fill(2) };
    const file = write('who.keyops-request', { ...request, credential });
    const ran = await pair.offline.run(['stamp', file, '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([3, 'OFFLINE_CREDENTIAL_UNKNOWN']);
    expect(ran.json['message']).toContain('0202');
  });

  it('expired file: it is refused with the reason, and made again in one step', async () => {
    const { file, request } = await prepared();
    const digest = await approvedDigest(file);
    const late = { ...systemClock, now: () => request.lapses };
    const ran = await pair.offline.run(['stamp', file, '--preview-digest', digest, '--json'], {
      clock: late,
    });
    expect([ran.exit, codeOf(ran)]).toEqual([4, 'OFFLINE_LAPSED']);
    expect(ran.json['remedy']).toContain('--again');
    const early = { ...systemClock, now: () => takenBetween(request.made).fromMs - 1 };
    const soon = await pair.offline.run(['stamp', file, '--preview-digest', digest, '--json'], {
      clock: early,
    });
    expect([soon.exit, codeOf(soon)]).toEqual([3, 'OFFLINE_TOO_EARLY']);

    const fresh = path('fresh.keyops-request');
    const again = await pair.offline.run(['prepare', '--again', file, '--alone', '--out', fresh, '--json'], {
      clock: late,
    });
    expect(again.exit).toBe(0);
    const made = readOfflineFile('keyops-request', readFileSync(fresh));
    expect(made.lapses).toBe(request.lapses + HOUR);
    const strip = ({ body }: OfflineRequest) => fromUtf8(body).replace(/"timestampMs":"\d+"/, '');
    expect(strip(made)).toBe(strip(request));
    expect((await pair.offline.run(['stamp', fresh, '--out', path('f.stamp')], { clock: late })).exit).toBe(
      0,
    );
  });

  it('a later time in the file’s own words does not make it younger', async () => {
    const { request } = await prepared();
    const made = request.made + 4 * 60_000;
    const file = write('younger.keyops-request', { ...request, made, lapses: made + HOUR });
    const ran = await pair.offline.run(['stamp', file, '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([6, 'OFFLINE_BODY_REFUSED']);
  });

  it.each([
    ['canonicalization twin: white space', (text: string) => text.replace('{', '{ ')],
    [
      'canonicalization twin: another order',
      (text: string) => text.replace(/^\{("type":"[^"]+"),(.*)\}$/, '{$2,$1}'),
    ],
    ['canonicalization twin: an escape', (text: string) => text.replace('Policy', '\\u0050olicy')],
    ['a member twice', (text: string) => text.replace('"type"', '"type":"X","type"')],
    ['hidden extra field in the parameters', (text: string) => text.replace('"notes"', '"hidden":1,"notes"')],
    ['hidden extra field in the envelope', (text: string) => text.replace('{', '{"generateAppProofs":true,')],
    ['another type', (text: string) => text.replace('CREATE_POLICY', 'DELETE_POLICY')],
    ['no JSON', () => 'no JSON'],
  ])('%s in the body is refused before anybody is asked', async (_what, change) => {
    const { request } = await prepared();
    const changed = withBody(request, change);
    expect(sha256Hex(changed.body)).not.toBe(sha256Hex(request.body));
    let asked = 0;
    const ran = await pair.offline.run(['stamp', write('twin.keyops-request', changed), '--json'], {
      onAsk: () => (asked += 1),
    });
    expect([6, 3]).toContain(ran.exit);
    expect(String(codeOf(ran))).toMatch(/OFFLINE_BODY_REFUSED|PARAMETERS_INVALID/);
    expect(asked).toBe(0);
  });

  it('name that imitates a warning, or repaints the card: it stays in its line, in quotes, unverified', async () => {
    const name = '\u001b[2J\u001b[H\r\n!! SAFE: checked by the console\u202e\u009b1A';
    const { file } = await prepared('create_policy', { ...POLICY, policyName: 'Imitated' }, [
      ...['--name', `Imitated=${name}`],
    ]);
    const ran = await pair.offline.run(['approve', file]);
    expect(ran.exit).toBe(0);
    expect(ran.out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const lines = ran.out.split('\n').filter((line) => line.includes('SAFE'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^ {3}Name of Imitated: “\[U\+001B\].*” \(From the file, not verified\)$/);
    expect(ran.out).toMatch(/^! {2}CAUTION: The file brought its own words/m);
  });

  it('records that call a stranger one of ours take no warning away', async () => {
    const transfer = (names: readonly string[]) =>
      prepared('delete_users', { userIds: [service.ready.rootUserId] }, names);
    const { request } = await transfer([]);
    const bare = { ...request, untrusted: { ...request.untrusted, records: [] } };
    const codesOf = async (name: string, file: OfflineRequest): Promise<string[]> => {
      const ran = await pair.offline.run(['inspect', write(name, file), '--json']);
      expect(ran.exit).toBe(0);
      return (ran.json['card'] as { warnings: { code: string }[] }).warnings.map(({ code }) => code);
    };
    const alone = await codesOf('bare.keyops-request', bare);
    expect(request.untrusted.records.length).toBeGreaterThan(0);
    expect(await codesOf('helped.keyops-request', request)).toEqual(expect.arrayContaining(alone));
  });

  it('an answer for another request: neither its header nor its activity passes', async () => {
    const [one, other] = [await prepared(), await prepared()];
    const [stampOne, stampOther] = [await stamped(one), await stamped(other)];
    const { answer } = await answered(one, stampOne);
    const { answer: second } = await answered(other, stampOther);
    const swapped = { ...answer, answer: second.answer };
    const ran = await pair.offline.run(['open', write('swapped.keyops-answer', swapped), '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([6, 'SERVICE_ANSWER_MISMATCH']);
    const renamed = { ...answer, request: second.request };
    const again = await pair.offline.run(['open', write('named.keyops-answer', renamed), '--json']);
    expect([again.exit, codeOf(again)]).toEqual([6, 'OFFLINE_ANSWER_FOREIGN']);
    const unasked = { ...answer, body: new Uint8Array(32) };
    const last = await pair.offline.run(['open', write('unasked.keyops-answer', unasked), '--json']);
    expect([last.exit, codeOf(last)]).toEqual([6, 'OFFLINE_ANSWER_UNASKED']);
  });

  it('an answer signed by other keys: an export bundle of another service stays closed, and its key stays', async () => {
    const { id } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
    const file = path('export.keyops-request');
    const ran = await pair.offline.run([
      ...['prepare', 'export_private_key', '--set', `privateKeyId=${id}`, '--alone', '--out', file, '--json'],
    ]);
    expect(ran.exit).toBe(0);
    const stamp = await stamped({ file });
    const { answer, file: honest } = await answered({ file }, stamp);
    const text = fromUtf8(answer.answer);
    const activity = (
      JSON.parse(text) as { activity: { result: { exportPrivateKeyResult: { exportBundle: string } } } }
    ).activity;
    const bundle = activity.result.exportPrivateKeyResult.exportBundle;
    const { data } = JSON.parse(bundle) as { data: string };
    const stranger = generateP256KeyPair(new Uint8Array(48).fill(9)).privateKey;
    const forged = signEnvelope(JSON.parse(fromUtf8(fromHex(data))) as Record<string, unknown>, stranger);
    const evil = toUtf8(text.replace(JSON.stringify(bundle), JSON.stringify(forged)));
    expect(toHex(evil)).not.toBe(toHex(answer.answer));
    const out = path('plain');
    const descriptor = openSync(out, 'w');
    try {
      const open = (name: string) =>
        pair.offline.run(['open', name, '--out-fd', String(descriptor), '--json']);
      const refused = await open(write('evil.keyops-answer', { ...answer, answer: evil }));
      expect(refused.exit).toBe(6);
      expect(JSON.stringify(refused.json)).toContain('SIGNER_KEY_MISMATCH');
      expect(readFileSync(out, 'utf8')).toBe('');
      const opened = await open(honest);
      expect([opened.exit, opened.json['written']]).toEqual([0, 1]);
      const handed = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
      expect(handed).toEqual({
        number: 1,
        of: 1,
        name: id,
        hex: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      });
      expect(JSON.stringify(opened.json)).not.toContain(handed['hex']);
      // The key was of one use: a copy of the answer opens nothing any more.
      const again = await open(honest);
      expect(again.json['written']).toBe(0);
    } finally {
      closeSync(descriptor);
    }
  });

  it('a session of a file: its key is kept, and a token signed by other keys is refused', async () => {
    const file = path('session.keyops-request');
    await pair.offline.run([
      'prepare',
      'stamp_login',
      '--set',
      'expirationSeconds=600',
      '--alone',
      '--out',
      file,
    ]);
    const stamp = await stamped({ file });
    const { answer, file: honest } = await answered({ file }, stamp);
    const text = fromUtf8(answer.answer);
    const token = /"session":"([^"]+)"/.exec(text)?.[1] ?? '';
    const changed = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    const evil = { ...answer, answer: toUtf8(text.replace(token, changed)) };
    expect((await pair.offline.run(['open', write('s.keyops-answer', evil), '--json'])).exit).toBe(6);
    expect((await pair.offline.run(['open', honest, '--json'])).exit).toBe(0);
    const storage = await openStorage(pair.offline.dataFolder);
    try {
      const sessions = await storage.loginSessions.list();
      expect(sessions.map(({ origin }) => origin)).toEqual(['stamp-login']);
      expect(pair.offline.keychain.items.has(`credential:${sessions[0]?.publicKey ?? ''}`)).toBe(true);
    } finally {
      await storage.close();
    }
    expect((await pair.offline.run(['open', honest, '--json'])).exit).toBe(0);
  });

  it('a signature that is not the key’s is said, with its own exit code', async () => {
    const { address } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
    const made = await prepared('sign_raw_payload', {
      signWith: address,
      payload: 'hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    const { answer } = await answered(made, await stamped(made));
    const text = fromUtf8(answer.answer).replace(
      /"r":"(..)/,
      (_, two: string) => `"r":"${two === '00' ? '11' : '00'}`,
    );
    const ran = await pair.offline.run([
      'open',
      write('sig.keyops-answer', { ...answer, answer: toUtf8(text) }),
      '--json',
    ]);
    expect(ran.exit).toBe(6);
    expect((ran.json['outcome'] as { state: string }).state).toBe('completed');
  });

  it('a running console: the data folder is refused with a code of its own, and inspecting goes on', async () => {
    const { file } = await prepared();
    const storage = await openStorage(pair.offline.dataFolder);
    try {
      const ran = await pair.offline.run(['stamp', file, '--json']);
      expect([ran.exit, codeOf(ran)]).toEqual([7, 'FOLDER_LOCKED']);
      expect((await pair.offline.run(['inspect', file])).exit).toBe(0);
    } finally {
      await storage.close();
    }
  });

  it.each(['0', '1', '2', '-1', 'x', '999'])('takes no secret from the descriptor %s', async (number) => {
    const { file } = await prepared();
    const ran = await pair.offline.run(['stamp', file, '--secret-fd', number, '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([2, number === '-1' ? codeOf(ran) : 'DESCRIPTOR_UNUSABLE']);
  });

  it('a console that its owner locked with a passphrase: keyops does not stamp past it', async () => {
    const { file } = await prepared();
    const verifier = {
      ...{ method: 'passphrase', salt: '11'.repeat(16), hash: '22'.repeat(32) },
      ...{ m: 64 * 1024, t: 3, p: 1 },
    };
    pair.offline.keychain.items.set('user-verification', JSON.stringify(verifier));
    try {
      const ran = await pair.offline.run(['stamp', file, '--out', path('past.stamp'), '--json']);
      expect([ran.exit, codeOf(ran)]).toEqual([8, 'CONSOLE_LOCKED']);
    } finally {
      pair.offline.keychain.items.delete('user-verification');
    }
  });

  it('keychain that is closed while keyops starts: it does not stamp past the lock once it opens', async () => {
    const { file } = await prepared();
    const { keychain } = pair.offline;
    keychain.items.set('user-verification', JSON.stringify({ method: 'polkit' }));
    const get = keychain.get.bind(keychain);
    let closed = true;
    keychain.get = (item) => {
      if (item !== 'user-verification' || !closed) return get(item);
      closed = false;
      return Promise.reject(new KeychainError('locked', 'linux'));
    };
    try {
      const ran = await pair.offline.run(['stamp', file, '--out', path('closed.stamp'), '--json']);
      expect([ran.exit, codeOf(ran)]).toEqual([8, 'CONSOLE_LOCKED']);
      expect(closed).toBe(false);
    } finally {
      keychain.get = get;
      keychain.items.delete('user-verification');
    }
  });

  it('second file with the same body: it is not stamped beside the first, whose answer still opens', async () => {
    const made = await prepared();
    const stamp = await stamped(made);
    const names = [{ of: 'Policy', name: 'Harmless' }];
    const second = { ...made.request, untrusted: { ...made.request.untrusted, names } };
    const out = path('second.keyops-stamp');
    const ran = await pair.offline.run([
      ...['stamp', write('second.keyops-request', second), '--out', out, '--json'],
    ]);
    expect([ran.exit, codeOf(ran)]).toEqual([6, 'OFFLINE_BODY_REFUSED']);
    expect(() => readFileSync(out)).toThrow();
    // The same file again is the same request.
    expect((await pair.offline.run(['stamp', made.file, '--out', path('twice'), '--json'])).exit).toBe(0);
    const answer = await answered(made, stamp);
    expect((await pair.offline.run(['open', answer.file, '--json'])).exit).toBe(0);
  });

  it('flood of names: what is warned of stands right before the question, too', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `--name=Flooded=Name ${at}`);
    const { file } = await prepared('create_policy', { ...POLICY, policyName: 'Flooded' }, names);
    const ran = await pair.offline.run(['approve', file]);
    const shown = ran.out.slice(0, ran.out.indexOf('Approved'));
    expect(shown.split('\n').length).toBeGreaterThan(500);
    const end = shown.trimEnd().split('\n').slice(-10).join('\n');
    expect(end).toMatch(/^! {2}CAUTION: The file brought its own words/m);
    expect(end).toMatch(/^> {2}\S/m);
  });

  it.each([
    ['is not there', undefined, 'can’t be read'],
    ['was emptied', '', 'no line'],
  ])('journal that %s: it is not said to hold together', async (_what, text, why) => {
    const file = path('gone.jsonl');
    rmSync(file, { force: true });
    if (text !== undefined) writeFileSync(file, text);
    const ran = await pair.offline.run(['verify', file, '--json']);
    expect([ran.exit, ran.json['ok']]).toEqual([6, false]);
    expect(JSON.stringify(ran.json)).toContain(why);
  });

  it('a forged stamp is verified without its request: only its form is, which is not ok', async () => {
    const { file, stamp } = await stamped(await prepared());
    const forged = write('forged.keyops-stamp', { ...stamp, body: new Uint8Array(32) });
    for (const lone of [file, forged]) {
      const ran = await pair.offline.run(['verify', lone, '--json']);
      expect([ran.exit, ran.json['ok']]).toEqual([6, false]);
      expect(ran.json['checks']).toContainEqual(expect.objectContaining({ isFormOnly: true }));
    }
  });

  it('the operator who types anything else stamps nothing', async () => {
    const { file } = await prepared();
    const out = path('never.keyops-stamp');
    const ran = await pair.offline.run(['stamp', file, '--out', out], { approves: false });
    expect(ran.exit).toBe(1);
    expect(() => readFileSync(out)).toThrow();
  });
});

describe('tampering with any field', () => {
  const changedValue = (value: unknown): unknown => {
    if (value instanceof Uint8Array) {
      const bytes = Uint8Array.from(value);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      return bytes;
    }
    if (typeof value === 'number') return value + 1;
    if (Array.isArray(value)) return value.length > 0 ? value.slice(1) : ['{}'];
    return `${String(value)}x`;
  };
  /** Each file with one leaf changed; what no file may have is refused when it is read. */
  function* tampered(file: OfflineFile): Generator<[string, Uint8Array | undefined]> {
    const leaves: string[][] = [];
    const look = (value: unknown, at: string[]): void => {
      if (
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        !(value instanceof Uint8Array)
      )
        for (const [key, member] of Object.entries(value)) look(member, [...at, key]);
      else leaves.push(at);
    };
    look(file, []);
    for (const leaf of leaves) {
      const copy = structuredClone(file) as unknown as Record<string, unknown>;
      let inner = copy;
      for (const key of leaf.slice(0, -1)) inner = inner[key] as Record<string, unknown>;
      const last = leaf.at(-1) ?? '';
      inner[last] = changedValue(inner[last]);
      let bytes: Uint8Array | undefined;
      try {
        bytes = writeOfflineFile(copy as unknown as OfflineFile);
      } catch {
        bytes = undefined;
      }
      yield [leaf.join('.'), bytes];
    }
  }

  it('every tampering of each file is refused; of an answer, the carrier’s own time alone is nobody’s word', async () => {
    const made = await prepared();
    const digest = await approvedDigest(made.file);
    const stamp = await stamped(made);
    const { answer } = await answered(made, stamp);
    const taken: string[] = [];
    const attack = async (
      file: OfflineFile,
      argv: (path: string) => string[],
      place: 'offline' | 'online',
    ) => {
      for (const [leaf, bytes] of tampered(file)) {
        if (bytes === undefined) continue;
        writeFileSync(path('tampered'), bytes);
        const { exit } = await pair[place].run([...argv(path('tampered')), '--json']);
        if (exit === 0) taken.push(`${file.format} ${leaf}`);
      }
    };
    const out = ['--out', path('out')];
    await attack(made.request, (at) => ['stamp', at, '--preview-digest', digest, ...out], 'offline');
    await attack(made.request, (at) => ['send', at, stamp.file, ...out], 'online');
    await attack(stamp.stamp, (at) => ['send', made.file, at, ...out], 'online');
    await attack(answer, (at) => ['open', at], 'offline');
    expect(taken).toEqual(['keyops-answer received']);
  });
});
