// Contacts in the window: added with an approval, named in the preview of a payment, and paid alone where the operator says so.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { cancel, confirm } from '../tour/decide.ts';
import { createCredential } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';

const ADDRESS = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
/** The same first and last characters: what people compare. */
const ALIKE = `0x4b7e${'0'.repeat(32)}3d5e`;

describeHosts(['electron', 'chromium'], 'contacts', (host) => {
  let launched: Launched;
  beforeEach(async () => {
    launched = await launchConsole({ host });
    await createCredential({ ...launched, onScene: () => Promise.resolve() }, 'ops-laptop');
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
    await keepPicture(host, page, 'contacts');

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
});
