import { PublicKey, SystemProgram, Transaction as SolanaTransaction } from '@solana/web3.js';
import { Transaction } from 'ethers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createCredential, createPrivateKey, signBytes, signTransaction, UNSIGNED } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { launchConsole } from './launch.ts';

/** Opens the signing screen with a key, and gives the Solana address that the list of keys shows of it. */
async function signWith(page: Page, name: string): Promise<string> {
  const address = page.getByRole('row', { name }).getByText(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/);
  const text = (await address.first().textContent()) ?? '';
  await page.getByRole('button', { name: `Sign with ${name}` }).click();
  return text;
}

/** Send 1.5 SOL, as a legacy transaction with an empty signature. */
function unsignedTransfer(from: string): { unsigned: string; to: string } {
  const [fromPubkey, toPubkey] = [new PublicKey(from), new PublicKey(new Uint8Array(32).fill(5))];
  const transaction = new SolanaTransaction();
  transaction.feePayer = fromPubkey;
  transaction.recentBlockhash = new PublicKey(new Uint8Array(32).fill(6)).toBase58();
  transaction.add(SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 1_500_000_000 }));
  const unsigned = transaction.serialize({ requireAllSignatures: false, verifySignatures: false });
  return { unsigned: unsigned.toString('hex'), to: toPubkey.toBase58() };
}

describeHosts(['electron', 'chromium'], 'the first signatures', (host) => {
  it('goes from a new machine to transactions that ethers and web3.js read as what was asked for', async () => {
    const launched = await launchConsole({ host });
    try {
      const stage = { ...launched, onScene: () => Promise.resolve() };
      await createCredential(stage, 'ops-laptop');
      await createPrivateKey(stage, 'Treasury hot');
      const signed = await signTransaction(stage);
      const read = Transaction.from(`0x${signed.transaction}`);
      expect(read.unsignedSerialized).toBe(`0x${UNSIGNED}`);
      expect(read.hash).toBe(signed.hash);
      expect(read.from).toBe(signed.address);

      await createPrivateKey(stage, 'Solana ops', 'Ed25519');
      const address = await signWith(launched.page, 'Solana ops');
      const { unsigned, to } = unsignedTransfer(address);
      const solana = Buffer.from(await signBytes(stage, unsigned), 'hex');
      expect(await launched.page.getByText('Signed by the key').count()).toBe(1);
      const sent = SolanaTransaction.from(solana);
      expect(sent.verifySignatures()).toBe(true);
      expect(sent.serializeMessage().toString('hex')).toBe(unsigned.slice(2 + 128));
      expect(sent.instructions[0]?.keys.map(({ pubkey }) => pubkey.toBase58())).toEqual([address, to]);
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });
});
