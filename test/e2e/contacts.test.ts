// Contacts in the window: added with an approval, named in the preview of a payment, and paid alone where the operator says so.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONTACT_FILE } from '#main/features/contacts/contact-file.ts';
import { writeSigned } from '#protocol/signed-file.ts';
import { freshSigner } from '../fixtures/local-service.ts';
import { axeFaults } from '../renderer/axe.ts';
import { cancel, confirm } from '../tour/decide.ts';
import { createCredential } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';

const ADDRESS = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
/** The same first and last characters: what people compare. */
const ALIKE = `0x4b7e${'0'.repeat(32)}3d5e`;

describeIn('electron', 'contacts', (host) => {
  let launched: Launched;
  beforeEach(async () => {
    launched = await launchConsole({ host });
    await createCredential({ ...launched, onScene: () => Promise.resolve() }, 'ops-laptop');
    // Who adds a contact is known once the service has said it.
    await launched.page.getByRole('button', { name: /^Profile: .*Root user/ }).waitFor();
    await launched.page.getByRole('button', { name: 'Contacts', exact: true }).click();
  });
  afterEach(() => launched.close());

  const typeContact = async (name: string, address: string): Promise<void> => {
    const { page } = launched;
    await page.getByRole('button', { name: 'New contact' }).click();
    // The form has its first field focused: nothing is clicked before the name.
    await page.keyboard.type(name);
    await page.getByRole('textbox', { name: 'Address 1' }).fill(address);
    await page.keyboard.press('Enter');
  };

  it('are added with an approval, changed, and deleted', async () => {
    const { page } = launched;
    await page.getByText('No contacts yet').waitFor();
    await typeContact('Brightline Logistics', ADDRESS.toLowerCase());
    const surface = await launched.waitForApproval();
    await surface.getByText('Add “Brightline Logistics”').first().waitFor();
    await keepPicture(host, surface, 'contacts-approval');
    await confirm(surface);
    const detail = page.getByRole('region', { name: 'Brightline Logistics' });
    await detail.getByText('with ops-laptop').waitFor();
    // With its checksum, however it was typed.
    expect(await detail.textContent()).toContain(ADDRESS);
    expect(await axeFaults(page)).toEqual([]);
    // Its line in the journal, and its address for another machine's camera.
    await detail.getByRole('img', { name: 'The journal has this line.' }).waitFor();
    await detail.getByText('None among the last 100 signed transactions.').waitFor();
    await keepPicture(host, page, 'contacts');
    await detail.getByRole('button', { name: 'Show QR' }).click();
    await page
      .getByRole('dialog', { name: 'Addresses of Brightline Logistics' })
      .getByRole('img')
      .first()
      .waitFor();
    await page.keyboard.press('Escape');

    await detail.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Confirmed by phone.');
    await page.keyboard.press('Enter');
    await confirm(await launched.waitForApproval());
    await detail.getByText('Note changed').waitFor();

    await detail.getByRole('button', { name: 'Delete contact' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete contact' }).click();
    await confirm(await launched.waitForApproval());
    await page.getByText('No contacts yet').waitFor();
    expect(launched.problems).toEqual([]);
  });

  it('attack: an address like a contact’s is a danger on the card, and nobody where it is denied', async () => {
    const { page } = launched;
    await typeContact('Brightline Logistics', ADDRESS);
    await confirm(await launched.waitForApproval());
    await page.getByRole('region', { name: 'Brightline Logistics' }).waitFor();
    await typeContact('Brightline', ALIKE);
    const surface = await launched.waitForApproval();
    await surface.getByText('Looks like another address').first().waitFor();
    await cancel(surface);
    await page.getByText('You canceled this').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 contact', { exact: true }).waitFor();
    expect(launched.problems).toEqual([]);
  });

  it('are the only ones to be paid without a danger, once the operator says so', async () => {
    const { page } = launched;
    await page.getByText('Contacts only', { exact: true }).click();
    await confirm(await launched.waitForApproval());
    await page.getByText('A payment to anyone else is marked as a danger').waitFor();
    expect(launched.problems).toEqual([]);
  });

  it('come out of another console’s file, each of them seen before, and whose key signed it', async () => {
    const { page } = launched;
    const folder = await mkdtemp(join(tmpdir(), 'keyops-contacts-'));
    const path = join(folder, 'theirs.contacts.json');
    const addresses = [{ chain: 'TRANSACTION_TYPE_ETHEREUM' as const, address: ADDRESS }];
    const content = {
      ...{ organizationId: '', profile: 'Treasury', savedAt: '2026-11-24T10:00:00.000Z' },
      savedBy: { user: 'Maya Ortiz', credential: 'desk-two' },
      contacts: [{ name: 'Brightline Logistics', note: 'Confirmed by phone.', addresses }],
    };
    const text = writeSigned(CONTACT_FILE, content, freshSigner());
    await writeFile(path, text.replace('Confirmed', 'confirmed'));
    await page.getByRole('button', { name: 'Import file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Contact file' }).fill(path);
    const send = () => dialog.getByRole('button', { name: /^Import contacts/ }).click();
    await send();
    // The path was typed: it is seen first.
    const asked = await launched.waitForApproval();
    await asked.getByText(path).first().waitFor();
    await confirm(asked);
    await dialog.getByText(/changed after it was signed/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await writeFile(path, text);
    await send();
    const surface = await launched.waitForApproval();
    await surface.getByText('Nobody you know signed this file').first().waitFor();
    await surface.getByText('Brightline Logistics').first().waitFor();
    await keepPicture(host, surface, 'contacts-import');
    await surface.getByRole('checkbox', { name: /^I have checked/ }).click();
    await confirm(surface);
    const detail = page.getByRole('region', { name: 'Brightline Logistics' });
    await detail.getByText('with ops-laptop').waitFor();
    await keepPicture(host, page, 'contacts-imported');
    expect(launched.problems).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
