// A payment by form, from a contact to the signed transaction: counted in clicks, and read again by another library.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transaction as SolanaTransaction } from '@solana/web3.js';
import { Transaction } from 'ethers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { confirm, confirmButton } from '../tour/decide.ts';
import { readToEnd } from '../tour/read-to-end.ts';
import { createCredential, createPrivateKey } from '../tour/steps.ts';
import { countPresses } from './count-presses.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';

const ADDRESS = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
/** An Ethereum payment takes so many clicks and keys from any screen, the approval's among them. */
const MOST = 5;

describeIn('electron', 'payments by form', (host) => {
  let launched: Launched;
  beforeEach(async () => {
    launched = await launchConsole({ host });
    const stage = { ...launched, onScene: () => Promise.resolve() };
    await createCredential(stage, 'ops-laptop');
    await createPrivateKey(stage, 'Treasury hot');
    await goTo('Contacts');
    await launched.page.getByRole('button', { name: 'New contact' }).click();
    await launched.page.keyboard.type('Brightline Logistics');
    await launched.page.getByRole('textbox', { name: 'Address 1' }).fill(ADDRESS);
    await launched.page.keyboard.press('Enter');
    await confirm(await launched.waitForApproval());
    await launched.page.getByRole('region', { name: 'Brightline Logistics' }).waitFor();
  });
  afterEach(() => launched.close());

  const goTo = (name: string): Promise<void> =>
    launched.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name, exact: true })
      .click();

  it(`pay a contact in ${MOST} clicks and keys, and remember the nonce for the next payment`, async () => {
    const { page } = launched;
    // From the screen that the console opens on.
    await goTo('Sign');
    const inWindow = await countPresses(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type('pay brightline');
    const row = page.getByRole('option', { name: 'Send to Brightline Logistics' });
    await expect.poll(() => row.getAttribute('data-focused')).toBe('true');
    await page.keyboard.press('Enter');
    // The contact is chosen, and the amount has the focus.
    const amount = page.getByRole('textbox', { name: /^Amount/ });
    await amount.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('1.25');
    // What isn't known is asked for, with the words where to find it.
    await page.getByText('Still needed').waitFor();
    const nonce = page.getByRole('textbox', { name: 'Nonce' });
    expect(await nonce.inputValue()).toBe('');
    await page.getByText(/^Nonce is missing\./).waitFor();
    await nonce.click();
    await page.keyboard.type('7');
    await page.getByText(/Preview expires/).waitFor();
    await page.getByText('contact “Brightline Logistics”, not paid before').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await keepPicture(host, page, 'payment');
    await page.keyboard.press('Enter');

    const surface = await launched.waitForApproval();
    await confirmButton(surface).waitFor();
    const inApproval = await countPresses(surface);
    await readToEnd(surface);
    await confirm(surface);
    expect(inWindow.count + inApproval.count).toBe(MOST);

    const signed = page.getByLabel('Signed transaction as hex');
    await signed.waitFor();
    const read = Transaction.from(`0x${(await signed.textContent()) ?? ''}`);
    expect([read.to, read.value, read.nonce, read.chainId]).toEqual([
      ADDRESS,
      1_250_000_000_000_000_000n,
      7,
      1n,
    ]);
    await keepPicture(host, page, 'payment-signed');

    await page.getByRole('button', { name: 'Send another payment' }).click();
    await page.getByText('Last signed here: 7. The next would be 8').waitFor();
    expect(await page.getByRole('textbox', { name: 'Nonce' }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Use 8' }).click();
    expect(await page.getByRole('textbox', { name: 'Nonce' }).inputValue()).toBe('8');
    expect(launched.problems).toEqual([]);
  });

  it('attack: what is typed wrong is said at its field, and no preview stands for it', async () => {
    const { page } = launched;
    await goTo('Payments');
    await page
      .getByRole('textbox', { name: /^Recipient address/ })
      .and(page.locator(':focus'))
      .waitFor();
    expect(await page.getByText('is missing').count()).toBe(0);
    await page.keyboard.type(ADDRESS);
    await page.getByRole('textbox', { name: /^Amount/ }).fill('1');
    await page.getByRole('textbox', { name: 'Nonce' }).fill('0');
    await page.getByText(/Preview expires/).waitFor();
    // The preview goes with the first letter that is another one.
    await page.getByRole('textbox', { name: /^Amount/ }).fill('1,000');
    await page.getByText('This isn’t a number: digits, and one point for decimals.').first().waitFor();
    expect(await page.getByRole('button', { name: /^Review and approve/ }).count()).toBe(0);
    await page.getByRole('textbox', { name: /^Amount/ }).fill('1');
    await page.getByText(/Preview expires/).waitFor();
    await page.getByRole('textbox', { name: /^Recipient address/ }).fill(ADDRESS.replace('4B7Ea', '4B7ea'));
    await page.getByText('The checksum of this address does not hold').first().waitFor();
    expect(await page.getByRole('button', { name: /^Review and approve/ }).count()).toBe(0);
    expect(launched.problems).toEqual([]);
  });

  it('pay the lines of a file as one batch: what is wrong is told by line, and the columns are remembered', async () => {
    const { page } = launched;
    const folder = await mkdtemp(join(tmpdir(), 'keyops-payments-'));
    const readOf = async (name: string, rows: readonly string[], isNew = true): Promise<void> => {
      const path = join(folder, name);
      await writeFile(path, ['beneficiary,amount,ccy,invoice no', ...rows, ''].join('\n'));
      await page.getByRole('textbox', { name: 'CSV file' }).fill(path);
      await page.getByRole('button', { name: 'Read columns' }).click();
      // A path that was typed is named on the approval surface, once.
      if (isNew) await confirm(await launched.waitForApproval());
    };
    try {
      await goTo('Payments');
      await page.getByRole('radio', { name: 'From a file' }).click();
      await page.getByRole('textbox', { name: 'Nonce' }).fill('412');
      await readOf('wrong.csv', [
        'Brightline Logistics,"2,400.00",USDC,INV-1',
        `${ADDRESS},84.1234567,USDC,INV-2`,
        'Nobody I know,1,ETH,INV-3',
        'Brightline Logistics,1,QQDOLLAR,INV-4',
        // Begins and ends like the contact's.
        '0x4b7ea1f2d3e472be13298a66210e440436c93d5e,12400,USDC,INV-5',
        '0x875636a511dab3de413499a61ca1d7ac1fdd97a6,1850,USDC,INV-6',
      ]);
      // The reference’s column has a name of its own: it is chosen once.
      await page.getByRole('button', { name: /^No references Reference/ }).click();
      await page.getByRole('option', { name: 'invoice no' }).click();
      await page.getByText('4 rows can’t be paid').waitFor();
      const rows = page.getByRole('grid', { name: 'The file' });
      for (const words of ['without separators', '7 decimals; USDC has 6', 'no local list has an asset'])
        await rows.getByText(words).waitFor();
      await rows.getByText('Resembles Brightline Logistics').waitFor();
      await rows.getByText('First payment to this address').waitFor();
      await page.getByRole('region', { name: 'Totals' }).getByText('14,250.00 USDC').waitFor();
      await page.getByRole('button', { name: 'Read file again' }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, 'payments-file-refused');

      await readOf('vendors.csv', [
        'Brightline Logistics,2400.00,USDC,INV-1',
        `${ADDRESS},0.25,ETH,INV-2`,
        'Brightline Logistics,310.5,USDC,INV-3',
      ]);
      const check = page.getByRole('button', { name: 'Review 3 payments' });
      await check.waitFor();
      await page.getByRole('region', { name: 'Totals' }).getByText('412 to 414').waitFor();
      await page.getByRole('button', { name: /^invoice no Reference/ }).waitFor();
      await keepPicture(host, page, 'payments-file');
      await check.click();
      // It is a batch like any other from here on.
      await page.getByText('Sign and send 3 requests: 3 payments of 2,710.50 USDC and 0.25 ETH').waitFor();
      await page.getByRole('button', { name: 'Review 3 requests' }).click();
      const surface = await launched.waitForApproval();
      await surface.getByText('contact “Brightline Logistics”').first().waitFor();
      await confirm(surface);
      await page.getByText('3 of 3 done').waitFor();
      const results = (await readFile(join(folder, 'vendors.csv.results.jsonl'), 'utf8')).trim().split('\n');
      const signed = results.map((line) => {
        const { id, result } = JSON.parse(line) as { id: string; result: { signedTransaction: string } };
        return { id, ...Transaction.from(`0x${result.signedTransaction.replace(/^0x/, '')}`).toJSON() } as {
          id: string;
          nonce: number;
        };
      });
      expect(signed.map(({ id, nonce }) => [id, nonce]).sort()).toEqual([
        ['INV-1', 412],
        ['INV-2', 413],
        ['INV-3', 414],
      ]);
      expect(launched.problems).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('leave out wrong rows of a file by one press that says how many, and the approval says so', async () => {
    const { page } = launched;
    const folder = await mkdtemp(join(tmpdir(), 'keyops-payments-'));
    try {
      await goTo('Payments');
      await page.getByRole('radio', { name: 'From a file' }).click();
      await page.getByRole('textbox', { name: 'Nonce' }).fill('412');
      const rows = ['Brightline Logistics,2400.00,USDC,INV-1', 'Nobody I know,1,ETH,INV-2'];
      const path = join(folder, 'wrong.csv');
      await writeFile(
        path,
        ['to,amount,asset,reference', ...rows, `${ADDRESS},"1,5",ETH,INV-3`, ''].join('\n'),
      );
      await page.getByRole('textbox', { name: 'CSV file' }).fill(path);
      await page.getByRole('button', { name: 'Read columns' }).click();
      await confirm(await launched.waitForApproval());
      await keepPicture(host, page, 'payments-file-wrong');
      await page.getByRole('button', { name: 'Leave out 2 wrong rows' }).click();
      await page.getByText('2 wrong rows left out').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, 'payments-file-left-out');
      await page.getByRole('button', { name: 'Review 1 payment' }).click();
      await page.getByText('Left out: 2 rows of the file').waitFor();
      await page.getByRole('button', { name: 'Review 1 request' }).click();
      const surface = await launched.waitForApproval();
      await surface.getByText('Left out: 2 rows of the file').first().waitFor();
      await surface.getByText('Lines 3 and 4: wrong, and no part of this batch.').first().waitFor();
      await keepPicture(host, surface, 'payments-left-out-approval');
      await readToEnd(surface);
      await confirm(surface);
      await page.getByText('1 of 1 done').waitFor();
      expect(launched.problems).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it(`pay the lines of a file on Solana in ${MOST} clicks and keys, with a blockhash that comes last`, async () => {
    const { page } = launched;
    const folder = await mkdtemp(join(tmpdir(), 'keyops-payments-'));
    const [ada, bob] = [
      '3pMtAw9a5ukU6Eyk5UjRkZsbRfRwREFkeFwXRc1zhny4',
      '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu',
    ];
    try {
      await createPrivateKey({ ...launched, onScene: () => Promise.resolve() }, 'Solana ops', {
        curve: 'Ed25519',
      });
      await goTo('Payments');
      await page.getByRole('radio', { name: 'From a file' }).click();
      await page.getByRole('button', { name: /Chain$/ }).click();
      await page.getByRole('option', { name: 'Solana' }).click();
      await page.getByText('It lapses after about 150 blocks').waitFor();
      expect(await page.getByText('is missing').count()).toBe(0);
      const path = join(folder, 'payroll.csv');
      const rows = [
        `${ada},0.25,SOL,INV-1`,
        `${bob},12.5,USDC,INV-2`,
        `${ada},0.25,SOL,INV-3`,
        `${bob},7,USDC,INV-4`,
      ];
      await writeFile(path, ['to,amount,asset,reference', ...rows, ''].join('\n'));
      await page.getByRole('textbox', { name: 'CSV file' }).fill(path);
      const inWindow = await countPresses(page);
      await page.getByRole('button', { name: 'Read columns' }).click();
      const named = await launched.waitForApproval();
      await confirmButton(named).waitFor();
      const inPath = await countPresses(named);
      await confirm(named);
      // Everything is looked through before the blockhash is there.
      const totals = page.getByRole('region', { name: 'Totals' });
      await totals.getByText('0.5 SOL').waitFor();
      await totals.getByText('19.50 USDC').waitFor();
      await totals.getByText('1 repeated payment').waitFor();
      await page.getByText('Same recipient and amount as line 2').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await keepPicture(host, page, 'payments-file-solana');
      await page.getByRole('textbox', { name: 'Recent blockhash' }).fill(bob);
      await page.getByRole('button', { name: 'Review 4 payments' }).click();
      await page.getByText('4 payments of 0.5 SOL and 19.50 USDC to 2 addresses').waitFor();
      await page.getByRole('button', { name: 'Review 4 requests' }).click();
      const surface = await launched.waitForApproval();
      await confirmButton(surface).waitFor();
      const inApproval = await countPresses(surface);
      await surface.getByText(ada.slice(0, 6)).first().waitFor();
      await readToEnd(surface);
      await keepPicture(host, surface, 'payments-solana-approval');
      await confirm(surface);
      await page.getByText('4 of 4 done').waitFor();
      expect(inWindow.count + inPath.count + inApproval.count).toBeLessThanOrEqual(MOST);
      const results = (await readFile(`${path}.results.jsonl`, 'utf8')).trim().split('\n');
      const signed = results.map((line) => {
        const { id, result } = JSON.parse(line) as { id: string; result: { signedTransaction: string } };
        const hex = result.signedTransaction.replace(/^0x/, '');
        return { id, transaction: SolanaTransaction.from(Buffer.from(hex, 'hex')) };
      });
      expect(signed.map(({ id }) => id).sort()).toEqual(['INV-1', 'INV-2', 'INV-3', 'INV-4']);
      // Each is signed, and none is another’s twin: the network would take one of both.
      expect(signed.every(({ transaction }) => transaction.verifySignatures())).toBe(true);
      expect(new Set(signed.map(({ transaction }) => transaction.signature?.toString('hex'))).size).toBe(4);
      expect(launched.problems).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
