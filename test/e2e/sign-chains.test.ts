import { Transaction } from 'ethers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createWallet } from '#protocol/catalogue/wallets.ts';
import { ethereumAccount } from '../fixtures/wallet-accounts.ts';
import {
  type Stage,
  UNSIGNED,
  createCredential,
  createPrivateKey,
  signBytes,
  signTransaction,
} from '../tour/steps.ts';
import { CHAIN_SAMPLES } from './chain-samples.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';
import { signPermit } from './sign-permit.ts';
import { runOperation } from './run-operation.ts';

/** Opens the signing screen with a key, and gives the text that its row has of that form. */
async function signWith(page: Page, name: string, form: RegExp): Promise<string> {
  await page.getByRole('button', { name: /^Private keys/ }).click();
  const shown = page.getByRole('row', { name }).getByText(form).first();
  const text = (await shown.textContent()) ?? '';
  await page.getByRole('button', { name: `Sign with ${name}` }).click();
  return text;
}

/** Makes a wallet with one Ethereum account, opens it, and gives the account's address. */
async function walletAccount(launched: Launched): Promise<string> {
  const { page } = launched;
  await goTo(page, 'Operations');
  await runOperation(launched, createWallet, {
    walletName: 'Operations',
    accounts: [ethereumAccount(0)],
    mnemonicLength: 12,
  });
  await goTo(page, 'Wallets and secrets');
  const shown = page.getByText(/^0x[0-9a-fA-F]{40}$/).first();
  return (await shown.textContent()) ?? '';
}

const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click();

/** What the scenes up to the first signature are called in the guide. */
const PICTURES: Readonly<Record<string, string>> = {
  '2-credential': 'start-credential',
  '5-sign': 'sign-preview',
  '6-approve': 'sign-approval',
  '7-signed': 'sign-signed',
};

describeIn('chromium', 'the first signatures', (host) => {
  it('goes from a new machine to transactions that each chain’s own library reads as what was asked for', async () => {
    const launched = await launchConsole({ host });
    try {
      const stage = { ...launched, onScene: () => Promise.resolve() };
      const pictured: Stage = {
        ...stage,
        onScene: (scene, shown) => keepPicture(host, shown, PICTURES[scene] ?? scene),
      };
      const { page } = launched;
      await createCredential(pictured, 'ops-laptop');
      await createPrivateKey(stage, 'Treasury hot', { switched: ['Tron'] });
      const signed = await signTransaction(pictured);
      const read = Transaction.from(`0x${signed.transaction}`);
      expect(read.unsignedSerialized).toBe(`0x${UNSIGNED}`);
      expect(read.hash).toBe(signed.hash);
      expect(read.from).toBe(signed.address);

      await createPrivateKey(stage, 'Solana ops', { curve: 'Ed25519' });
      await createPrivateKey(stage, 'Bitcoin ops', { switched: ['Ethereum', 'Bitcoin P2WPKH'] });
      for (const { key, form, make } of CHAIN_SAMPLES) {
        const sample = make(await signWith(page, key, form));
        const result = await signBytes(stage, sample.unsigned);
        expect(await page.getByText('Signed by the key').count()).toBe(1);
        sample.check(result, await page.locator('body').innerText());
      }

      const account = await walletAccount(launched);
      await page.getByRole('button', { name: /^Sign with Operations/ }).click();
      const byAccount = Transaction.from(`0x${await signBytes(stage, UNSIGNED)}`);
      expect(byAccount.unsignedSerialized).toBe(`0x${UNSIGNED}`);
      expect(byAccount.from).toBe(account);
      await signPermit(pictured, signed.address);
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });
});
