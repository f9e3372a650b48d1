// One screen takes whatever is pasted: JSON of a wallet, a message, a secret by mistake; and the result leaves by QR code too.
import { Transaction, verifyMessage } from 'ethers';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { signRawPayload } from '#protocol/catalogue/signing.ts';
import { axeFaults } from '../renderer/axe.ts';
import { readCode } from '../renderer/read-code.ts';
import { approve, createCredential, createPrivateKey, signBytes } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchConsole } from './launch.ts';

const MESSAGE = 'Acme Treasury holds this address.\nNovember 2026: \u20ac 1,250';
/** BIP-173’s own vector. */
const RECIPIENT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

describeIn('electron', 'what is pasted on the Sign screen', (host) => {
  it('is told apart, signed by the way that is its own, and leaves as QR code', async () => {
    const launched = await launchConsole({ host });
    const { page } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    const field = page.getByRole('textbox', { name: /^(?:Unsigned transaction|Message)/ });
    const resultOf = async (card: Locator): Promise<unknown> => {
      const shown = card.getByRole('region', { name: 'Result', exact: true });
      await shown.getByRole('radio', { name: 'JSON' }).click();
      return JSON.parse((await shown.locator('pre').textContent()) ?? '');
    };
    try {
      await createCredential(stage, 'ops-laptop');
      await createPrivateKey(stage, 'Treasury hot');
      await page
        .getByRole('button', { name: /^Sign( |$)/ })
        .first()
        .click();

      const json = {
        ...{ chainId: 1, nonce: 7, gas: '0x5208', to: `0x${'5e'.repeat(20)}`, value: '1000000000000000000' },
        ...{ maxFeePerGas: '30000000000', maxPriorityFeePerGas: '1500000000' },
      };
      const signed = await signBytes(stage, JSON.stringify(json, null, 2));
      const read = Transaction.from(`0x${signed}`);
      expect(read).toMatchObject({ nonce: 7, value: 10n ** 18n, chainId: 1n });
      const address = read.from;
      await page.getByRole('button', { name: 'QR code', exact: true }).first().click();
      expect(await readCode(page)).toBe(signed);
      await keepPicture(host, page, 'sign-code');

      await page.getByRole('button', { name: 'Sign another transaction' }).click();
      await field.fill(MESSAGE);
      await page.getByRole('heading', { name: 'This is a message, not a transaction' }).waitFor();
      await keepPicture(host, page, 'sign-message');
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Sign as Ethereum wallets do\u2026' }).click();
      const dialog = page.getByRole('dialog', { name: signRawPayload.summary });
      await dialog.getByRole('button', { name: /^Preview/ }).click();
      await dialog.getByText('Acme Treasury holds this address.').first().waitFor();
      await dialog.getByRole('button', { name: /^Review and approve/ }).click();
      await approve(stage, '');
      await dialog.getByText('Signed by the key').waitFor();
      const { r, s, v } = signRawPayload.output.parse(await resultOf(dialog));
      expect(verifyMessage(MESSAGE, `0x${r}${s}${v === '00' ? '1b' : '1c'}`)).toBe(address);
      await page.keyboard.press('Escape');

      await field.fill(PHRASE);
      await page.getByText('This is a recovery phrase. It was removed from the field.').waitFor();
      expect(await field.inputValue()).toBe('');
      expect(await page.content()).not.toContain('sausage');

      // An address is for paying to; its first letters are no transaction that went wrong.
      await field.fill(RECIPIENT);
      await page.getByRole('heading', { name: 'This is an address, not a transaction' }).waitFor();
      await page.getByText('An address on Bitcoin that isn’t one of your contacts:').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Add as a contact…' }).click();
      expect(await page.getByRole('textbox', { name: 'Address 1' }).inputValue()).toBe(RECIPIENT);
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^Sign( |$)/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Send a payment…' }).click();
      const recipient = page.getByRole('textbox', { name: 'Recipient address' });
      await expect.poll(() => recipient.inputValue()).toBe(RECIPIENT);
      await page
        .locator('main')
        .getByRole('button', { name: /Bitcoin/ })
        .first()
        .waitFor();
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });
});
