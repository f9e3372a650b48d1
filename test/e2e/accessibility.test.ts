// axe over every screen of a console that really runs, and over the approval surface, in both schemes.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFaults } from '../renderer/axe.ts';
import { createCredential, createPrivateKey, signTransaction, visitScreens } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { endMotion } from './end-motion.ts';
import { launchConsole } from './launch.ts';
import { lockByKey } from './lock-by-key.ts';

const SCHEMES = ['light', 'dark'] as const;

describeIn('chromium', 'accessibility', (host) => {
  it('has no violation on any screen or on the approval surface, light and dark', async () => {
    const launched = await launchConsole({ host });
    const faults: string[] = [];
    const looked: string[] = [];
    const onScene = async (name: string, page: Page): Promise<void> => {
      for (const scheme of SCHEMES) {
        // The console's theme is the system's: set in the page, another one would hold until the console's next word.
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await endMotion(page);
        faults.push(...(await axeFaults(page, scheme)).map((fault) => `${name}, ${scheme}: ${fault}`));
      }
      looked.push(name);
    };
    try {
      const stage = { ...launched, onScene };
      await createCredential(stage, 'ops-laptop');
      await createPrivateKey(stage, 'Treasury hot');
      await signTransaction(stage);
      await visitScreens(stage);
      await lockByKey(launched.page);
      await onScene('locked', launched.page);
      expect(faults).toEqual([]);
      // First run, credential, two approvals, keys, sign, signed, four screens, locked.
      expect(looked).toHaveLength(12);
    } finally {
      await launched.close();
    }
  });
});
