import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import reactPlugin from '@vitejs/plugin-react';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { type InlineConfig, build } from 'vite';
import { findBrowser } from '#main/chromium/launch-browser.ts';
import { PAGE_HEADERS } from '#main/pages/page-files.ts';
import type { ApprovalView } from '#preload/approval-contract.ts';
import { summariesJson } from '#protocol/catalogue/catalogue.ts';
import { which } from '#scripts/system.mjs';
import type { FakeConsole } from './fake-console.ts';

const ORIGIN = 'https://console.test';
const root = resolve(import.meta.dirname, '../../src/renderer');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/**
 * The browser for tests of the window; undefined without one. Debian's headless shell has the same engine, and starts no
 * pages of its own.
 */
export const browserPath = which(['chromium-headless-shell']) ?? findBrowser(process.env);

/** An open window over a fake console: its page, and what its policy refused. */
export interface OpenWindow {
  readonly page: Page;
  readonly faults: readonly string[];
}

type React = 'production' | 'development';

/** The folder of each build, and the browser: made once in a worker, and shared by all of its files. */
const builds = new Map<React, Promise<string>>();
let browser: Promise<Browser> | undefined;

/** The window's page as it is built, in a real browser, under the real policy. */
export class WindowBench {
  readonly #folder: string;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];

  private constructor(folder: string, shared: Browser) {
    this.#folder = folder;
    this.#browser = shared;
  }

  /**
   * Builds the window as it ships, unless this worker has done it.
   * @param react `development` has the libraries say what they find wrong, as faults of the page
   */
  static async start(react: React = 'production'): Promise<WindowBench> {
    if (browserPath === undefined) throw new Error('No browser on this machine.');
    const folder = builds.get(react) ?? buildWindow(react);
    builds.set(react, folder);
    browser ??= chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
    return new WindowBench(await folder, await browser);
  }

  /** Closes the windows that it opened. The browser ends with the worker. */
  async stop(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }

  /** Opens a window over `fake`; calls and news cross as they do in the Chromium host. @param fragment of its address */
  async open(fake: FakeConsole, viewport = { width: 1280, height: 800 }, fragment = ''): Promise<OpenWindow> {
    const { page, faults } = await this.#newPage(viewport);
    await page.exposeBinding('fakeCall', (_source, name: string, input: unknown) => fake.call(name, input));
    for (const name of newsOf(fake.shape()))
      fake.subscribe(name, (payload) => {
        void page
          .evaluate((news) => (globalThis as unknown as Exposed).fakeNews(...news), [name, payload] as const)
          .catch(() => undefined);
      });
    await page.addInitScript(installBridge, fake.shape());
    await page.goto(`${ORIGIN}/index.html${fragment}`);
    // Until the state is known nothing can be pressed; a test that withholds it has a bootstrap of its own.
    if (!fake.overrides.has('app.bootstrap'))
      await page.getByRole('button').first().waitFor({ state: 'attached' });
    return { page, faults };
  }

  /** Opens the approval surface with nothing to show; gives how to show it a view. Decisions go nowhere. */
  async openApproval(): Promise<OpenWindow & { readonly show: (view: ApprovalView) => Promise<void> }> {
    const opened = await this.#newPage({ width: 800, height: 800 });
    const { page } = opened;
    await page.addInitScript(installApproval);
    await page.goto(`${ORIGIN}/approval.html`);
    const show = (view: ApprovalView): Promise<void> =>
      page.evaluate((next) => (globalThis as unknown as Exposed).showApproval(next), view);
    return { ...opened, show };
  }

  async #newPage(viewport: { width: number; height: number }): Promise<OpenWindow> {
    const context = await this.#browser.newContext({ viewport, reducedMotion: 'reduce' });
    this.#contexts.push(context);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      // Said of every page with a sandbox that keeps its scripts and its origin; these pages are in no frame.
      if (message.text().startsWith('An iframe which has both allow-scripts')) return;
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const body = await readFile(join(this.#folder, pathname)).catch(() => undefined);
      if (body === undefined) return route.fulfill({ status: 404 });
      const headers = {
        ...PAGE_HEADERS,
        'Content-Type': TYPES[extname(pathname)] ?? 'application/octet-stream',
      };
      return route.fulfill({ status: 200, headers, body });
    });
    return { page, faults };
  }
}

/** The names of the contract's news, as `area.name`. */
const newsOf = (shape: ReturnType<FakeConsole['shape']>): string[] =>
  Object.entries(shape).flatMap(([area, members]) =>
    Object.entries(members).flatMap(([name, kind]) => (kind === 'call' ? [] : [`${area}.${name}`])),
  );

/**
 * How a page is built as it ships.
 * @param input its HTML files, where it has others than index.html
 */
export const pageBuild = (from: string, outDir: string, input?: Record<string, string>): InlineConfig => ({
  root: from,
  configFile: false,
  logLevel: 'error',
  plugins: [reactPlugin()],
  define: { __OPERATION_SUMMARIES__: summariesJson() },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'chrome130',
    modulePreload: false,
    assetsInlineLimit: 0,
    ...(input === undefined ? {} : { rolldownOptions: { input } }),
  },
});

/** Builds the window into a new folder, which is removed when the worker exits; gives the folder. */
async function buildWindow(react: React): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keyops-renderer-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const input = { index: join(root, 'index.html'), approval: join(root, 'approval.html') };
  await buildFor(react, pageBuild(root, folder, input));
  return folder;
}

/** Builds with the libraries of an environment: which ones are taken stands in a variable of the process, which tests have as `test`. */
async function buildFor(environment: string, config: InlineConfig): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = environment;
  try {
    await build(config);
  } finally {
    process.env['NODE_ENV'] = before;
  }
}

interface Exposed {
  fakeCall: (name: string, input: unknown) => Promise<unknown>;
  fakeNews: (name: string, payload: unknown) => void;
  showApproval: (view: ApprovalView) => void;
  keyops: unknown;
}

// Runs in the page: the part of the approval surface's own preload.
function installApproval(): void {
  const exposed = globalThis as unknown as Exposed;
  const done = { ok: true, value: null };
  exposed.keyops = {
    approval: {
      current: () => Promise.resolve(done),
      shown: (listener: (view: ApprovalView) => void) => {
        exposed.showApproval = listener;
        return () => undefined;
      },
      page: () => Promise.resolve(done),
      behind: () => Promise.resolve(done),
      moved: () => () => undefined,
      passkeyCode: () => () => undefined,
      decide: () => Promise.resolve(done),
    },
  };
}

// Runs in the page: the preload's part.
function installBridge(shape: Record<string, Record<string, string>>): void {
  const exposed = globalThis as unknown as Exposed;
  const listeners: { name: string; listener: (payload: unknown) => void }[] = [];
  exposed.fakeNews = (name, payload) => {
    for (const each of listeners) if (each.name === name) each.listener(payload);
  };
  exposed.keyops = Object.fromEntries(
    Object.entries(shape).map(([area, members]) => [
      area,
      Object.fromEntries(
        Object.entries(members).map(([name, kind]) => [
          name,
          kind === 'call'
            ? (input: unknown) => exposed.fakeCall(`${area}.${name}`, input)
            : (listener: (payload: unknown) => void) => {
                const entry = { name: `${area}.${name}`, listener };
                listeners.push(entry);
                return () => void listeners.splice(listeners.indexOf(entry), 1);
              },
        ]),
      ),
    ]),
  );
}
