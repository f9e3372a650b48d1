// Attacks on exports whose answer comes by file: whoever carries it can have written it, and what it opens are keys.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExportView } from '#preload/contract/exports.ts';
import type { OfflineState, OpenedAnswerView } from '#preload/contract/offline.ts';
import { signEnvelope } from '#protocol/bundle/envelope.ts';
import { fromHex, fromUtf8, toHex, toUtf8 } from '#protocol/encoding.ts';
import { type OfflineAnswer, readOfflineFile, writeOfflineFile } from '#protocol/offline/offline-files.ts';
import { generateP256KeyPair } from '#protocol/p256-key.ts';
import { Secret } from '#protocol/secret.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

type World = Awaited<ReturnType<typeof runOnWorld>>;

let service: LocalService;
let vault: World;
let desk: World;
let files: string;
let count = 0;
const keychain = memoryKeychain();
/** Called before a key of an answer is read, so that a test can stand in between. */
let beforeKey = (): Promise<void> => Promise.resolve();

beforeAll(async () => {
  service = await LocalService.start();
  const get: typeof keychain.get = async (account) => {
    if (account.startsWith('offline-answer:')) await beforeKey();
    return keychain.get(account);
  };
  vault = await runOnWorld(service, { keychain: { ...keychain, get } });
  desk = await runOnWorld(service);
  files = mkdtempSync(join(tmpdir(), 'keyops-exports-'));
});
afterAll(async () => {
  await vault.stop();
  await desk.stop();
  await service.stop();
  rmSync(files, { recursive: true, force: true });
});

const put = (bytes: Uint8Array, kind: string): string => {
  const file = join(files, `${(count += 1)}.keyops-${kind}`);
  writeFileSync(file, bytes);
  return file;
};
const take = ({ running }: World, path: string) =>
  running.call<{ opened: string[]; refused: { code: string }[] }>('offline.take', { path });
const saved = async ({ running }: World, id: string, kind: string): Promise<Uint8Array> => {
  await running.call('offline.save', { id, kind });
  return running.host.savedBytes.at(-1) ?? new Uint8Array();
};
const held = (): Promise<ExportView[]> => vault.running.call('exports.list');
const answerKeys = (): string[] =>
  [...keychain.items.keys()].filter((item) => item.startsWith('offline-answer:'));
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code,
  );

/** An export, asked for and stamped on the vault, sent from the desk. */
async function answered(operation: string, parameters: Record<string, unknown>): Promise<OfflineAnswer> {
  service.now = Date.now();
  const { id } = await vault.running.call<{ id: string }>('offline.prepare', {
    ...{ operation, parameters, publicKey: vault.publicKey, curve: null },
  });
  const request = await saved(vault, id, 'request');
  const decided = vault.running.call('offline.review', { id });
  await decideNext(vault.running, 'approve');
  await decided;
  const stamp = await saved(vault, id, 'stamp');
  const there = (await take(desk, put(request, 'request'))).opened[0] ?? '';
  await take(desk, put(stamp, 'stamp'));
  await desk.running.call('offline.send', { id: there });
  return readOfflineFile('keyops-answer', await saved(desk, there, 'answer'));
}
const exported = async (): Promise<{ answer: OfflineAnswer; privateKeyId: string }> => {
  const { id: privateKeyId } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
  return { answer: await answered('export_private_key', { privateKeyId }), privateKeyId };
};
const putAnswer = (answer: OfflineAnswer): string => put(writeOfflineFile(answer), 'answer');
async function opened(file: string): Promise<OpenedAnswerView> {
  const { opened: ids, refused } = await take(vault, file);
  expect(refused).toEqual([]);
  const { answers } = await vault.running.call<OfflineState>('offline.state');
  const found = answers.find(({ id }) => id === ids[0]);
  if (found === undefined) throw new Error('It is not open.');
  return found;
}
const failedChecks = ({ outcome }: OpenedAnswerView): string[] =>
  outcome.state === 'completed'
    ? outcome.verifications.filter(({ passed }) => !passed).map(({ name }) => name)
    : [outcome.state];
const bundleOf = (answer: OfflineAnswer): string => {
  const { activity } = JSON.parse(fromUtf8(answer.answer)) as {
    activity: { result: { exportPrivateKeyResult: { exportBundle: string } } };
  };
  return activity.result.exportPrivateKeyResult.exportBundle;
};
/** The answer with another bundle in the place of its own. */
const withBundle = (answer: OfflineAnswer, bundle: string): OfflineAnswer => {
  const text = fromUtf8(answer.answer);
  const changed = text.replace(JSON.stringify(bundleOf(answer)), JSON.stringify(bundle));
  expect(changed).not.toBe(text);
  return { ...answer, answer: toUtf8(changed) };
};

describe('exports whose answer comes by file, in the window', () => {
  it('opens where an export of the service would be held, and is done with once', async () => {
    const { answer, privateKeyId } = await exported();
    const file = putAnswer(answer);
    const there = await opened(file);
    expect(failedChecks(there)).toEqual([]);
    const [view] = await held();
    expect(view).toMatchObject({ id: there.exportId, name: privateKeyId, target: null });
    expect(JSON.stringify([there, view])).not.toMatch(/"text"/);
    const asked = { id: there.exportId, item: 0, format: 'HEXADECIMAL' };
    const { text } = await vault.running.call<{ text: string }>('exports.reveal', asked);
    expect(text).toMatch(/^[0-9a-f]{64}$/);
    expect(await codeOf(vault.running.call('exports.reveal', { ...asked, format: 'SOLANA' }))).toBe(
      'EXPORT_NOT_IN_FORM',
    );
    await vault.running.call('offline.finish', { id: there.id });
    expect(await held()).toEqual([]);
    expect(answerKeys()).toEqual([]);
    // A copy of the file opens nothing any more.
    expect((await opened(file)).exportId).toBeNull();
    expect(await codeOf(vault.running.call('exports.reveal', asked))).toBe('EXPORT_UNKNOWN');
  });

  it('another enclave’s signature: nothing is opened, and the key stays for the true answer', async () => {
    const { answer } = await exported();
    const { data } = JSON.parse(bundleOf(answer)) as { data: string };
    const stranger = generateP256KeyPair(new Uint8Array(48).fill(9)).privateKey;
    const forged = signEnvelope(JSON.parse(fromUtf8(fromHex(data))) as Record<string, unknown>, stranger);
    const refused = await opened(putAnswer(withBundle(answer, forged)));
    expect([refused.exportId, failedChecks(refused)]).toEqual([null, ['SIGNER_KEY_MISMATCH']]);
    expect(await held()).toEqual([]);
    const honest = await opened(putAnswer(answer));
    expect(honest.exportId).not.toBeNull();
    await vault.running.call('offline.finish', { id: honest.id });
  });

  it('swapped bundle: one of another key, signed by the pinned enclave, is not opened', async () => {
    const [one, other] = [await exported(), await exported()];
    const refused = await opened(putAnswer(withBundle(one.answer, bundleOf(other.answer))));
    // It is sealed to the key of the other request.
    expect([refused.exportId, failedChecks(refused)]).toEqual([null, ['HPKE_OPEN_FAILED']]);
    expect(await held()).toEqual([]);
    for (const { answer } of [one, other])
      await vault.running.call('offline.finish', { id: (await opened(putAnswer(answer))).id });
    expect(answerKeys()).toEqual([]);
  });

  it('foreign answer: of another request, or never asked for here; nothing is held', async () => {
    const [one, other] = [await exported(), await exported()];
    const renamed = putAnswer({ ...one.answer, request: other.answer.request });
    expect((await take(vault, renamed)).refused[0]?.code).toBe('OFFLINE_ANSWER_FOREIGN');
    const unasked = putAnswer({ ...one.answer, body: new Uint8Array(32) });
    expect((await take(vault, unasked)).refused[0]?.code).toBe('OFFLINE_ANSWER_UNASKED');
    const crossed = putAnswer({ ...one.answer, answer: other.answer.answer });
    expect((await take(vault, crossed)).refused[0]?.code).toBe('SERVICE_ANSWER_MISMATCH');
    // A console that never asked for it has no key, and says so.
    expect((await take(desk, putAnswer(one.answer))).refused[0]?.code).toBe('OFFLINE_ANSWER_UNASKED');
    expect(await held()).toEqual([]);
  });

  it('console locked in the middle: what was opened is wiped, and the file opens again', async () => {
    const { answer } = await exported();
    const file = putAnswer(answer);
    let reached = (): void => undefined;
    let go = (): void => undefined;
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    const mayGo = new Promise<void>((resolve) => (go = resolve));
    beforeKey = () => {
      reached();
      return mayGo;
    };
    const taking = take(vault, file);
    await isReached;
    await vault.running.call('app.lock');
    go();
    beforeKey = () => Promise.resolve();
    expect(
      (await taking.catch((error: unknown) => ({ refused: [error as { code: string }] }))).refused[0]?.code,
    ).toBe('CONSOLE_LOCKED');
    await vault.running.call('app.unlock');
    expect(await held()).toEqual([]);
    const again = await opened(file);
    const asked = { id: again.exportId, item: 0, format: 'HEXADECIMAL' };
    // Locked while it is held: it is wiped, as one of the service.
    await vault.running.call('app.lock');
    await vault.running.call('app.unlock');
    expect(await codeOf(vault.running.call('exports.reveal', asked))).toBe('EXPORT_UNKNOWN');
    expect((await opened(file)).exportId).not.toBeNull();
  });

  it('disk that fails at its end: what was opened is wiped, and the file opens again', async () => {
    const { answer } = await exported();
    const file = putAnswer(answer);
    const inDatabase = (statement: string): void => {
      const database = new DatabaseSync(join(vault.dataFolder, 'console.db'));
      database.exec(statement);
      database.close();
    };
    inDatabase(
      "CREATE TRIGGER full BEFORE UPDATE ON sent_request BEGIN SELECT RAISE(ABORT, 'The disk is full.'); END",
    );
    const wiped: string[] = [];
    const wipe = vi.spyOn(Secret.prototype, 'wipe').mockImplementation(function (this: Secret) {
      wiped.push(this.use(toHex));
    });
    try {
      expect(await codeOf(take(vault, file))).not.toBe('done');
    } finally {
      wipe.mockRestore();
      inDatabase('DROP TRIGGER full');
    }
    const { id, exportId } = await opened(file);
    const asked = { id: exportId, item: 0, format: 'HEXADECIMAL' };
    const { text } = await vault.running.call<{ text: string }>('exports.reveal', asked);
    expect(wiped).toContain(text);
    await vault.running.call('offline.finish', { id });
  });

  it('closed, or opened twice: no second copy is held, and closing wipes', async () => {
    const { answer } = await exported();
    const before = (await held()).length;
    const first = await opened(putAnswer(answer));
    const second = await opened(putAnswer(answer));
    expect(second.exportId).not.toBe(first.exportId);
    expect((await held()).length).toBe(before + 1);
    await vault.running.call('offline.discard', { id: second.id });
    expect((await held()).length).toBe(before);
  });
});
