// Several stamps leave as one series of codes, and are read off the screen as the files that they are.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { OfflineState } from '#preload/contract/offline.ts';
import { toHex } from '#protocol/encoding.ts';
import { createFrameReader } from '#protocol/offline/frames.ts';
import { addProfile } from '../fixtures/add-profile.ts';
import { LocalService } from '../fixtures/local-service.ts';
import { axeFaults } from '../renderer/axe.ts';
import { readCode } from '../renderer/read-code.ts';
import { approve } from '../tour/steps.ts';
import { callBridge } from './bridge-calls.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchConsole } from './launch.ts';

const COUNT = 3;

describeIn('electron', 'several stamps', (host) => {
  it('leave as one series of codes after one approval', async () => {
    const service = await LocalService.start();
    const dataFolder = await mkdtemp(join(tmpdir(), 'keyops-offline-series-'));
    await addProfile(dataFolder, service.ready);
    const keychainService = `KeyOps test ${randomUUID()}`;
    const launched = await launchConsole({ host, dataFolder, isOffline: true, keychainService });
    const { page } = launched;
    const stage = { ...launched, onScene: () => Promise.resolve() };
    const valueOf = async <T>(name: string, input?: unknown): Promise<T> => {
      const answer = await callBridge(page, name, input);
      if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
      return answer.value as T;
    };
    try {
      await valueOf('credentials.create', { label: 'vault-key', curve: 'API_KEY_CURVE_P256' });
      await page.getByRole('button', { name: 'Clock not confirmed' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm the clock' }).click();
      await approve(stage, '');
      await page.keyboard.press('Escape');
      // It counts once its line is in the journal, which is after the surface has gone.
      await page.getByText('Clock confirmed by you').first().waitFor();
      for (let index = 1; index <= COUNT; index += 1)
        await valueOf('offline.prepare', {
          ...{ operation: 'create_policy', publicKey: null, curve: null },
          parameters: {
            ...{ policyName: `Series ${index}`, effect: 'EFFECT_ALLOW', condition: 'true' },
            ...{ consensus: 'approvers.count() >= 1', notes: '' },
          },
        });
      await page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('button', { name: /^Offline/ })
        .click();
      await page.getByRole('button', { name: `Approve ${COUNT} together` }).click();
      await approve(stage, '');
      await page.getByRole('button', { name: `Show ${COUNT} as QR codes` }).click();
      const card = page.getByRole('region', { name: `${COUNT} stamps for the online computer` });
      await card.getByRole('button', { name: 'Pause' }).click();
      // A slow machine has seen some go by.
      const previous = card.getByRole('button', { name: 'Previous code' });
      while (await previous.isEnabled()) await previous.click();
      await keepPicture(host, page, 'offline-series');
      expect(await axeFaults(page)).toEqual([]);

      const reader = createFrameReader();
      while (!reader.isComplete) {
        reader.take(await readCode(page));
        await page.getByRole('button', { name: 'Next code' }).click();
      }
      const { items } = await valueOf<OfflineState>('offline.state');
      const stamps = await Promise.all(
        items.map(({ id }) => valueOf<{ hex: string }>('offline.bytes', { id, kind: 'stamp' })),
      );
      expect((await reader.files()).map((file) => toHex(file)).sort()).toEqual(
        stamps.map(({ hex }) => hex).sort(),
      );

      // One that is closed meanwhile leaves the series; two are still one.
      const [first] = items;
      await valueOf('offline.discard', { id: first?.id });
      await page.getByRole('region', { name: `${COUNT - 1} stamps for the online computer` }).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: `Show ${COUNT - 1} as QR codes` }).waitFor();
      expect(launched.problems).toEqual([]);
    } finally {
      await launched.close();
      await service.stop();
      await rm(dataFolder, { recursive: true, force: true });
    }
  });
});
