import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, parse } from 'node:path';
import type { Page } from 'playwright-core';
import type { Theme } from '#preload/contract/themes.ts';
import { consoleError } from '../platform/errors.ts';
import type {
  FileContent,
  Host,
  HostFacts,
  ServiceCommand,
  ServiceOptions,
  ServiceProcess,
  Surface,
} from '../platform/host.ts';
import { PERMISSION_PROBE, readProbe } from '../platform/permission-probe.ts';
import { createPrivateFile } from '../platform/private-files.ts';
import { type ApprovalPage, sendNews } from './approval-page.ts';
import { numberWindow, showNotice } from './desktop-notice.ts';

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Writes a file into the downloads folder, readable by the operator alone, under the name given or, where that is
 * taken, with a number behind it. This host has no save dialog.
 * @param name a file name without folders; the bridge's contract allows no other
 * @returns the path
 */
export async function saveText(
  name: string,
  content: FileContent,
  folder = join(homedir(), 'Downloads'),
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const { name: stem, ext } = parse(name);
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ext}`);
    try {
      await createPrivateFile(path, content);
      return path;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
}

/** A path in the downloads folder that nothing has, made of a name as `saveText` does. */
async function freeName(name: string, folder = join(homedir(), 'Downloads')): Promise<string> {
  await mkdir(folder, { recursive: true });
  const { name: stem, ext } = parse(name);
  let path = join(folder, name);
  for (let number = 2; existsSync(path); number += 1) path = join(folder, `${stem}-${number}${ext}`);
  return path;
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address in the system's browser. The address is an argument of its own: no shell reads it.
 * @throws AppError `BROWSER_MISSING`
 */
function openInBrowser(url: string): Promise<void> {
  const [command, ...first] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, url], { stdio: 'ignore', detached: true });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
    child.once('error', (cause) => reject(consoleError('BROWSER_MISSING.system', { cause })));
  });
}

/** Where the project's own files are, seen from the built program. */
const project = join(import.meta.dirname, '../..');

/** Measures the running program: a browser of this computer has no fuses and no package. */
async function inspectChromium(page: Page): Promise<HostFacts> {
  const version = page.context().browser()?.version();
  return {
    runtimes: [
      ...(version === undefined ? [] : [{ name: 'Chromium', version }]),
      { name: 'Node.js', version: process.versions.node },
    ],
    isPackaged: false,
    fuseFile: null,
    codePath: project,
    pages: null,
    permissions: page.isClosed() ? [] : readProbe(await probe(page).catch(() => null)),
    licenseFiles: [join(project, 'out/THIRD-PARTY-LICENSES.txt')],
  };
}

/** Asks in a world of its own, where the page's scripts can't answer for the browser. */
async function probe(page: Page): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    const { result } = await session.send('Runtime.evaluate', {
      ...{ contextId, expression: PERMISSION_PROBE, awaitPromise: true, returnByValue: true, timeout: 5_000 },
    });
    return result.value;
  } finally {
    await session.detach();
  }
}

interface ChromiumHostOptions {
  readonly page: Page;
  readonly approval: ApprovalPage;
  readonly sandboxed: boolean;
  readonly onGesture: (listener: () => void) => void;
  /** For how long nobody used the window, in ms. */
  readonly idleMs: () => number;
  readonly onCamera: (isOpen: boolean) => Promise<void>;
  readonly onTheme: (theme: Theme) => void;
  readonly startService: (options: ServiceOptions) => Promise<ServiceProcess>;
  /** The built thread that checks results (`out/main/check-thread.js`). */
  readonly checkScript: string;
  readonly runServiceCommand: (command: ServiceCommand) => Promise<unknown>;
}

/** Whether the window has the focus. */
const isWatched = (page: Page): Promise<boolean> =>
  page
    .evaluate(() => {
      const { document } = globalThis as unknown as { document: { hasFocus(): boolean } };
      return document.hasFocus();
    })
    .catch(() => false);

const cannot = (what: string): Promise<never> => Promise.reject(consoleError('HOST_CANNOT', { what }));

/** What a browser's window gives the console: less than Electron, and it says so in `can`. */
export function createChromiumHost(options: ChromiumHostOptions): Host {
  const { page, approval } = options;
  const pageOf = (surface: Surface): Page | undefined => (surface === 'console' ? page : approval.page());
  const write = (text: string): Promise<void> =>
    page.evaluate((copied) => {
      const { navigator } = globalThis as unknown as {
        navigator: { clipboard: { writeText(text: string): Promise<void> } };
      };
      return navigator.clipboard.writeText(copied);
    }, text);
  return {
    kind: 'chromium',
    sandboxed: options.sandboxed,
    can: { pickFiles: false, readClipboard: false },
    showApproval: () => approval.show(),
    // The page is brought back from there (`keepAtHome`), in a process of its own.
    renewPage: async () => {
      if (!page.isClosed()) await page.goto('about:blank', { waitUntil: 'commit' });
    },
    hideApproval: async () => {
      await approval.hide();
      if (!page.isClosed()) await page.bringToFront();
    },
    send: (surface, name, payload) => {
      const target = pageOf(surface);
      if (target !== undefined) void sendNews(target, name, payload);
    },
    pickFile: () => cannot('show a file dialog'),
    readClipboard: () => cannot('read the clipboard'),
    copy: write,
    // A page can put no format of the system's beside a text: histories keep what is copied here.
    copySecret: write,
    clearClipboard: async () => {
      if (!page.isClosed()) await write('');
    },
    save: (name, content) => saveText(name, typeof content === 'function' ? content() : content),
    pickNewFile: (name) => freeName(name),
    openExternal: openInBrowser,
    // A browser is not told; what depends on the time looks at the clock often enough.
    onWake: () => undefined,
    onAway: () => undefined,
    idleMs: options.idleMs,
    notify: (title, text, onOpen) =>
      void isWatched(page).then(async (watched) => {
        // The window says the same.
        if (watched || !(await showNotice({ title, text }))) return;
        await page.bringToFront().catch(() => undefined);
        onOpen();
      }),
    setBadge: (count) => void numberWindow(page, count),
    onGesture: options.onGesture,
    setCamera: options.onCamera,
    // Its window is its own: no other page can move it, and its own page sees the operator do it.
    onApprovalMoved: () => undefined,
    behindApproval: () => null,
    setTheme: options.onTheme,
    openPackage: () => Promise.reject(consoleError('PACKAGE_NOT_OPENED')),
    inspect: () => inspectChromium(page),
    startService: options.startService,
    checkScript: options.checkScript,
    runServiceCommand: options.runServiceCommand,
  };
}
