import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { Envelope } from '#preload/contract/call.ts';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';

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
export async function enroll(page: Page): Promise<void> {
  await must(page, 'credentials.create', { label: 'Test', curve: 'API_KEY_CURVE_P256' });
  await vi.waitFor(
    async () => {
      const { health } = await must<AppSnapshot>(page, 'app.bootstrap');
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

/** Asks for the review of a preview after a press, as the console does; settles with how it ended. */
export async function review(page: Page, previewId: string): Promise<Outcome> {
  await pressSomething(page);
  return must(page, 'requests.review', { previewId });
}

/** Presses a key that does nothing: a review needs a press, and these tests call the bridge in place of a button. */
export const pressSomething = (page: Page): Promise<void> => page.keyboard.press('Shift');

/** Prepares a transaction that lets somebody spend every USDC of the newest key: chain 1, nonce 12, EIP-1559. */
export async function prepareApproval(page: Page): Promise<Preview> {
  const [key] = await must<PrivateKey[]>(page, 'keys.list');
  return must(page, 'requests.prepare', {
    operation: 'sign_transaction',
    parameters: {
      signWith: key?.privateKeyId ?? '',
      unsignedTransaction: UNLIMITED,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    },
  });
}

/** `approve(0x5E2f…8B7a6, 2^256 - 1)` on USDC; the fields around it are those of the tour's transfer. */
const UNLIMITED =
  '02f86e010c8459682f008506fc23ac00830186a094a0b86991c6218b36c1d19d4a2e9eb0ce3606eb4880b844095ea7b3' +
  `0000000000000000000000005e2f9b0c41d7b9a9c2f4d3e1b8a6f7c0d9e8b7a6${'f'.repeat(64)}c0`;
