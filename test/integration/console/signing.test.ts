import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();
// EIP-155's own example: nonce 9, 20 gwei, 21000 gas, 1 ether to 0x3535…, chain 1.
const UNSIGNED =
  '0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';

describe.skipIf(missing !== null)(`the console signs (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;

  beforeAll(async () => {
    if (place !== undefined) running = await runConsole(place);
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  it('is empty and says what it waits for on a first run', async () => {
    const state = await running.bootstrap();
    expect(state.credentials).toEqual([]);
    expect(state.health.keychain.state).toBe('ready');
    expect(state.health.service.state).toBe('waiting');
    expect(state.health.journal).toMatchObject({ state: 'intact', lines: 0 });
  });

  it('starts the service with the first credential and knows who it is', async () => {
    await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
    const state = await running.untilReady();
    expect(state.health.service).toMatchObject({ state: 'ready' });
    expect(state.credentials).toMatchObject([{ label: 'Laptop', current: true, profileId: 'local' }]);
    expect(state.profiles[0]?.username).toEqual(expect.any(String));
    expect(state.profiles[0]?.organizationId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('tells the window of the lines of queries once they are in the journal', async () => {
    const told = (): number =>
      (
        running.host.news.findLast(({ name }) => name === 'app.changed')?.payload as
          { health: { journal: { lines: number } } } | undefined
      )?.health.journal.lines ?? 0;
    await running.call('keys.list');
    await running.host.until(() => told() > 0);
    const lines = await running.call<JournalLine[]>('journal.list', {
      before: null,
      limit: 10,
      filter: 'all',
    });
    expect(lines.map(({ operation }) => operation)).toContain('list_private_keys');
  });

  it('creates a key, signs with it, verifies what came back and journals both stamps', async () => {
    const creation = await running.prepare('create_private_keys', {
      privateKeys: [
        {
          privateKeyName: 'treasury',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    });
    expect(creation.sentence[0]?.value).toContain('treasury');
    const created = await running.review(creation, 'approve');
    expect(created.state).toBe('completed');

    const [key] = await running.call<PrivateKey[]>('keys.list');
    const preview = await running.prepare('sign_transaction', {
      signWith: key?.privateKeyId,
      unsignedTransaction: UNSIGNED,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
    expect(preview.reading?.network).toContain('Ethereum');
    expect(JSON.stringify(preview.facts).toLowerCase()).toContain(key?.addresses[0]?.address?.toLowerCase());
    const signed = (await running.review(preview, 'approve')) as Extract<Outcome, { state: 'completed' }>;
    expect(signed.state).toBe('completed');
    expect(signed.verifications.length).toBeGreaterThan(3);
    expect(signed.verifications.filter((check) => !check.passed)).toEqual([]);
    expect(signed.transaction?.hash).toMatch(/^0x[0-9a-f]{64}$/);

    const lines = await running.call<JournalLine[]>('journal.list', { before: null, limit: 10 });
    expect(lines.map((line) => [line.operation, line.outcome])).toEqual([
      ['sign_transaction', 'completed'],
      ['create_private_keys', 'completed'],
    ]);
    expect(lines[0]?.digest).toBe(preview.digest);

    const noteOf = ({ facts }: typeof preview) => facts.find(({ label }) => label === 'To')?.note;
    const again = await running.prepare('sign_transaction', {
      signWith: key?.privateKeyId,
      unsignedTransaction: UNSIGNED,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
    expect([noteOf(preview), noteOf(again)]).toEqual(['new: not yours, and not paid before', 'paid before']);
    await running.call('requests.discard', { previewId: again.id });
  });

  it('stamps nothing that was denied', async () => {
    const preview = await running.prepare('create_private_keys', {
      privateKeys: [{ privateKeyName: 'never', curve: 'CURVE_P256', privateKeyTags: [], addressFormats: [] }],
    });
    expect(await running.review(preview, 'deny')).toEqual({ state: 'denied' });
    expect(await running.call<PrivateKey[]>('keys.list')).toHaveLength(1);
    expect(await running.call<JournalLine[]>('journal.list', { before: null, limit: 10 })).toHaveLength(2);
  });

  it('is still there after a restart', async () => {
    if (place === undefined) return;
    await running.console.close();
    running = await runConsole(place);
    const state = await running.untilReady();
    expect(state.credentials).toMatchObject([{ label: 'Laptop', current: true }]);
    expect(state.health.journal.state).toBe('intact');
    const list = (filter: string): Promise<JournalLine[]> =>
      running.call('journal.list', { before: null, limit: 100, filter });
    expect((await list('changes')).map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
    // Every query was stamped as well: who this is, and which keys there are.
    const all = await list('all');
    expect(all.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['whoami', 'list_private_keys', 'sign_transaction']),
    );
    const told = new Set(all.map(({ profile, outcome }) => `${profile} ${outcome}`));
    // A query of the console's own may have been under way when it was closed.
    told.delete('Local failed: SERVICE_CONNECTION_LOST');
    expect(told).toEqual(new Set(['Local completed']));
    expect(await running.call<PrivateKey[]>('keys.list')).toMatchObject([{ privateKeyName: 'treasury' }]);
  });
});
