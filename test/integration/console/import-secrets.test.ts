import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SecretImport } from '#preload/contract/secrets.ts';
import { openExportBundle } from '#protocol/bundle/import-export.ts';
import { fromUtf8, toHex } from '#protocol/encoding.ts';
import { generateP256KeyPair, P256_RANDOM_LENGTH } from '#protocol/p256-key.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';

const missing = await keychainMissing();

describe.skipIf(missing !== null)(`import of secrets (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;
  let organizationId = '';

  beforeAll(async () => {
    if (place === undefined) return;
    running = await runConsole(place);
    await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
    organizationId = (await running.untilReady()).profiles[0]?.organizationId ?? '';
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  const file = (name: string, text: string): string => {
    const path = join(place?.dataFolder ?? '', name);
    writeFileSync(path, text);
    return path;
  };
  const ended = async (): Promise<SecretImport> => {
    await running.host.until(() => {
      const last = running.host.news.findLast(({ name }) => name === 'secrets.changed');
      return (last?.payload as SecretImport | null | undefined)?.set?.state === 'ended' &&
        (last?.payload as SecretImport).stage === 'sealed'
        ? true
        : false;
    });
    return running.call('secrets.current');
  };
  const stored = async () =>
    (
      await running.call<{ secrets: { secretId: string; name?: string; staticProperties: unknown[] }[] }>(
        'queries.ask',
        { operation: 'list_secrets', parameters: { paginationOptions: { limit: '100' } } },
      )
    ).secrets;

  it('imports a file with two approvals: values arrive whole, names belong to their results in order', async () => {
    const values = new Map(
      Array.from({ length: 45 }, (_, index) => [`KEY_${index}`, `value ${index} ${'x'.repeat(index)}`]),
    );
    const path = file('many.env', [...values].map(([name, value]) => `${name}="${value}"`).join('\n'));
    const read = await running.call<SecretImport>('secrets.addFile', { path });
    expect(read.rows.map(({ name, length }) => [name, length])).toEqual(
      [...values].map(([name, value]) => [name, value.length]),
    );
    await running.call('secrets.propertyForAll', { key: 'team', value: 'payments' });
    const begun = running.call<SecretImport>('secrets.begin');
    const first = await decideNext(running, 'approve');
    expect(first.preview.sentence[0]?.value).toBe(
      'Ask for 45 keys of one use, to seal the secrets of an import to.',
    );
    await running.host.until(() => !running.host.approvalShown);
    const second = await decideNext(running, 'approve');
    expect(second.preview.facts[0]).toMatchObject({ label: 'Requests', value: '3' });
    expect(second.preview.facts.find(({ label }) => label === 'Secret 45')).toMatchObject({
      value: 'KEY_44',
      note: 'team = payments',
    });
    expect(second.preview.warnings.map(({ code }) => code)).toEqual(['PROPERTIES_PERMANENT']);
    await begun;
    const { rows, sources } = await ended();
    expect(sources).toEqual([path]);
    expect(rows.every(({ state }) => state === 'imported')).toBe(true);
    const there = new Map((await stored()).map(({ secretId, name }) => [secretId, name]));
    for (const { secretId, name } of rows) expect(there.get(secretId ?? '')).toBe(name);

    const row = rows[17];
    expect(await exportOne(row?.secretId ?? '')).toBe(values.get(row?.name ?? ''));
    await running.call('secrets.clear');
    expect(await running.call('secrets.current')).toBeNull();
  });

  async function exportOne(secretId: string): Promise<string> {
    const pair = generateP256KeyPair(new Uint8Array(P256_RANDOM_LENGTH).fill(7));
    const preview = await running.prepare('export_secrets', {
      secrets: [
        {
          secretId,
          targetPublicKey: toHex(pair.publicKey),
          encryptionSuite: 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1',
        },
      ],
    });
    const outcome = await running.review(preview, 'approve');
    if (outcome.state !== 'completed') throw new Error(outcome.state);
    const { secretPayloads } = outcome.result as { secretPayloads: string[] };
    const value = await openExportBundle(secretPayloads[0] ?? '', {
      organizationId,
      targetPrivateKey: pair.privateKey,
      quorumPublicKey: running.host.service?.ready.keys.enclaveQuorum ?? '',
    });
    return value.use((bytes) => fromUtf8(bytes));
  }

  it('refuses a name that the organization has, before anything is stamped', async () => {
    const typed = await running.call<SecretImport>('secrets.addTyped', {
      entries: [
        { name: 'KEY_3', value: 'another' },
        { name: 'fresh', value: 'ok' },
      ],
    });
    expect(typed.rows.map(({ problem }) => problem)).toEqual(['The name is taken', '']);
    await running.call('secrets.remove', { id: typed.rows[1]?.id });
    await expect(running.call('secrets.begin')).rejects.toMatchObject({ code: 'IMPORT_NOT_READY' });
    await running.call('secrets.clear');
  });

  it('imports what is ready, leaves marked rows out, and says so in both approvals', async () => {
    const path = file('partly.env', 'PARTLY_A="one"\nPARTLY_EMPTY=""\nPARTLY_B="two"\n');
    const read = await running.call<SecretImport>('secrets.addFile', { path });
    expect(read.rows.map(({ problem }) => problem)).toEqual(['', 'The value is empty', '']);
    expect(read.leftOut).toBe(1);
    const begun = running.call<SecretImport>('secrets.begin');
    const leftOut = { label: 'Left out', value: '1 secret that can’t be imported' };
    const first = await decideNext(running, 'approve');
    expect(first.preview.facts).toContainEqual(expect.objectContaining(leftOut));
    expect(first.preview.facts.find(({ label }) => label === 'Secrets')?.value).toBe('2');
    await running.host.until(() => !running.host.approvalShown);
    const second = await decideNext(running, 'approve');
    expect(second.preview.facts).toContainEqual(expect.objectContaining(leftOut));
    expect(second.preview.facts.map(({ value }) => value)).not.toContain('PARTLY_EMPTY');
    await begun;
    const { rows, leftOut: left } = await ended();
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['PARTLY_A', 'imported'],
      ['PARTLY_B', 'imported'],
    ]);
    expect(left).toBe(1);
    // attack: each value under its own name, though a row between them was left out.
    for (const [at, value] of ['one', 'two'].entries())
      expect(await exportOne(rows[at]?.secretId ?? '')).toBe(value);
    await running.call('secrets.clear');
    expect((await stored()).some(({ name }) => name === 'PARTLY_EMPTY')).toBe(false);
  });

  it('stamps nothing when the first approval is denied, and keeps what was gathered', async () => {
    await running.call('secrets.addTyped', { entries: [{ name: 'denied', value: 'v' }] });
    const begun = running.call<SecretImport>('secrets.begin');
    await decideNext(running, 'deny');
    expect(await begun).toMatchObject({ stage: 'gathering', rows: [{ name: 'denied', state: 'ready' }] });
    await running.call('secrets.clear');
    expect((await stored()).some(({ name }) => name === 'denied')).toBe(false);
  });

  it('attack: the value of a secret is found in no file of the console, before and after', async () => {
    const value = 'a-value-that-nobody-else-writes-7f3a';
    await running.call('secrets.addTyped', { entries: [{ name: 'hunted', value }] });
    const begun = running.call('secrets.begin');
    await decideNext(running, 'approve');
    await running.host.until(() => !running.host.approvalShown);
    await decideNext(running, 'approve');
    await begun;
    await ended();
    const holds = filesUnder(place?.dataFolder ?? '').filter((path) => readFileSync(path).includes(value));
    expect(holds).toEqual([]);
    expect(JSON.stringify(running.host.news)).not.toContain(value);
    await running.call('secrets.clear');
  });

  it('forgets what was gathered when the console is locked', async () => {
    await running.call('secrets.addTyped', { entries: [{ name: 'locked', value: 'v' }] });
    await running.call('app.lock');
    await expect(running.call('secrets.current')).rejects.toMatchObject({ code: 'CONSOLE_LOCKED' });
    await expect(
      running.call('secrets.addTyped', { entries: [{ name: 'locked', value: 'v' }] }),
    ).rejects.toMatchObject({ code: 'CONSOLE_LOCKED' });
    await running.call('app.unlock');
    expect(await running.call('secrets.current')).toBeNull();
  });

  it('reads a folder as one secret a file', async () => {
    const folder = join(place?.dataFolder ?? '', 'secrets');
    mkdirSync(folder);
    writeFileSync(join(folder, 'b.pem'), 'two\n');
    writeFileSync(join(folder, 'a.bin'), Uint8Array.of(0, 255, 3));
    const { rows } = await running.call<SecretImport>('secrets.addFile', { path: folder });
    expect(rows.map(({ name, length }) => [name, length])).toEqual([
      ['a.bin', 3],
      ['b.pem', 4],
    ]);
    await running.call('secrets.clear');
  });
});

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}
