// A whole round by QR codes between two windows: what one shows is filmed, and the other reads the film, by its camera where
// that can be put in its place (Electron), as a video where it can't.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addMember } from '../fixtures/team.ts';
import { approve } from '../tour/steps.ts';
import { callBridge } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { filmVideo, takeCodes, writeFilm } from './film-codes.ts';
import { keepPicture } from './guide-pictures.ts';
import type { Launched } from './launch.ts';
import { launchPair } from './offline-pair.ts';

/** More codes than there are parts: fountain codes make up for those that were missed. A film has all, and most are seen. */
const CODES = 40;

describeHosts(['electron', 'chromium'], 'a round by QR codes', (host) => {
  it('goes to the offline window and back without a file', async () => {
    const films = {
      offline: join(tmpdir(), `keyops-film-${randomUUID()}.y4m`),
      online: join(tmpdir(), `keyops-film-${randomUUID()}.y4m`),
    };
    const camera = (name: keyof typeof films): string[] => [
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${films[name]}`,
    ];
    const pair = await launchPair(host, { offline: camera('offline'), online: camera('online') });
    const { service, online, offline } = pair;
    /** Has one window read what the other shows. */
    const carry = async (from: Launched, name: keyof typeof films): Promise<void> => {
      const shown = await takeCodes(from.page, CODES);
      const { page } = pair[name];
      await pair.goToOffline(page);
      const back = page.getByRole('button', { name: 'Back', exact: true });
      if (await back.isVisible()) await back.click();
      if (host === 'electron') {
        await writeFilm(films[name], shown);
        await page.getByRole('button', { name: 'Use camera' }).click();
      } else {
        const video = await filmVideo(page, shown);
        const file = { name: 'codes.webm', mimeType: 'video/webm', buffer: video };
        await page.locator('input[type=file]').setInputFiles(file);
      }
    };
    const limit = { timeout: 180_000 };
    try {
      const publicKey = await pair.enroll(offline, 'vault-key', service.ready.rootUserId);
      await pair.enroll(online, 'carrier', (await addMember(service, 'Carrier')).userId);
      await callBridge(online.page, 'app.recheck');
      await pair.confirmClock();
      service.now = Date.now();
      const made = await callBridge(online.page, 'offline.prepare', {
        operation: 'create_policy',
        parameters: {
          ...{ policyName: 'By codes', effect: 'EFFECT_ALLOW', condition: 'true' },
          ...{ consensus: 'approvers.count() >= 1', notes: 'Carried by light alone.' },
        },
        ...{ publicKey, curve: 'API_KEY_CURVE_P256' },
      });
      if (!made.ok) throw new Error(`${made.code}: ${made.message}`);
      await pair.goToOffline(online.page);
      await online.page.getByRole('button', { name: 'Show', exact: true }).first().click();
      await online.page.locator('svg[data-part]').waitFor();
      await keepPicture(host, online.page, 'offline-codes');

      await carry(online, 'offline');
      const review = offline.page.getByRole('button', { name: /^Review and approve/ });
      await review.waitFor(limit);
      await offline.page.getByText('By codes').first().waitFor();
      await review.click();
      await approve(pair.stageOf(offline), '');
      await offline.page.getByText('Approved on this computer').waitFor();

      await carry(offline, 'online');
      await online.page.getByText('Its stamp is here').waitFor(limit);
      service.now = Date.now();
      await online.page.getByRole('button', { name: 'Send request' }).click();
      await online.page.getByText('The service answered').waitFor();

      await carry(online, 'offline');
      await offline.page.getByText('Done, and recorded in the journal').waitFor(limit);
      const sent = await callBridge(online.page, 'queries.ask', {
        operation: 'list_policies',
        parameters: {},
      });
      expect(JSON.stringify(sent)).toContain('By codes');
      expect([...offline.problems, ...online.problems]).toEqual([]);
    } finally {
      await pair.close();
      for (const film of Object.values(films)) await rm(film, { force: true });
    }
  });
});
