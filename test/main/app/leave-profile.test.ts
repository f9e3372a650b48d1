import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '#preload/contract/requests.ts';
import { runOnWorld } from '../../fixtures/console-on-world.ts';
import { LocalService } from '../../fixtures/local-service.ts';

const MAKE_KEY = {
  privateKeys: [
    {
      privateKeyName: 'payouts',
      curve: 'CURVE_SECP256K1',
      privateKeyTags: [],
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    },
  ],
};

describe('a window that goes to another profile', () => {
  let service: LocalService;
  let world: Awaited<ReturnType<typeof runOnWorld>>;
  beforeAll(async () => {
    service = await LocalService.start();
    world = await runOnWorld(service);
    await world.running.call('app.recheck');
  });
  afterAll(async () => {
    await world.stop();
    await service.stop();
  });
  beforeEach(() => world.running.call('profiles.select', { id: 'world' }));

  it('cannot have a request approved that was prepared for the profile before', async () => {
    const { running } = world;
    const preview = await running.prepare('create_private_keys', MAKE_KEY);
    await running.call('profiles.select', { id: 'local' });
    await expect(running.call('requests.review', { previewId: preview.id })).rejects.toMatchObject({
      code: 'PREVIEW_UNKNOWN',
    });
  });

  it('attack: script selects another profile while a request is prepared, whose names the preview then has', async () => {
    const { running } = world;
    const preparing = running.prepare('create_private_keys', MAKE_KEY);
    await running.call('profiles.select', { id: 'local' });
    await expect(preparing).rejects.toMatchObject({ code: 'PROFILE_LEFT' });
  });

  it('attack: script selects another profile and back while a request is prepared', async () => {
    const { running } = world;
    const preparing = running.prepare('create_private_keys', MAKE_KEY);
    const refused = expect(preparing).rejects.toMatchObject({ code: 'PROFILE_LEFT' });
    await Promise.all([
      running.call('profiles.select', { id: 'local' }),
      running.call('profiles.select', { id: 'world' }),
    ]);
    await refused;
  });

  it('ends the review of the profile before: nothing is stamped for it', async () => {
    const { running } = world;
    const preview = await running.prepare('create_private_keys', MAKE_KEY);
    const outcome = running.call<Outcome>('requests.review', { previewId: preview.id });
    await running.host.until(() => running.host.approvalShown);
    await running.call('profiles.select', { id: 'local' });
    expect(await outcome).toEqual({ state: 'denied' });
  });

  it('keeps the review when the profile that is shown is chosen again', async () => {
    const { running } = world;
    const preview = await running.prepare('create_private_keys', MAKE_KEY);
    await running.call('profiles.select', { id: 'world' });
    expect(await running.review(preview, 'approve')).toMatchObject({ state: 'completed' });
  });

  it('holds no secret and no key that was gathered for the profile before', async () => {
    const { running } = world;
    await running.call('secrets.addTyped', { entries: [{ name: 'API_TOKEN', value: 'abc' }] });
    const source = { text: '11'.repeat(32) };
    await running.call('keyImports.read', { kind: 'privateKey', source });
    await running.call('profiles.select', { id: 'local' });
    expect(await running.call('secrets.current')).toBeNull();
    expect(await running.call('keyImports.current')).toBeNull();
  });
});
