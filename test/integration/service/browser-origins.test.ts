// What a real browser lets pages do with a service that was started with --allow-origin.
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { THIS_MACHINE } from '#service/http/network.ts';
import { LocalService, stampHeader } from '../../fixtures/local-service.ts';
import { passkeyBrowserPath } from '../../fixtures/passkey-browser.ts';

describe.skipIf(passkeyBrowserPath === undefined)('pages in a browser (skipped without one)', () => {
  let pages: Server;
  let browser: Browser;
  let service: LocalService;
  let port: number;
  let body: string;
  beforeAll(async () => {
    pages = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>A page</title>');
    });
    pages.listen(0, '127.0.0.1');
    await once(pages, 'listening');
    ({ port } = pages.address() as AddressInfo);
    service = await LocalService.start();
    service.network = { network: { ...THIS_MACHINE, allowedOrigins: [`http://127.0.0.1:${port}`] } };
    await service.restart();
    body = JSON.stringify({ organizationId: service.ready.organizationId });
    const executablePath = passkeyBrowserPath ?? '';
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    pages.close();
  });

  /** What a page's script gets for a stamped request: the status and the text, or that the browser kept the answer. */
  const ask = async (page: Page, headers: Record<string, string>): Promise<string> =>
    page.evaluate(
      async ({ url, init }) => {
        try {
          const response = await fetch(url, init);
          return `${response.status} ${(await response.text()).slice(0, 200)}`;
        } catch {
          return 'kept from the page';
        }
      },
      { url: `${service.ready.url}/public/v1/query/whoami`, init: { method: 'POST', headers, body } },
    );
  const opened = async (url: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(url);
    return page;
  };

  test('the allowed page sends stamped requests, and reads answers and refusals', async () => {
    const page = await opened(`http://127.0.0.1:${port}/`);
    const stamped = { 'content-type': 'application/json', ...stampHeader(body, service.root) };
    expect(await ask(page, stamped)).toMatch(/^200 .*Root user/);
    expect(await ask(page, { ...stamped, 'x-client-version': 'a@1' })).toMatch(/^200 /);
    expect(await ask(page, {})).toMatch(/^401 .*without a stamp/);
    expect(await ask(page, { ...stamped, 'x-other': 'a header that nobody allowed' })).toBe(
      'kept from the page',
    );
  });

  test('attack: a page of another origin has a stamp, and neither sends it nor reads an answer', async () => {
    const stamped = stampHeader(body, service.root);
    for (const url of [`http://localhost:${port}/`, 'data:text/html,<title>A null origin</title>']) {
      const page = await opened(url);
      expect(await ask(page, stamped)).toBe('kept from the page');
      // A form's kind of request is sent without asking; it is refused all the same.
      expect(await ask(page, { 'content-type': 'text/plain' })).toBe('kept from the page');
    }
  });
});
