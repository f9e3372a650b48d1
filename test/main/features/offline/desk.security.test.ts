// Attacks on requests by file in the window: whoever carries a file can have written it, and the window asks for everything.
import { mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_BY_CODES } from '#preload/contract/offline.ts';
import { fromHex, fromUtf8, sha256Hex, toHex, toUtf8 } from '#protocol/encoding.ts';
import {
  type OfflineStamp,
  digestOfFile,
  readOfflineFile,
  takenBetween,
  writeOfflineFile,
} from '#protocol/offline/offline-files.ts';
import { MAX_SCANNED } from '#protocol/offline/ur.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { jumpingClock } from '#test/fixtures/jumping-clock.ts';
import type { LocalService } from '#test/fixtures/local-service.ts';
import { activityOf, addMember, addPolicy } from '#test/fixtures/team.ts';
import {
  codeOf,
  itemOf,
  opened,
  review,
  savedBytes,
  stateOf,
  take,
  type Taken,
  TwoDesks,
  type World,
} from '#test/fixtures/two-desks.ts';

let desks: TwoDesks;
let service: LocalService;
let vault: World;
let desk: World;
const { clock, jump } = jumpingClock();
const HOUR = 60 * 60_000;

beforeAll(async () => {
  desks = await TwoDesks.start(clock);
  ({ service, vault, desk } = desks);
});
afterAll(() => desks.stop());

const made: TwoDesks['made'] = (...given) => desks.made(...given);
const put: TwoDesks['put'] = (...given) => desks.put(...given);
const write: TwoDesks['write'] = (...given) => desks.write(...given);
const path = (name: string): string => desks.path(name);
const policy = (): Record<string, unknown> => desks.policy();
const refusedWith = async (world: World, file: string): Promise<string> =>
  (await take(world, file)).refused[0]?.code ?? 'taken';
async function stampedBy(world: World, file: string): Promise<{ id: string; stamp: Uint8Array }> {
  const id = await opened(world, file);
  await (
    await review(world, id)
  ).decided;
  return { id, stamp: await savedBytes(world, id, 'stamp') };
}

describe('requests by file in the window', () => {
  it('goes round: made here, stamped there, sent here, opened there', async () => {
    const { id, file, request } = await made();
    expect((await itemOf(desk, id)).refusal?.code).toBe('OFFLINE_CREDENTIAL_UNKNOWN');
    const there = await opened(vault, file);
    expect((await itemOf(vault, there)).refusal).toBeNull();
    const { view, decided } = await review(vault, there);
    // The same surface as online: who stamps, what, and what only the file says.
    expect(view.preview.digest).toBe(sha256Hex(request.body));
    expect(view.preview.operation).toBe('create_policy');
    expect(view.preview.facts.map(({ label }) => label)).toContain('Request file');
    await expect(decided).resolves.toEqual({ decision: 'approve' });
    const stamp = await savedBytes(vault, there, 'stamp');
    expect(await opened(desk, put(stamp, 'stamp'))).toBe(id);
    await desk.running.call('offline.send', { id });
    expect((await itemOf(desk, id)).answer?.status).toBe(200);
    const answer = await savedBytes(desk, id, 'answer');
    const done = await opened(vault, put(answer, 'answer'));
    const state = await stateOf(vault);
    expect(state.answers.find((each) => each.id === done)?.outcome).toMatchObject({ state: 'completed' });
    expect(state.items).toEqual([]);
    const lines = await vault.running.call<{ operation: string; outcome: string }[]>('journal.list', {
      before: null,
      limit: 10,
      filter: 'changes',
    });
    expect(lines.map(({ operation, outcome }) => [operation, outcome]).slice(0, 2)).toEqual([
      ['create_policy', expect.stringContaining('completed')],
      ['create_policy', 'stamped for a file'],
    ]);
    // Replayed: what was answered is stamped no second time.
    expect(await refusedWith(vault, file)).toBe('OFFLINE_ANSWERED');
  });

  it('no stamp without an approval, nor after a cancel', async () => {
    const { file } = await made();
    const id = await opened(vault, file);
    expect(await codeOf(vault.running.call('offline.save', { id, kind: 'stamp' }))).toBe(
      'OFFLINE_NOT_STAMPED',
    );
    const { decided } = await review(vault, id, 'deny');
    await expect(decided).resolves.toEqual({ decision: 'deny' });
    expect((await itemOf(vault, id)).stamp).toBeNull();
  });

  it('script in the window asks by itself: without a press nothing is put on the surface', async () => {
    const { file } = await made();
    const id = await opened(vault, file);
    const answer = await vault.running.console.dispatch('console', 'offline.review', { id });
    expect(answer).toMatchObject({ ok: false, code: 'REVIEW_UNASKED' });
  });

  it('file changed on the disk between preview and approval: what was opened is stamped', async () => {
    const { file, request } = await made();
    const id = await opened(vault, file);
    const body = toUtf8(fromUtf8(request.body).replace('count() >= 2', 'count() >= 1'));
    writeFileSync(file, writeOfflineFile({ ...request, body }));
    const { view, decided } = await review(vault, id);
    expect(view.preview.body).toContain('count() >= 2');
    await decided;
    const stamp = readOfflineFile('keyops-stamp', await savedBytes(vault, id, 'stamp'));
    expect(stamp.body).toEqual(fromHex(sha256Hex(request.body)));
  });

  it('lock between approval and stamp: no stamp is made, and nothing is left open', async () => {
    const { file, request } = await made();
    const id = await opened(vault, file);
    const { decided } = await review(vault, id);
    await vault.running.call('app.lock');
    expect(await codeOf(decided)).toBe('CONSOLE_LOCKED');
    expect(await codeOf(vault.running.call('offline.state'))).toBe('CONSOLE_LOCKED');
    await vault.running.call('app.unlock');
    expect((await stateOf(vault)).items).toEqual([]);
    const lines = await vault.running.call<{ digest: string }[]>('journal.list', {
      before: null,
      limit: 10,
      filter: 'changes',
    });
    expect(lines.map(({ digest }) => digest)).not.toContain(sha256Hex(request.body));
  });

  it('stamped for a file: it is not offered as a lost request, nor sent from here when asked for', async () => {
    const { file, request } = await made();
    await stampedBy(vault, file);
    expect(await vault.running.call('requests.unfinished')).toEqual([]);
    const fingerprint = `sha256:${sha256Hex(request.body)}`;
    expect(await codeOf(vault.running.call('requests.resume', { fingerprint }))).toBe('REQUEST_UNKNOWN');
    const { json } = await service.query('list_activities', { paginationOptions: { limit: '100' } });
    expect(JSON.stringify(json)).not.toContain(fingerprint);
  });

  describe('a preview of the online console becomes a file', () => {
    const ofPreview = (
      previewId: string,
      publicKey: string | null = vault.publicKey,
    ): Promise<{ id: string }> =>
      desk.running.call('offline.ofPreview', { previewId, publicKey, curve: null });

    it('holds the very bytes of the preview, which stays', async () => {
      const preview = await desk.running.prepare('create_policy', policy());
      const { id } = await ofPreview(preview.id);
      const bytes = await savedBytes(desk, id, 'request');
      const request = readOfflineFile('keyops-request', bytes);
      expect(fromUtf8(request.body)).toBe(preview.body);
      expect(sha256Hex(request.body)).toBe(preview.digest);
      expect(request.made).toBe(preview.createdAtMs);
      // Saved again it is the same request, and not a second one.
      expect(await ofPreview(preview.id)).toEqual({ id });
      const { view, decided } = await review(vault, await opened(vault, put(bytes, 'request')));
      expect(view.preview.digest).toBe(preview.digest);
      await decided;
    });

    it('a vote goes round as any request does, and counts', async () => {
      service.now = Date.now();
      await addPolicy(service, { condition: 'true', consensus: 'approvers.count() >= 2' });
      const asker = await addMember(service, 'Asker');
      const asked = activityOf(await service.submit('create_policy', policy(), asker.signer));
      expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      const preview = await desk.running.prepare('approve_activity', { fingerprint: asked.fingerprint });
      const { id } = await ofPreview(preview.id);
      const { stamp } = await stampedBy(vault, put(await savedBytes(desk, id, 'request'), 'request'));
      await opened(desk, put(stamp, 'stamp'));
      await desk.running.call('offline.send', { id });
      const answer = await savedBytes(desk, id, 'answer');
      const done = await opened(vault, put(answer, 'answer'));
      const state = await stateOf(vault);
      expect(state.answers.find((each) => each.id === done)?.outcome).toMatchObject({ state: 'completed' });
      const { json } = await service.query('get_activity', { activityId: asked.id });
      expect(JSON.stringify(json)).toContain(vault.publicKey);
    });

    it('preview that is unknown, or was reviewed: no file is made of it', async () => {
      expect(await codeOf(ofPreview('0b9f0c1e-6f0a-4a52-9f56-0d1f6a2b7c01'))).toBe('PREVIEW_UNKNOWN');
      const preview = await desk.running.prepare('create_policy', policy());
      await desk.running.review(preview, 'deny');
      expect(await codeOf(ofPreview(preview.id))).toBe('PREVIEW_UNKNOWN');
    });

    it('preview of before a lock: no file is made of it', async () => {
      const preview = await desk.running.prepare('create_policy', policy());
      await desk.running.call('app.lock');
      expect(await codeOf(ofPreview(preview.id))).toBe('CONSOLE_LOCKED');
      await desk.running.call('app.unlock');
      expect(await codeOf(ofPreview(preview.id))).toBe('PREVIEW_UNKNOWN');
    });

    it('export whose key is in memory alone: no file is made whose answer nobody could open', async () => {
      service.now = Date.now();
      const { id: privateKeyId } = await service.createPrivateKey('CURVE_SECP256K1', [
        'ADDRESS_FORMAT_ETHEREUM',
      ]);
      const { preview } = await desk.running.call<{ preview: { id: string } }>('exports.prepare', {
        ...{ kind: 'privateKey', privateKeyId },
      });
      expect(await codeOf(ofPreview(preview.id))).toBe('OFFLINE_PREVIEW_KEYED');
    });
  });

  it('edited file: a body that is not what the console would write is refused', async () => {
    const { request } = await made();
    const spaced = toUtf8(fromUtf8(request.body).replace('{', '{ '));
    expect(await refusedWith(vault, write({ ...request, body: spaced }, 'request'))).toBe(
      'OFFLINE_BODY_REFUSED',
    );
  });

  it('foreign organization, foreign service: refused, and said which', async () => {
    const { request } = await made();
    const organization = '0b9f0c1e-6f0a-4a52-9f56-0d1f6a2b7c01';
    const body = toUtf8(fromUtf8(request.body).replace(request.organization, organization));
    expect(await refusedWith(vault, write({ ...request, organization, body }, 'request'))).toBe(
      'OFFLINE_ORGANIZATION_UNKNOWN',
    );
    const service_ = { ...request.service, address: 'https://elsewhere.example' };
    expect(await refusedWith(vault, write({ ...request, service: service_ }, 'request'))).toBe(
      'OFFLINE_SERVICE_DIFFERS',
    );
  });

  it('stamp of another body, and a stamp without its request: neither is attached', async () => {
    const [one, other] = [await made(), await made()];
    const { stamp } = await stampedBy(vault, one.file);
    const file: OfflineStamp = readOfflineFile('keyops-stamp', stamp);
    const renamed = { ...file, request: digestOfFile(other.request) };
    expect(await refusedWith(desk, write(renamed, 'stamp'))).toBe('OFFLINE_STAMP_FOREIGN');
    const body = fromHex(sha256Hex(other.request.body));
    expect(await refusedWith(desk, write({ ...renamed, body }, 'stamp'))).toBe('OFFLINE_STAMP_INVALID');
    await desk.running.call('offline.discard', { id: one.id });
    expect(await refusedWith(desk, put(stamp, 'stamp'))).toBe('OFFLINE_REQUEST_MISSING');
    expect(await codeOf(desk.running.call('offline.send', { id: other.id }))).toBe('OFFLINE_NOT_STAMPED');
  });

  it('scanned bytes go through the checks of a file: garbage, too large, edited, foreign', async () => {
    const { id, request } = await made();
    const scan = async (...brought: Uint8Array[]): Promise<(string | undefined)[]> => {
      const before = (await stateOf(vault)).items.length;
      const taken = await vault.running.call<Taken>('offline.scan', {
        files: brought.map((bytes) => toHex(bytes)),
      });
      expect(taken.opened).toEqual([]);
      expect((await stateOf(vault)).items.length).toBe(before);
      return taken.refused.map(({ code }) => code);
    };
    const edited = toUtf8(fromUtf8(request.body).replace('{', '{ '));
    const organization = '0b9f0c1e-6f0a-4a52-9f56-0d1f6a2b7c01';
    const body = toUtf8(fromUtf8(request.body).replace(request.organization, organization));
    const whole = writeOfflineFile(request);
    expect(
      await scan(
        new Uint8Array([1, 2, 3]),
        whole.subarray(0, whole.length - 1),
        writeOfflineFile({ ...request, body: edited }),
        writeOfflineFile({ ...request, organization, body }),
      ),
    ).toEqual([
      'OFFLINE_FILE_UNKNOWN',
      expect.stringContaining('OFFLINE_FILE_'),
      'OFFLINE_BODY_REFUSED',
      'OFFLINE_ORGANIZATION_UNKNOWN',
    ]);
    expect(MOST_BY_CODES).toBe(MAX_SCANNED);
    const files_ = ['00'.repeat(MAX_SCANNED + 1)];
    expect(await codeOf(vault.running.call('offline.scan', { files: files_ }))).not.toBe('done');
    const many = Array.from({ length: 201 }, () => '00');
    expect(await codeOf(vault.running.call('offline.scan', { files: many }))).not.toBe('done');
    // What is shown as codes is the very file.
    const shown = await desk.running.call<{ hex: string }>('offline.bytes', { id, kind: 'request' });
    expect(shown.hex).toBe(toHex(whole));
  });

  it('scanning while an approval is up, or while locked: nothing is taken', async () => {
    const { file, request } = await made();
    const scan = () =>
      codeOf(vault.running.call('offline.scan', { files: [toHex(writeOfflineFile(request))] }));
    const id = await opened(vault, file);
    const decided = vault.running.call('offline.review', { id });
    await expect.poll(() => scan()).toBe('CAMERA_REFUSED');
    await decideNext(vault.running, 'deny');
    await decided;
    await vault.running.call('app.lock');
    expect(await scan()).toBe('CONSOLE_LOCKED');
    expect(await codeOf(vault.running.call('offline.bytes', { id, kind: 'request' }))).toBe('CONSOLE_LOCKED');
    await vault.running.call('app.unlock');
  });

  it('very large file: it is not read into memory', async () => {
    const large = put(new Uint8Array(), 'request');
    truncateSync(large, 3 * 1024 ** 3);
    expect(await refusedWith(vault, large)).toBe('FILE_TOO_LARGE');
    const long = path('large-without-a-name');
    writeFileSync(long, '');
    truncateSync(long, 3 * 1024 ** 3);
    expect(await refusedWith(vault, long)).toBe('FILE_TOO_LARGE');
  });

  it('link in place of a file: it is not followed, alone or in a folder', async () => {
    const { file } = await made();
    const link = path('link.keyops-request');
    symlinkSync(file, link);
    expect(await refusedWith(vault, link)).toBe('FILE_UNREADABLE');
    const folder = mkdtempSync(path('stick-'));
    symlinkSync(file, join(folder, 'one.keyops-request'));
    expect(await take(vault, folder)).toMatchObject({ opened: [], refused: [{ code: 'FILE_UNREADABLE' }] });
    const elsewhere = path('folder-link');
    symlinkSync(folder, elsewhere);
    expect(await refusedWith(vault, elsewhere)).toBe('FILE_UNREADABLE');
  });

  it('lapsed: it is not stamped, and made anew in one step', async () => {
    const { file, request } = await made();
    const id = await opened(vault, file);
    jump(HOUR + 1);
    try {
      expect(takenBetween(request.made).lapsesMs).toBeLessThan(clock.now());
      expect(await codeOf(vault.running.call('offline.review', { id }))).toBe('OFFLINE_LAPSED');
      await vault.running.call('offline.again', { id });
      expect(await itemOf(vault, id)).toMatchObject({ refusal: null, isMadeHere: true });
      const again = readOfflineFile('keyops-request', await savedBytes(vault, id, 'request'));
      const bare = (text: string): string => text.replace(/"timestampMs":"\d+"/, '');
      expect(bare(fromUtf8(again.body))).toBe(bare(fromUtf8(request.body)));
      await vault.running.call('offline.discard', { id });
      // Opened when it has lapsed already, it is shown with that reason.
      const late = await opened(vault, file);
      expect((await itemOf(vault, late)).refusal?.code).toBe('OFFLINE_LAPSED');
    } finally {
      jump(-HOUR - 1);
    }
  });

  it('an import, an export or a deletion by file asks who is there, as online', async () => {
    const { userId } = await desk.running.call<{ userId: string }>('queries.ask', {
      operation: 'whoami',
      parameters: {},
    });
    const { file } = await made('delete_users', { userIds: [userId] });
    const id = await opened(vault, file);
    const { view, decided } = await review(vault, id, 'deny');
    await decided;
    expect(view.preview.effect).toBe('destroy');
    expect(view.userCheck).toBe('none');
  });

  it('names of the file that imitate ours: they stand in no sentence, and each fact says whose word it is', async () => {
    service.now = Date.now();
    const { userId } = await addMember(service, 'Clerk Nine');
    const { request } = await made('delete_users', { userIds: [userId] });
    const record = request.untrusted.records.find(({ answer }) => answer.includes('Clerk Nine'));
    expect(record).toBeDefined();
    const lie = 'Test user, approved by the vault (verified)';
    const records = request.untrusted.records.map((each) => ({
      ...each,
      answer: each.answer.replaceAll('Clerk Nine', lie),
    }));
    const names = [{ of: userId, name: 'Yours\u202e, verified' }];
    const file = write({ ...request, untrusted: { ...request.untrusted, records, names } }, 'request');
    const id = await opened(vault, file);
    const item = await itemOf(vault, id);
    expect(item.sentence.map(({ value }) => value).join('')).not.toContain('approved by the vault');
    const { view, decided } = await review(vault, id, 'deny');
    await decided;
    expect(view.preview.sentence.map(({ value }) => value).join('')).not.toContain('approved by the vault');
    const lying = view.preview.facts.filter(({ value, note }) =>
      `${value} ${note ?? ''}`.includes('approved by the vault'),
    );
    expect(lying.length).toBeGreaterThan(0);
    for (const { note } of lying) expect(note).toContain('From the file, not verified');
    const named = view.preview.facts.find(({ label }) => label.startsWith('Name of'));
    expect(named?.note).toBe('From the file, not verified');
    expect(named?.value).not.toContain('\u202e');
  });

  it('what a file brings is shown unverified, and takes no warning away', async () => {
    const { request } = await made();
    const names = [{ of: 'Two people', name: 'approved by everybody' }];
    const id = await opened(
      vault,
      write({ ...request, untrusted: { ...request.untrusted, names } }, 'request'),
    );
    const preview = await vault.running.call<{ warnings: { code: string }[]; facts: { note?: string }[] }>(
      'offline.preview',
      { id },
    );
    expect(preview.warnings.map(({ code }) => code)).toContain('OFFLINE_UNVERIFIED');
    expect(preview.facts.map(({ note }) => note)).toContain('From the file, not verified');
    expect((await itemOf(vault, id)).hasUnverified).toBe(true);
  });
});
