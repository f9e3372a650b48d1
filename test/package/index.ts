// The main flow in a packaged program, bundled and started by scripts/package.mjs: PACKAGED_PROGRAM is a build for tests,
// which takes a debugging port. Prints one JSON line. FLOW_DATA is a data folder that stays, for what is proven next.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type Page, chromium } from 'playwright-core';
import { createCredential, createPrivateKey, goWithoutUnlockMethod, signTransaction } from '../tour/steps.ts';

const PORT_MS = 60_000;
const PAGE_MS = 60_000;

const program = process.env['PACKAGED_PROGRAM'] ?? '';
const asRoot = process.getuid?.() === 0;
const kept = process.env['FLOW_DATA'];
const dataFolder = kept ?? mkdtempSync(join(tmpdir(), 'keyops-package-'));
const child = spawn(
  program,
  ['--remote-debugging-port=0', `--user-data-dir=${dataFolder}`, ...(asRoot ? ['--no-sandbox'] : [])],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
const exited = new Promise<number | null>((resolve) => void child.once('exit', resolve));
const address = await debuggingAddress(child);
await pageBegins(address);
const browser = await chromium.connectOverCDP(address);
const page = await pageAt(browser, 'app://console');
await goWithoutUnlockMethod(stage());
await createCredential(stage(), 'ops-laptop');
await createPrivateKey(stage(), 'Treasury hot');
const signed = await signTransaction(stage());
const left = readdirSync(dataFolder).sort();
await page.close({ runBeforeUnload: true }).catch(() => undefined);
const code = await Promise.race([exited, setTimeout(20_000, 'still running' as const)]);
if (code === 'still running') child.kill('SIGKILL');
writeFileSync(process.env['FLOW_RESULT'] ?? '', JSON.stringify({ signed: signed.hash, code, left }));
if (kept === undefined) rmSync(dataFolder, { recursive: true, force: true });
process.exit(0);

function stage(): Parameters<typeof createCredential>[0] {
  return {
    page,
    waitForApproval: () => pageAt(browser, 'approval://surface'),
    onScene: () => Promise.resolve(),
  };
}

/** The address that Chromium says it is listening on. */
async function debuggingAddress({ stderr }: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const late = globalThis.setTimeout(() => reject(new Error(`It opened no port: ${said}`)), PORT_MS);
    stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/u.exec(said)?.[1];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
    void exited.then((ended) => reject(new Error(`It ended with ${String(ended)}: ${said}`)));
  });
}

/**
 * Waits until the window's page has come. A client that connects sooner halts the page's new process until it has looked at
 * it; on a slow machine neither of the two went on, and the console gave the page another process.
 */
async function pageBegins(address: string): Promise<void> {
  const deadline = Date.now() + PAGE_MS;
  for (;;) {
    const response = await fetch(`http://${new URL(address).host}/json/list`);
    const targets = (await response.json()) as readonly { readonly url: string; readonly title: string }[];
    if (targets.some(({ url, title }) => url.startsWith('app://console') && title === 'KeyOps Console'))
      return;
    if (Date.now() > deadline) throw new Error('No page began.');
    await setTimeout(50);
  }
}

/** The page at an address, once it is shown. */
async function pageAt(connected: Browser, address: string): Promise<Page> {
  const deadline = Date.now() + PAGE_MS;
  for (;;) {
    const pages = connected.contexts().flatMap((context) => context.pages());
    const found = pages.find((some) => some.url().startsWith(address));
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`No page is at ${address}.`);
    await setTimeout(50);
  }
}
