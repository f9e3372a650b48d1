import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, type ElectronApplication, type Page, _electron } from 'playwright-core';
import type * as ChromiumConsoleModule from '#main/chromium/chromium-console.ts';
import { findBrowser } from '#main/chromium/launch-browser.ts';
import { faultLogOf } from '#main/platform/log-file.ts';
import { goWithoutUnlocking } from '../fixtures/add-profile.ts';
import { openDisplay } from './display.ts';
import { keepSight, watchSight } from './last-sight.ts';
import { findKeychainLeaks } from './leak-search.ts';
import { endLeftProcesses } from './left-processes.ts';
import { SHOWN_PLACE } from './shown-place.ts';
import { CHROMIUM_SURFACES, ELECTRON_SURFACES, isAtSurface, pageUrl } from '#main/bridge/surfaces.ts';
import { which } from '#scripts/system.mjs';

export type HostKind = 'electron' | 'chromium';

/** A console that runs, seen from outside: its pages, and what they complained of. */
export interface Launched {
  readonly host: HostKind;
  /** The window's page. */
  readonly page: Page;
  /** The approval surface's page, as soon as it is shown. */
  waitForApproval(): Promise<Page>;
  /** Whether the approval surface is shown now. */
  approvalShown(): boolean;
  readonly dataFolder: string;
  /** Where Chromium keeps its default session in Electron; in Chromium that is in the data folder. */
  readonly sessionFolder?: string;
  /** Electron's main process; undefined in Chromium. */
  readonly electron: ElectronApplication | undefined;
  /** What a program on its screen finds in its environment; undefined where nothing is drawn on any. */
  readonly display: Readonly<Record<string, string>> | undefined;
  /** Errors that any page wrote to its console or threw, CSP violations among them. */
  readonly problems: string[];
  /** Everything that the pages wrote to their consoles, and, in Electron, the program to its outputs. The logs lie in the data folder. */
  readonly said: string[];
  /** Searches for what the keychain keeps, and closes. @throws when a secret was found outside of it */
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly host: HostKind;
  /** A folder of an earlier launch, to start again on; a new one otherwise. */
  readonly dataFolder?: string;
  /** The keychain items' service name of an earlier launch. */
  readonly keychainService?: string;
  /** Draws Chromium's windows on a screen of their own, as Electron's always are. */
  readonly headed?: boolean;
  /** A first start, at which nobody has chosen how to unlock the console. */
  readonly isFirst?: boolean;
  /** The folder of another build of the program; the one that is tested, when left out. */
  readonly program?: string;
  /** Starts it offline. In Chromium the test's own process keeps its network. */
  readonly isOffline?: boolean;
  /** Switches of Chromium's, for Electron: a fake camera, say. */
  readonly switches?: readonly string[];
  /** The test kills the page's process. */
  readonly killsPage?: boolean;
  /** More environment for Electron. */
  readonly env?: Readonly<Record<string, string>>;
}

// The tour runs this out of a bundle, where this file's own place says nothing.
const root = process.env['KEYOPS_ROOT'] ?? join(import.meta.dirname, '../..');
const binary = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[
  process.platform as string
];
const electronPath = join(
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'node_modules/electron/dist'),
  binary ?? 'electron',
);
/** Playwright does this itself only for an Electron that it finds itself. */
const HOLD = join(root, 'test/e2e/fixtures/hold-electron.cjs');
const browserPath = findBrowser(process.env);
/** The same engine for windows that nobody sees, in two thirds of the processor time. */
const shellPath = which(['chromium-headless-shell']) ?? browserPath;
const screen = process.platform !== 'linux' || process.env['DISPLAY'] !== undefined;

/** Why a host cannot run here, or undefined when it can. */
export function missingRuntime(host: HostKind): string | undefined {
  if (!existsSync(join(root, 'out/main/index.js'))) return 'the program is not built';
  if (host === 'chromium') return browserPath === undefined ? 'no Chrome or Chromium was found' : undefined;
  if (!existsSync(electronPath)) return 'no Electron was found (ELECTRON_OVERRIDE_DIST_PATH names one)';
  return screen ? undefined : 'Electron needs a display (npm test starts one)';
}

/** Starts the built console in a host, with a data folder and keychain items of its own. */
export async function launchConsole(options: LaunchOptions): Promise<Launched> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(SHOWN_PLACE, 'keyops-e2e-')));
  const keychainService = options.keychainService ?? `KeyOps test ${randomUUID()}`;
  if (options.isFirst !== true) await goWithoutUnlocking(dataFolder);
  const launched = await (options.host === 'electron' ? launchElectron : launchChromium)(
    options,
    dataFolder,
    keychainService,
  );
  watchSight(launched.page);
  return {
    ...launched,
    dataFolder,
    waitForApproval: async () => {
      const surface = await launched.waitForApproval();
      watchSight(surface);
      return surface;
    },
    close: async () => {
      let leaks: readonly string[];
      let late: string;
      await keepSight(launched.page);
      try {
        const searched = findKeychainLeaks(
          { ...launched, dataFolder, killsPage: options.killsPage },
          keychainService,
        );
        leaks = await inTime('The search for leaks', searched);
      } finally {
        await inTime('The console’s end', launched.close()).catch(async (error: unknown) => {
          const said = launched.said.slice(-5).join(' ');
          const left = await endLeftProcesses(launched.electron?.process().pid, dataFolder);
          throw new Error(`${String(error)} ${left} ${said}`, { cause: error });
        });
        late = await lateSteps(dataFolder);
        if (options.keychainService === undefined) await forget(keychainService);
        if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
      }
      if (late !== '') throw new Error(`A step of closing failed: ${late}`);
      if (leaks.length > 0)
        throw new Error(`What the keychain keeps lies elsewhere, too: ${leaks.join('; ')}`);
    },
  };
}

/** Each part of closing has its own limit: a test that hangs says where. */
async function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = setTimeout(50_000, undefined, { signal: over.signal }).then(
    () => Promise.reject(new Error(`${what} took more than 50 s.`)),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

/** What the console's log says of steps of its closing that failed. */
async function lateSteps(dataFolder: string): Promise<string> {
  const text = await readFile(faultLogOf(dataFolder), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line.includes('"name":"close '))
    .join(' ');
}

type Running = Omit<Launched, 'dataFolder'>;

async function launchElectron(
  options: LaunchOptions,
  dataFolder: string,
  keychainService: string,
): Promise<Running> {
  const display = await openDisplay();
  // Its own: what Chromium writes is found there without asking the program.
  const runtimeFolder = await mkdtemp(join(tmpdir(), 'keyops-runtime-'));
  const electron = await _electron.launch({
    executablePath: electronPath,
    args: [
      '-r',
      HOLD,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(options.switches ?? []),
      options.program ?? root,
      ...(options.isOffline === true ? ['--offline'] : []),
    ],
    env: {
      ...(process.env as Record<string, string>),
      ...display,
      XDG_RUNTIME_DIR: runtimeFolder,
      ...options.env,
      KEYOPS_DATA: dataFolder,
      KEYOPS_KEYCHAIN: keychainService,
      KEYOPS_HEADLESS: '1',
    },
  });
  answerAlways(electron);
  const { problems, said } = listen(electron.context());
  for (const output of [electron.process().stdout, electron.process().stderr]) {
    output?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  }
  const find = (surface: 'console' | 'approval'): Page => {
    const found = electron.windows().find((page) => isAtSurface(ELECTRON_SURFACES[surface], page.url()));
    if (found === undefined) throw new Error(`The ${surface} page is not shown.`);
    return found;
  };
  const page = await until(() => find('console'));
  await page.waitForLoadState();
  const name = (await readdir(runtimeFolder)).find((each) => each.startsWith('keyops-session-'));
  if (name === undefined) throw new Error('The program has no folder for its session.');
  return {
    host: 'electron',
    sessionFolder: join(runtimeFolder, name),
    page,
    electron,
    display,
    problems,
    said,
    approvalShown: () =>
      electron.windows().some((shown) => isAtSurface(ELECTRON_SURFACES.approval, shown.url())),
    waitForApproval: () => until(() => find('approval')),
    close: async () => {
      await electron.close();
      await rm(runtimeFolder, { recursive: true, force: true });
    },
  };
}

/**
 * V8's debugger holds the promise of an answer weakly: where garbage is collected before it is settled, as while the program
 * starts, the function ran and its answer is lost. It is asked again then; what tests run there can be run twice.
 */
function answerAlways(electron: ElectronApplication): void {
  const ask = electron.evaluate.bind(electron) as (...given: unknown[]) => Promise<unknown>;
  const evaluate = async (...given: unknown[]): Promise<unknown> => {
    for (;;) {
      try {
        return await ask(...given);
      } catch (error) {
        if (!String(error).includes('promise was garbage collected')) throw error;
      }
    }
  };
  Object.assign(electron, { evaluate });
}

async function launchChromium(
  { headed = false, program = root, isOffline = false }: LaunchOptions,
  dataFolder: string,
  keychainService: string,
): Promise<Running> {
  const executablePath = headed ? browserPath : shellPath;
  if (executablePath === undefined) throw new Error('No Chrome or Chromium was found.');
  const { startChromiumConsole } = createRequire(import.meta.url)(
    join(program, 'out/main/chromium-console.js'),
  ) as typeof ChromiumConsoleModule;
  const display = headed ? await openDisplay() : undefined;
  const before = process.env['DISPLAY'];
  // The browser finds its screen in the environment of who starts it.
  Object.assign(process.env, display);
  const console = await startChromiumConsole({
    executablePath,
    dataFolder,
    keychainService,
    offline: isOffline ? { by: 'switch', file: null } : null,
    headless: !headed,
  });
  if (before !== undefined) process.env['DISPLAY'] = before;
  const { problems, said } = listen(console.page.context());
  return {
    host: 'chromium',
    page: console.page,
    electron: undefined,
    display,
    problems,
    said,
    approvalShown: () => console.approvalPage() !== undefined,
    waitForApproval: async () => {
      const page = await until(() => {
        const shown = console.approvalPage();
        if (shown?.url() !== pageUrl(CHROMIUM_SURFACES.approval)) throw new Error('It is not shown.');
        return shown;
      });
      return page;
    },
    close: () => console.close(),
  };
}

/** Gathers what pages of a context say and complain of, from now on. */
function listen(context: BrowserContext): Pick<Launched, 'problems' | 'said'> {
  const said: string[] = [];
  const problems: string[] = [];
  context.on('console', (message) => {
    said.push(message.text());
    if (message.type() === 'error') problems.push(message.text());
  });
  context.on('weberror', (thrown) => {
    said.push(String(thrown.error()));
    problems.push(String(thrown.error()));
  });
  return { problems, said };
}

/** Takes a test's items out of the keychain, where there is one. */
async function forget(service: string): Promise<void> {
  try {
    const { default: keytar } = await import('keytar');
    for (const { account } of await keytar.findCredentials(service)) {
      await keytar.deletePassword(service, account);
    }
  } catch {
    // Without a keychain there is nothing to take out.
  }
}

/** What `find` gives as soon as it throws no more; its last error after two minutes, for an approval of many reads all of them before. */
async function until<T>(find: () => T): Promise<T> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    try {
      return find();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await setTimeout(25);
    }
  }
}
