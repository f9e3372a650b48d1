// A vote whose credential is on a computer without a network: asked for beside the activity, approved there, counted here.
import { expect, it } from 'vitest';
import type { ActivityDetail } from '#preload/contract/activities.ts';
import { activityOf, addMember, setQuorum } from '../fixtures/team.ts';
import { approve } from '../tour/steps.ts';
import { callBridge } from './bridge-calls.ts';
import { describeHosts } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { launchPair } from './offline-pair.ts';

describeHosts(['electron'], 'a vote by file', (host) => {
  it.each([
    { way: 'Approve', status: 'ACTIVITY_STATUS_COMPLETED' },
    { way: 'Reject', status: 'ACTIVITY_STATUS_REJECTED' },
  ])('counts at the service: $way', async ({ way, status }) => {
    const pair = await launchPair(host);
    const { service, online, offline } = pair;
    try {
      // Another member asks, the vault's credential has the vote, and who carries the file has none.
      const publicKey = await pair.enroll(offline, 'vault-key', service.ready.rootUserId);
      const asking = await addMember(service, 'Treasurer');
      await pair.enroll(online, 'carrier', (await addMember(service, 'Carrier')).userId);
      await setQuorum(service, 2, [service.ready.rootUserId, asking.userId]);
      await callBridge(online.page, 'app.recheck');
      await pair.confirmClock();
      const asked = await service.submit(
        'create_policy',
        {
          ...{ policyName: 'Couriers', effect: 'EFFECT_ALLOW', condition: 'true' },
          ...{ consensus: 'approvers.count() >= 1', notes: '' },
        },
        asking.signer,
      );
      const { id } = activityOf(asked);

      const { page } = online;
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^Activities/ })
        .click();
      await page
        .getByRole('option', { name: /Couriers|Create a policy/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Vote by file…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Vote by file' });
      await dialog.getByRole('textbox', { name: /^Public key of the credential/ }).fill(publicKey);
      if (way !== 'Approve') {
        await dialog.getByRole('button', { name: /Vote$/ }).click();
        await page.getByRole('option', { name: way }).click();
      }
      if (way === 'Reject') await keepPicture(host, page, 'offline-vote');
      await dialog.getByRole('button', { name: 'Make request file' }).click();
      await page.getByText('Its credential is on another computer').waitFor();
      await page.getByRole('button', { name: 'Save as file…' }).click();
      await page.getByText(/^Saved to/).waitFor();

      await pair.open(offline, await pair.newest('request'));
      // By key: the preview arrives when it is decoded, and moves the button.
      await offline.page.getByRole('button', { name: /^Review and approve/ }).press('Enter');
      await approve(pair.stageOf(offline), '');
      await offline.page.getByText('Approved on this computer').waitFor();
      await offline.page.getByRole('button', { name: 'Save as file…' }).click();
      await offline.page.getByText(/^Saved to/).waitFor();

      await pair.open(online, await pair.newest('stamp'));
      service.now = Date.now();
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.getByText('The service answered').waitFor();
      const detail = await callBridge(page, 'activities.get', { id });
      if (!detail.ok) throw new Error(detail.message);
      expect((detail.value as ActivityDetail).activity.status).toBe(status);
      expect([...offline.problems, ...online.problems]).toEqual([]);
    } finally {
      await pair.close();
    }
  });
});
