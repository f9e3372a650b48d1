import { describe, expect, it } from 'vitest';
import { type ResultHandler, applyResult } from '#main/features/requests/sent-request.ts';
import { createKeyImportStore } from '#main/features/key-import/key-import-store.ts';
import type { RequestFlow } from '#main/features/requests/request-flow.ts';
import type { ContextResolver } from '#main/context/context-resolver.ts';
import type { KeyImport } from '#preload/contract/key-imports.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { openClientMessage } from '#protocol/bundle/client-message.ts';
import { makeImportBundle } from '#protocol/bundle/import-bundle.ts';
import { importPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { toHex } from '#protocol/encoding.ts';
import { HOSTED_KEYS } from '#protocol/pinned-keys.ts';
import { hexOf, keyPairOf } from '#test/protocol/keys.ts';
import { preview } from '#test/renderer/fake-data.ts';

const [quorum, target] = [keyPairOf(1), keyPairOf(3)];
const KEY = `${'00'.repeat(31)}01`;
const PUBLIC_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const ADDRESS = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const userId = '11111111-6ff3-4b43-b962-916698f8ff58';
const privateKeyId = '22222222-6ff3-4b43-b962-916698f8ff58';
const { organizationId } = preview.profile;

const bundle = (change: { userId?: string; organizationId?: string } = {}, signer = quorum): string =>
  makeImportBundle(
    { targetPublicKey: target.publicKey, organizationId, userId, ...change },
    signer.privateKey,
  );
const completed = (result: object): Outcome => ({
  state: 'completed',
  activityId: 'a',
  fingerprint: 'sha256:00',
  result: result as never,
  verifications: [],
  transaction: null,
});
const targetIs = (importBundle: string): Outcome => completed({ importBundle });
const imported = completed({
  privateKeyId,
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: ADDRESS }],
});

/** A desk whose requests end as they are told to, one after the other; the way of a request is not under test. */
function setUp(
  outcomes: (Outcome | (() => Outcome))[],
  { recorded = PUBLIC_KEY, pinned = true, profiles = ['local', 'local'] } = {},
) {
  const asked: { operation: string; parameters: unknown; resultHandler: ResultHandler | undefined }[] = [];
  const news: (KeyImport | null)[] = [];
  const next = (): Promise<Outcome> => {
    const outcome = outcomes.shift();
    if (outcome === undefined) throw new Error('Nobody expected another request.');
    return applyResult(asked.at(-1)?.resultHandler, typeof outcome === 'function' ? outcome() : outcome);
  };
  const flow: Pick<RequestFlow, 'prepare' | 'review' | 'discard' | 'revisit' | 'resume'> = {
    prepare: (operation, parameters, resultHandler) => {
      asked.push({ operation, parameters, resultHandler });
      const id = profiles[asked.length - 1] ?? 'local';
      return Promise.resolve({
        ...preview,
        id: `preview ${asked.length}`,
        profile: { ...preview.profile, id },
      });
    },
    review: next,
    revisit: next,
    resume: next,
    discard: () => asked.at(-1)?.resultHandler?.onAbandoned(),
  };
  const answers: Readonly<Record<string, unknown>> = {
    whoami: { userId },
    list_private_keys: { privateKeys: [] },
    list_wallet_accounts: { accounts: [] },
    get_private_key: { privateKey: { publicKey: recorded } },
  };
  const desk = createKeyImportStore({
    flow,
    ask: ((operation: { path: string }) =>
      Promise.resolve(answers[operation.path])) as unknown as ContextResolver['query'],
    pinnedKeys: () =>
      Promise.resolve(pinned ? { ...HOSTED_KEYS, enclaveQuorum: toHex(quorum.publicKey) } : null),
    onChange: (current) => news.push(current),
  });
  const read = () => desk.read('privateKey', { text: KEY }, {});
  return { desk, asked, news, outcomes, read };
}

const endOf = ({ status }: KeyImport) => {
  if (status.state !== 'ended') throw new Error(`It is ${status.state}.`);
  return status;
};
const checksOf = (current: KeyImport) => {
  const { outcome } = endOf(current);
  return outcome.state === 'completed' ? outcome.verifications : [];
};

describe('an import of a key', () => {
  it('seals to the checked target alone, and says that the record has the key', async () => {
    const { desk, asked, read } = setUp([targetIs(bundle()), imported]);
    await read();
    const ended = await desk.begin('Treasury');
    expect(asked.map(({ operation }) => operation)).toEqual([
      'init_import_private_key',
      'import_private_key',
    ]);
    const { encryptedBundle, ...sent } = importPrivateKey.parameters.parse(asked[1]?.parameters);
    expect(sent).toEqual({
      userId,
      privateKeyName: 'Treasury',
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    });
    expect(hexOf(await openClientMessage(encryptedBundle, target.privateKey))).toBe(KEY);
    expect(desk.addressesIn(encryptedBundle)).toEqual([ADDRESS]);
    expect(desk.addressesIn('another')).toBeUndefined();
    expect(checksOf(ended)).toMatchObject([{ name: 'Public key', passed: true }]);
  });

  it.each([
    ['signed by another key', bundle({}, keyPairOf(2)), 'SIGNER_KEY_MISMATCH'],
    ['made for another user', bundle({ userId: privateKeyId }), 'USER_MISMATCH'],
    ['of another organization', bundle({ organizationId: userId }), 'ORGANIZATION_MISMATCH'],
  ])('attack: a target key %s ends the import before anything is sealed', async (_what, text, code) => {
    const { desk, asked, read } = setUp([targetIs(text)]);
    await read();
    const ended = await desk.begin('Treasury');
    expect(asked).toHaveLength(1);
    expect(endOf(ended).step).toBe('target');
    expect(checksOf(ended)).toMatchObject([{ name: code, passed: false }]);
  });

  it('attack: a service that keeps another key than was shown is told as an alarm', async () => {
    const { desk, read } = setUp([targetIs(bundle()), imported], { recorded: `03${PUBLIC_KEY.slice(2)}` });
    await read();
    expect(checksOf(await desk.begin('Treasury'))).toMatchObject([{ name: 'Public key', passed: false }]);
  });

  it('attack: an answer that failed a check is not used for sealing', async () => {
    const unverified = completed({ importBundle: bundle() });
    if (unverified.state === 'completed')
      unverified.verifications.push({ name: 'Same request', passed: false, detail: 'It is another.' });
    const { desk, asked, read } = setUp([unverified]);
    await read();
    await desk.begin('Treasury');
    expect(asked).toHaveLength(1);
  });

  it('attack: another profile in between does not get what was sealed', async () => {
    const { desk, read } = setUp([targetIs(bundle()), imported], { profiles: ['local', 'other', 'local'] });
    await read();
    await expect(desk.begin('Treasury')).rejects.toMatchObject({ code: 'IMPORT_PROFILE_CHANGED' });
    expect(desk.current()?.status).toEqual({ state: 'sealed' });
    expect(endOf(await desk.resume()).outcome).toMatchObject({ state: 'completed' });
  });

  it('needs pinned keys, and keeps the draft without them', async () => {
    const { desk, read } = setUp([], { pinned: false });
    await read();
    await expect(desk.begin('Treasury')).rejects.toMatchObject({ code: 'KEYS_NOT_PINNED' });
    expect(desk.current()?.status).toEqual({ state: 'draft' });
  });

  it('wiped while its first request is on its way, it is not sealed and not sent', async () => {
    const { desk, asked, read, news } = setUp([
      () => {
        desk.wipe();
        return targetIs(bundle());
      },
    ]);
    await read();
    await desk.begin('Treasury');
    expect(asked).toHaveLength(1);
    expect(desk.current()).toBeNull();
    expect(news.at(-1)).toBeNull();
  });

  it('attack: a key that is read across a lock or a switch of profiles is held for the next one', async () => {
    const { desk, read, news } = setUp([]);
    const reading = read();
    desk.wipe();
    await expect(reading).rejects.toMatchObject({ code: 'KEY_IMPORT_STAGE' });
    expect(desk.current()).toBeNull();
    expect(news).toEqual([]);
    await read();
    expect(desk.current()).not.toBeNull();
  });

  it('hears of an end that it came to elsewhere, while it waited for an answer', async () => {
    const unknown: Outcome = { state: 'unanswered', fingerprint: 'sha256:00', message: '', remedy: '' };
    const { desk, asked, read } = setUp([unknown]);
    await read();
    expect((await desk.begin('Treasury')).status).toMatchObject({ state: 'unanswered', step: 'target' });
    asked[0]?.resultHandler?.onAbandoned();
    const current = desk.current();
    expect(current && endOf(current).outcome).toMatchObject({ state: 'failed', code: 'KEY_IMPORT_ENDED' });
  });

  it('is one at a time: another key takes the place of a draft, and of none that is under way', async () => {
    const waiting: Outcome = {
      state: 'waiting',
      activityId: 'a',
      fingerprint: 'sha256:00',
      message: '',
      consensus: null,
    };
    const { desk, read } = setUp([waiting]);
    await read();
    await read();
    await desk.begin('Treasury');
    expect(desk.current()?.status).toMatchObject({ state: 'waiting', step: 'target' });
    await expect(read()).rejects.toMatchObject({ code: 'KEY_IMPORT_STAGE' });
    expect(() => desk.choose({ kind: 'privateKey', curve: 'CURVE_P256', addressFormats: [] })).toThrow(
      expect.objectContaining({ code: 'KEY_IMPORT_STAGE' }),
    );
  });
});
