import { describe, expect, it } from 'vitest';
import { createKeyExportStore } from '#main/features/key-export/key-export-store.ts';
import type { ResultHandler } from '#main/features/requests/sent-request.ts';
import type { ContextResolver } from '#main/context/context-resolver.ts';
import type { ExportView } from '#preload/contract/exports.ts';
import { makeExportBundle } from '#protocol/bundle/import-export.ts';
import { exportSecrets } from '#protocol/catalogue/secrets.ts';
import { toHex } from '#protocol/encoding.ts';
import { HOSTED_KEYS } from '#protocol/pinned-keys.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { preview } from '#test/renderer/fake-data.ts';
import { keyPairOf, secretOfText, withCode } from '#test/protocol/keys.ts';

const quorum = keyPairOf(1);
const ids = ['11111111-3f5a-4bb9-a7a4-3f0ab5d40e1b', '22222222-3f5a-4bb9-a7a4-3f0ab5d40e1b'];
const HOLD_MS = 300_000;
const activityId = '33333333-3f5a-4bb9-a7a4-3f0ab5d40e1b';

/** A desk over two secrets; the request's way is not under test, so it is taken by hand. */
async function setUp({ pinned = true } = {}) {
  const clock = fakeClock();
  const news: ExportView[][] = [];
  const discarded: string[] = [];
  let asked: { resultHandler: ResultHandler | undefined; parameters: unknown } | undefined;
  const record = (secretId: string, name: string) => ({
    secretId,
    name,
    staticProperties: [],
    createdAtUnixMs: '0',
  });
  const answer = { secrets: [record(ids[0] ?? '', 'ONE'), record(ids[1] ?? '', 'TWO')] };
  const desk = createKeyExportStore({
    flow: {
      prepare: (_operation, parameters, resultHandler) => {
        asked = { resultHandler, parameters };
        return Promise.resolve(preview);
      },
      discard: (id) => {
        discarded.push(id);
        asked?.resultHandler?.onAbandoned();
      },
    },
    ask: (() => Promise.resolve(answer)) as unknown as ContextResolver['query'],
    pinnedKeys: () =>
      Promise.resolve(pinned ? { ...HOSTED_KEYS, enclaveQuorum: toHex(quorum.publicKey) } : null),
    clock,
    holdMs: HOLD_MS,
    onChange: () => news.push(desk.list(preview.profile.id)),
  });
  const { id } = await desk.prepare({ kind: 'secrets', secretIds: ids });
  const { secrets } = exportSecrets.parameters.parse(asked?.parameters);
  const seal = (value: string, index: number, quorumSignKey = quorum.privateKey): Promise<string> =>
    makeExportBundle({
      plaintext: secretOfText(value),
      targetPublicKey: secrets[index]?.targetPublicKey ?? '',
      organizationId: preview.profile.organizationId,
      quorumSignKey,
    });
  const complete = (secretPayloads: string[], sameRequest = true) =>
    asked?.resultHandler?.completed({
      state: 'completed',
      activityId,
      fingerprint: 'sha256:00',
      result: { secretPayloads },
      verifications: [{ name: 'Same request', passed: sameRequest, detail: '' }],
      transaction: null,
    });
  return { clock, news, discarded, desk, id, secrets, seal, complete, resultHandler: asked?.resultHandler };
}

describe('the exports of a run', () => {
  it('asks with another target key for each secret', async () => {
    const { secrets } = await setUp();
    expect(new Set(secrets.map(({ targetPublicKey }) => targetPublicKey)).size).toBe(2);
  });

  it('holds what was opened until its time is over', async () => {
    const { clock, news, desk, id, seal, complete } = await setUp();
    await complete([await seal('first', 0), await seal('second', 1)]);
    expect(desk.list(preview.profile.id)).toMatchObject([
      { status: { state: 'open', wipesAtMs: clock.now() + HOLD_MS } },
    ]);
    expect(JSON.stringify(news)).not.toContain('first');
    const { plaintext } = desk.heldInForm(id, 1, 'TEXT');
    clock.forward(HOLD_MS - 1);
    expect(plaintext.wiped).toBe(false);
    clock.forward(1);
    expect(plaintext.wiped).toBe(true);
    expect(() => desk.held(id, 0)).toThrow(expect.objectContaining(withCode('EXPORT_UNKNOWN')));
    expect(news.at(-1)).toEqual([]);
  });

  it('wipes what a sleeping machine held too long before it gives anything', async () => {
    const { clock, desk, id, seal, complete } = await setUp();
    await complete([await seal('first', 0), await seal('second', 1)]);
    const { plaintext } = desk.held(id, 0);
    clock.sleepThrough(HOLD_MS);
    expect(() => desk.held(id, 0)).toThrow(expect.objectContaining(withCode('EXPORT_UNKNOWN')));
    expect(plaintext.wiped).toBe(true);
  });

  it('attack: one bundle of a batch is of another enclave. Nothing of the batch is kept', async () => {
    const { desk, id, seal, complete } = await setUp();
    const checks = await complete([await seal('first', 0), await seal('second', 1, keyPairOf(3).privateKey)]);
    expect(checks?.at(-1)).toMatchObject({ name: 'Quorum key', passed: false });
    expect(checks?.at(-1)?.detail).toMatch(/^TWO: /);
    expect(desk.list(preview.profile.id)).toMatchObject([{ status: { state: 'refused' } }]);
    expect(() => desk.held(id, 0)).toThrow(expect.objectContaining(withCode('EXPORT_UNKNOWN')));
  });

  it('attack: bundles in another order. Each opens with its own target key alone', async () => {
    const { seal, complete } = await setUp();
    const checks = await complete([await seal('second', 1), await seal('first', 0)]);
    expect(checks?.at(-1)).toMatchObject({ name: 'HPKE', passed: false });
  });

  it('attack: fewer bundles than were asked for', async () => {
    const { seal, complete } = await setUp();
    expect(await complete([await seal('first', 0)])).toMatchObject([{ name: 'Bundles', passed: false }]);
  });

  it('attack: an answer to another request is not opened', async () => {
    const { desk, seal, complete } = await setUp();
    const bundles = [await seal('first', 0), await seal('second', 1)];
    await expect(complete(bundles, false)).rejects.toMatchObject(withCode('EXPORT_UNVERIFIED'));
    expect(desk.list(preview.profile.id)).toEqual([]);
  });

  it('opens nothing that arrives after a lock', async () => {
    const { desk, seal, complete } = await setUp();
    const bundles = [await seal('first', 0), await seal('second', 1)];
    desk.wipeAll();
    await expect(complete(bundles)).rejects.toMatchObject(withCode('EXPORT_UNKNOWN'));
    expect(desk.list(preview.profile.id)).toEqual([]);
  });

  it('keeps nothing that a lock overtakes while it is opened', async () => {
    const { desk, seal, complete } = await setUp();
    const opening = complete([await seal('first', 0), await seal('second', 1)]);
    desk.wipeAll();
    // A wiped target key opens nothing; what was open by then is wiped.
    await expect(opening).rejects.toThrow();
    expect(desk.list(preview.profile.id)).toEqual([]);
  });

  it('attack: two looks bring the answer, and what one opened is held by nobody and outlives the lock', async () => {
    const { desk, id, seal, complete, resultHandler } = await setUp();
    resultHandler?.waits?.(activityId);
    const answer = [await seal('first', 0), await seal('second', 1)];
    const [first, second] = await Promise.allSettled([complete(answer), complete(answer)]);
    expect([first.status, second]).toMatchObject(['fulfilled', { reason: { code: 'EXPORT_UNKNOWN' } }]);
    const { plaintext } = desk.held(id, 0);
    // An answer of before the last vote comes after the one that opened it.
    resultHandler?.waits?.(activityId);
    expect(desk.list(preview.profile.id)).toMatchObject([{ status: { state: 'open' } }]);
    desk.wipeAll();
    expect(() => plaintext.use((bytes) => bytes.length)).toThrow('wiped');
  });

  it('waits for votes, and lets go of a request of which nothing comes', async () => {
    const { desk, resultHandler } = await setUp();
    resultHandler?.waits?.(activityId);
    expect(desk.list(preview.profile.id)).toMatchObject([{ status: { state: 'waiting', activityId } }]);
    resultHandler?.onAbandoned();
    expect(desk.list(preview.profile.id)).toEqual([]);
  });

  it('discards the preview of a request whose target key is wiped', async () => {
    const { desk, id, discarded } = await setUp();
    desk.wipe(id);
    expect(discarded).toEqual([preview.id]);
    expect(desk.list(preview.profile.id)).toEqual([]);
  });

  it('asks for nothing where no key is pinned', async () => {
    await expect(setUp({ pinned: false })).rejects.toMatchObject(withCode('KEYS_NOT_PINNED'));
  });
});

describe('another profile', () => {
  it('sees none of the exports of the one before, and finds nothing open when it comes back', async () => {
    const { desk, id, seal, complete } = await setUp();
    await complete([await seal('first', 0), await seal('second', 1)]);
    expect(desk.list('another')).toEqual([]);
    desk.leave();
    expect(desk.list(preview.profile.id)).toEqual([]);
    expect(() => desk.held(id, 0)).toThrow(expect.objectContaining({ code: 'EXPORT_UNKNOWN' }));
  });

  it('leaves what waits for votes to the profile that asked', async () => {
    const { desk, resultHandler } = await setUp();
    resultHandler?.waits?.(activityId);
    desk.leave();
    expect(desk.list(preview.profile.id)).toMatchObject([{ status: { state: 'waiting' } }]);
    expect(desk.list('another')).toEqual([]);
  });
});
