// A request file is read with the contacts of its profile on the computer that stamps it, whatever the file says.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_PROFILE_ID } from '#main/storage/profiles.ts';
import type { OfflineState } from '#preload/contract/offline.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { unsignedTransfer } from '#test/fixtures/batch-files.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService } from '#test/fixtures/local-service.ts';

type World = Awaited<ReturnType<typeof runOnWorld>>;

const PAID = `0x${'35'.repeat(20)}`;
const STRANGER = `0x${'77'.repeat(20)}`;
const ALIKE = `0x3535${'11'.repeat(16)}3535`;
/** One after the other: keychains and the service's clock are shared. */
let service: LocalService;
let vault: World;
let desk: World;
let address = '';

beforeAll(async () => {
  service = await LocalService.start();
  vault = await runOnWorld(service);
  desk = await runOnWorld(service);
  ({ address } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']));
  await approved(vault, 'contacts.save', {
    ...{ id: null, name: 'Brightline', note: '' },
    addresses: [{ chain: 'TRANSACTION_TYPE_ETHEREUM', address: PAID }],
  });
});
afterAll(async () => {
  await vault.stop();
  await desk.stop();
  await service.stop();
});

async function approved({ running }: World, name: string, input: unknown): Promise<void> {
  const done = running.call(name, input);
  await decideNext(running, 'approve');
  await done;
}

/** What the vault shows of payments that the desk asked for by file: one alone, or all of them together. */
async function shown(...recipients: readonly string[]): Promise<Preview> {
  const ids: string[] = [];
  for (const [index, to] of recipients.entries()) {
    service.now = Date.now();
    const { id } = await desk.running.call<{ id: string }>('offline.prepare', {
      operation: 'sign_transaction',
      parameters: {
        ...{ signWith: address, type: 'TRANSACTION_TYPE_ETHEREUM' },
        unsignedTransaction: unsignedTransfer({ to, wei: 10n ** 18n, nonce: index }),
      },
      ...{ publicKey: vault.publicKey, curve: null },
    });
    await desk.running.call('offline.save', { id, kind: 'request' });
    const path = join(vault.dataFolder, `${id}.keyops-request`);
    writeFileSync(path, desk.running.host.savedBytes.at(-1) ?? '');
    const { opened } = await vault.running.call<{ opened: string[] }>('offline.take', { path });
    ids.push(...opened);
  }
  const [first] = ids;
  const reviewed =
    ids.length > 1
      ? vault.running.call('offline.reviewAll', { ids })
      : vault.running.call('offline.review', { id: first });
  const { preview } = await decideNext(vault.running, 'deny');
  await reviewed;
  for (const { id } of (await vault.running.call<OfflineState>('offline.state')).items)
    await vault.running.call('offline.discard', { id });
  return preview;
}
const codes = ({ warnings }: Preview): string[] =>
  warnings.filter(({ severity }) => severity === 'danger').map(({ code }) => code);

it('names a contact that a request pays', async () => {
  const preview = await shown(PAID);
  expect(preview.facts.find(({ value }) => value === PAID)?.note).toContain('contact “Brightline”');
  const all = await shown(PAID, STRANGER);
  expect(JSON.stringify(all.batch)).toContain('contact “Brightline”');
});

it('attack: a request file pays an address that looks like a contact’s', async () => {
  expect(codes(await shown(ALIKE)).join()).toMatch(/ALIKE/);
});

it('attack: a request file pays a stranger where contacts alone are paid, alone or among others', async () => {
  expect(codes(await shown(STRANGER))).not.toContain('NOT_A_CONTACT');
  await approved(vault, 'contacts.setContactsOnly', { isOn: true });
  expect(codes(await shown(PAID))).not.toContain('NOT_A_CONTACT');
  expect(codes(await shown(STRANGER))).toContain('NOT_A_CONTACT');
  expect(codes(await shown(PAID, STRANGER)).join()).toMatch(/NOT_A_CONTACT/);
});

it('attack: another profile is shown, which has no such rule; the request’s own holds', async () => {
  await vault.running.call('profiles.select', { id: LOCAL_PROFILE_ID });
  expect(codes(await shown(STRANGER))).toContain('NOT_A_CONTACT');
});
