import { Transaction } from 'ethers';
import { expect, it } from 'vitest';
import { createCredential, createPrivateKey, signTransaction, UNSIGNED } from '../tour/steps.ts';
import { describeHosts } from './describe-hosts.ts';
import { launchConsole } from './launch.ts';

describeHosts(['electron', 'chromium'], 'the first signature', (host) => {
  it('goes from a new machine to a transaction that ethers reads as what was asked for', async () => {
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
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
    }
  });
});
