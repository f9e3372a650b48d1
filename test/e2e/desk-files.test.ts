// Files that an operator saves by a button, and the one that the payment's form takes: what stands in them.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import encodeQR from 'qr';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readContactFile } from '#main/features/contacts/contact-file.ts';
import { EXIT } from '#main/terminal/command-table.ts';
import { verifyFiles } from '#main/terminal/verify-files.ts';
import type { AppSnapshot } from '#preload/contract/app.ts';
import { confirm } from '../tour/decide.ts';
import { callBridge, pressSomething } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { type OnWorld, launchOnWorld } from './launch-on-world.ts';
import { saveInto } from './offline-pair.ts';

const ADDRESS = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
const CONTACT = {
  name: 'Brightline Logistics',
  note: 'Pays by invoice',
  addresses: [{ chain: 'TRANSACTION_TYPE_ETHEREUM', address: ADDRESS }],
};

describeHosts(['electron', 'chromium'], 'files at the desk', (host) => {
  let desk: OnWorld;
  let page: Page;
  let folder: string;
  let publicKey: string;
  let keyActivity: string;
  const home = process.env['HOME'];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keyops-files-'));
    desk = await launchOnWorld(host);
    page = desk.launched.page;
    // Where the hosts save: a folder of this test, in place of a dialog or the downloads folder.
    process.env['HOME'] = folder;
    await saveInto(desk.launched, folder);
    const { service } = desk.world;
    const made = await service.submit('create_private_keys', {
      privateKeys: [
        {
          ...{ privateKeyName: '=Treasury, "hot"', curve: 'CURVE_SECP256K1', privateKeyTags: [] },
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    });
    keyActivity = made.json.activity?.id ?? '';
    const snapshot = await callBridge(page, 'app.bootstrap');
    publicKey = snapshot.ok ? ((snapshot.value as AppSnapshot).credentials[0]?.publicKey ?? '') : '';
    await pressSomething(page);
    const saving = callBridge(page, 'contacts.save', { id: null, ...CONTACT });
    await confirm(await desk.launched.waitForApproval());
    expect((await saving).ok).toBe(true);
  });
  afterAll(async () => {
    if (home === undefined) delete process.env['HOME'];
    else process.env['HOME'] = home;
    await desk.close();
    await rm(folder, { recursive: true, force: true });
  });

  const goTo = (name: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();

  /** Presses the button; gives the path that the console tells. @param isSigned whether the file is signed with the API key */
  const save = async (button: string, ending: string, isSigned = false): Promise<string> => {
    desk.world.service.now = Date.now();
    await page.getByRole('button', { name: button, exact: true }).click();
    if (isSigned) await confirm(await desk.launched.waitForApproval());
    const told = page.getByText(new RegExp(`^${folder}/.*${ending.replaceAll('.', '\\.')}$`));
    return (await told.textContent()) ?? '';
  };

  /** `keyops verify`, as the terminal runs it. */
  const verify = async (path: string, signer?: string): Promise<{ code: number; said: string }> => {
    const said: string[] = [];
    const terminal = { say: (text: string) => said.push(text), json: () => undefined };
    const values = signer === undefined ? {} : { signer: [signer] };
    const run = { args: [path], values, terminal, clock: { now: () => Date.now() } };
    const code = await verifyFiles(run as unknown as Parameters<typeof verifyFiles>[0]);
    return { code, said: said.join('\n') };
  };

  it('save the activities as CSV, as JSON, and as evidence that keyops verify accepts from its signer alone', async () => {
    await goTo('Activities');
    const csv = await readFile(await save('Save as CSV', '.csv'), 'utf8');
    const [titles = '', ...lines] = csv.trimEnd().split('\r\n');
    expect(titles.split(',').slice(0, 4)).toEqual(['ID', 'requested at', 'updated at', 'operation']);
    const line = lines.find((each) => each.startsWith(keyActivity)) ?? '';
    expect(line).toContain('create_private_keys');
    expect(line).toContain('completed');
    expect(line).toContain('valid');
    expect(line).toContain('=Treasury, ""hot""');

    const json = await save('Save as JSON', '.activities.json');
    const record = JSON.parse(await readFile(json, 'utf8')) as {
      organizationId: string;
      isWhole: boolean;
      activities: { id: string }[];
    };
    expect(record).toMatchObject({
      organizationId: desk.world.service.ready.organizationId,
      isWhole: true,
    });
    expect(record.activities.map(({ id }) => id)).toContain(keyActivity);
    expect(record.activities).toHaveLength(lines.length);
    expect(basename(json)).toMatch(/^activities-\d{4}-\d\d-\d\d\.activities\.json$/);
    expect(await verify(json)).toMatchObject({ code: EXIT.done });
    const changed = join(folder, 'changed.activities.json');
    await writeFile(changed, (await readFile(json, 'utf8')).replaceAll('Treasury', 'Treasurx'));
    expect(await verify(changed)).toMatchObject({ code: EXIT.verification });

    const evidence = await save('Save evidence', '.evidence.json', true);
    const good = await verify(evidence, publicKey);
    expect(good).toMatchObject({ code: EXIT.done });
    expect(good.said).toMatch(/^ok /);
    expect(await verify(evidence, `02${'11'.repeat(32)}`)).toMatchObject({ code: EXIT.verification });
    expect(desk.launched.problems).toEqual([]);
  });

  it('save the contacts, signed with the API key, as another console reads them', async () => {
    await goTo('Contacts');
    const path = await save('Save as file', '.contacts.json', true);
    const file = await readContactFile(path);
    expect(file.publicKey).toBe(publicKey);
    expect(file.content.contacts).toEqual([CONTACT]);
    expect(file.content.organizationId).toBe(desk.world.service.ready.organizationId);
  });

  it('save a template of payments, whose columns the form finds by itself', async () => {
    await goTo('Payments');
    await page.getByRole('radio', { name: 'From a file' }).click();
    const path = await save('Save template', 'payments.csv');
    expect(await readFile(path, 'utf8')).toBe('to,amount,asset,reference\r\n');
    const filled = join(folder, 'filled.csv');
    await writeFile(filled, `${await readFile(path, 'utf8')}Brightline Logistics,1.5,ETH,INV-1\r\n`);
    await page.getByRole('textbox', { name: 'CSV file' }).fill(filled);
    await page.getByRole('button', { name: 'Read columns' }).click();
    await confirm(await desk.launched.waitForApproval());
    for (const [title, column] of [
      ['to', 'Recipient'],
      ['amount', 'Amount'],
      ['asset', 'Asset'],
      ['reference', 'Reference'],
    ] as const)
      await page.getByRole('button', { name: new RegExp(`^${title} ${column}$`) }).waitFor();
    await page.getByRole('radio', { name: 'One payment' }).click();
  });

  it('take the recipient of a payment out of a picture with a QR code', async () => {
    const picture = join(folder, 'invoice.gif');
    await writeFile(picture, encodeQR(`ethereum:${ADDRESS}`, 'gif', { scale: 8 }));
    await goTo('Payments');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Recipient from a QR picture…' }).click(),
    ]);
    await chooser.setFiles(picture);
    await expect
      .poll(() => page.getByRole('textbox', { name: /^Recipient address/ }).inputValue())
      .toBe(ADDRESS);
    expect(desk.launched.problems).toEqual([]);
  });
});
