import { Transaction } from 'ethers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createCredential, createPrivateKey, signBytes, signTransaction, UNSIGNED } from '../tour/steps.ts';
import { CHAIN_SAMPLES } from './chain-samples.ts';
import { describeHosts } from './describe-hosts.ts';
import { launchConsole } from './launch.ts';

/** Opens the signing screen with a key, and gives the text that its row has of that form. */
async function signWith(page: Page, name: string, form: RegExp): Promise<string> {
  await page.getByRole('button', { name: /^Private keys/ }).click();
  const shown = page.getByRole('row', { name }).getByText(form).first();
  const text = (await shown.textContent()) ?? '';
  await page.getByRole('button', { name: `Sign with ${name}` }).click();
  return text;
}

describeHosts(['electron', 'chromium'], 'the first signatures', (host) => {
  it('goes from a new machine to transactions that each chain’s own library reads as what was asked for', async () => {
    const launched = await launchConsole({ host });
    try {
      const stage = { ...launched, onScene: () => Promise.resolve() };
      const { page } = launched;
      await createCredential(stage, 'ops-laptop');
      await createPrivateKey(stage, 'Treasury hot', { switched: ['Tron'] });
      const signed = await signTransaction(stage);
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
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });
});
