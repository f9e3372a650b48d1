import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { Envelope } from '../../src/preload/call.ts';
import type { Bootstrap, Outcome, Preview } from '../../src/preload/contract.ts';

interface BridgedWindow {
  keyops: Record<string, Record<string, (input?: unknown) => Promise<Envelope>>>;
}

/** Makes a call on a page's bridge, as the page's own scripts would. */
export const callBridge = (page: Page, path: string, input?: unknown): Promise<Envelope> =>
  page.evaluate(
    ([area, name, given]) => {
      const call = (window as unknown as BridgedWindow).keyops[area as string]?.[name as string];
      if (call === undefined) throw new Error('There is no such call.');
      return call(given);
    },
    [...path.split('.'), input],
  );

/** As `callBridge`, for calls that must succeed; gives the value. */
async function must<T>(page: Page, path: string, input?: unknown): Promise<T> {
  const answer = await callBridge(page, path, input);
  if (!answer.ok) throw new Error(`${path}: ${answer.code}: ${answer.message}`);
  return answer.value as T;
}

/** Makes a credential and waits until the local service is there. */
export async function enrol(page: Page): Promise<void> {
  await must(page, 'credentials.create', { label: 'Test', curve: 'API_KEY_CURVE_P256' });
  await vi.waitFor(
    async () => {
      const { health } = await must<Bootstrap>(page, 'app.bootstrap');
      if (health.service.state !== 'ready') throw new Error(`The service is ${health.service.state}.`);
    },
    { timeout: 30_000, interval: 100 },
  );
}

/** Prepares the creation of a key. */
export const prepareKey = (page: Page, name: string): Promise<Preview> =>
  must(page, 'requests.prepare', {
    operation: 'create_private_keys',
    parameters: {
      privateKeys: [
        {
          privateKeyName: name,
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    },
  });

/** Asks for the review of a preview; settles with how it ended. */
export const review = (page: Page, previewId: string): Promise<Outcome> =>
  must(page, 'requests.review', { previewId });
