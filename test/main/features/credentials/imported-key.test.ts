import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Preview } from '#preload/contract/requests.ts';
import { toHex } from '#protocol/encoding.ts';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService } from '#test/fixtures/local-service.ts';

const curve = 'API_KEY_CURVE_P256';
const known = new Uint8Array(32).fill(7);
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

const enrol = (publicKey: string): Promise<Preview> =>
  world.running.prepare('create_api_keys', {
    userId: service.ready.rootUserId,
    apiKeys: [{ apiKeyName: 'Desk', publicKey, curveType: curve, expirationSeconds: '3600' }],
  });
const codes = ({ warnings }: Preview) => warnings.map(({ code, severity }) => `${severity} ${code}`);

it('attack: script imports a key that it knows, and has it enrolled as a key of this console', async () => {
  const { console } = world.running;
  // The window copies without a press, and imports what lies on the clipboard with none.
  await console.dispatch('console', 'app.copy', { text: toHex(known) });
  const source = { kind: 'clipboard' };
  const input = { label: 'Desk', curve, source };
  expect(await console.dispatch('console', 'credentials.importFrom', input)).toMatchObject({
    ok: false,
    code: 'REVIEW_UNASKED',
  });
  // Where somebody presses something else, the card has that key's public half; here they approve it unread.
  const imported = world.running.call('credentials.importFrom', input);
  const { preview: card, userCheck } = await decideNext(world.running, 'approve');
  expect(card.facts.map(({ value }) => value)).toContain(apiPublicKeyOf(curve, known));
  expect([card.operation, userCheck]).toEqual(['import_credential', 'none']);
  await imported;

  const preview = await enrol(apiPublicKeyOf(curve, known));
  expect(codes(preview)).toContain('danger FOREIGN_KEY');
  expect(preview.warnings.map(({ title }) => title)).toContain('API key was imported: others may have it');
  expect(preview.facts.map(({ value }) => value)).toContain('This console: “Desk”, imported from outside');
});

it('takes a key that was made here for its own', async () => {
  const made = await world.running.call<{ publicKey: string }>('credentials.create', {
    label: 'Next',
    curve,
  });
  const preview = await enrol(made.publicKey);
  expect(codes(preview)).not.toContain('danger FOREIGN_KEY');
});
