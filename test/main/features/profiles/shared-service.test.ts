// A console’s profile for a keyops-service of one’s own on a network: TLS with the team’s authority, keys out of a file with
// its ready line, either form of answers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ConnectionCheck } from '#preload/contract/profiles.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { keyFingerprint } from '#protocol/pinned-keys.ts';
import { THIS_MACHINE } from '#service/http/network.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { createAuthority } from '#test/fixtures/self-signed.ts';

const authority = createAuthority('The team');
let folder: string;
let service: LocalService;
let world: Awaited<ReturnType<typeof runOnWorld>>;

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};
const picked = async (path: string): Promise<string> => {
  world.running.host.picked = path;
  return (await world.running.call<{ file: string }>('files.pick', { kind: 'file' })).file;
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-shared-'));
  service = await LocalService.start();
  world = await runOnWorld(service, { timing: { connectMs: 2000, retries: 0 } });
});
afterEach(async () => {
  await world.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Approves what is shown, and gives the card. */
async function approve(): Promise<Preview> {
  const { console, host } = world.running;
  await host.until(() => host.approvalShown);
  const shown = await console.dispatch('approval', 'approval.current', undefined);
  const { preview } = (shown as unknown as { value: { preview: Preview } }).value;
  await console.dispatch('approval', 'approval.decide', { previewId: preview.id, decision: 'approve' });
  return preview;
}

it.each(['neutral', 'published'] as const)(
  'reaches the service over TLS, pins its keys from a file, and works with it (%s form)',
  async (wire) => {
    const { running } = world;
    const issued = authority.issue('localhost');
    service.network = {
      network: { ...THIS_MACHINE, host: '0.0.0.0' },
      tlsFiles: { cert: file('cert.pem', issued.cert), key: file('key.pem', issued.key) },
    };
    service.wire = wire;
    await service.restart();
    const { url, organizationId, keys } = service.ready;
    const place = {
      id: 'world',
      name: 'Team',
      baseUrl: url.replace('127.0.0.1', 'localhost'),
      organizationId,
    };
    const draft = async (): Promise<object> => ({
      ...place,
      certificates: { kind: 'own', file: await picked(file('authority.pem', authority.cert)) },
      keys: { kind: 'file', file: await picked(file('ready.json', JSON.stringify(service.ready))) },
    });

    const { id, ...added } = (await draft()) as { id: string };
    const adding = running.call<{ id: string }>('profiles.add', added);
    const shown = (await approve()).facts.map(({ value }) => value).join('\n');
    expect((await adding).id).not.toBe(id);
    for (const key of Object.values(keys) as string[]) expect(shown).toContain(keyFingerprint(key));

    // The profile whose credential the service knows.
    const edited = running.call<{ moved: boolean }>('profiles.edit', await draft());
    await approve();
    expect(await edited).toEqual({ moved: true });
    await running.call('profiles.select', { id });
    service.now = Date.now();
    await running.call('app.recheck');
    const { profiles } = await running.bootstrap();
    expect(profiles.find((each) => each.id === id)).toMatchObject({
      username: 'Root user',
      connection: { keys, hasVendorKeys: false },
    });

    const preview = await running.prepare('create_private_keys', {
      privateKeys: [
        { privateKeyName: 'payouts', curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: [] },
      ],
    });
    expect((await running.review(preview, 'approve')).state).toBe('completed');
    const webhookKeys = await running.call<{ keyId: string }[]>('published.webhookKeys');
    expect(webhookKeys.length).toBeGreaterThan(0);

    const { checks } = await running.call<{ checks: ConnectionCheck[] }>('profiles.test', {
      ...place,
      certificates: { kind: 'kept' },
      keys: { kind: 'kept' },
    });
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(checks.find((check) => check.id === 'certificate')?.found).toMatch(
      /^TLSv1\.3, trusted by the profile’s own file/,
    );
  },
);
