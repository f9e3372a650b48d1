// The boot of the product: an ordered list of what is set up.
import { join } from 'node:path';
import { type BrowserWindow, type WebContents, app, protocol } from 'electron';
import { readConsole } from './app/read-console.ts';
import { type Dispatch, connectIpc } from './bridge/ipc.ts';
import { ELECTRON_SURFACES } from './bridge/surfaces.ts';
import { createApprovalView, setStage } from './electron/approval-view.ts';
import { denyClosing, openConsoleWindow, setMenu } from './electron/console-window.ts';
import { createElectronHost } from './electron/electron-host.ts';
import { guardContents, lendCamera, refuseChromiumNetwork } from './electron/guard-contents.ts';
import {
  closeBeforeQuit,
  developerSetting,
  hardenProcess,
  keepSingleInstance,
  logUncaught,
  reportStartFailure,
} from './electron/life-cycle.ts';
import { createPageSignal } from './electron/page-signal.ts';
import { setTheme } from './electron/page-settings.ts';
import { isStartRefused, keyopsArguments } from './electron/refuse-start.ts';
import { keepSessionOffDisk } from './electron/session-folder.ts';
import { openSurfaceSession, registerSchemes } from './electron/surface-session.ts';
import { listPageFiles } from './pages/page-files.ts';
import { TIMING, systemClock } from './platform/clock.ts';
import type { Surface } from './platform/host.ts';
import { type OfflineChoice, readOfflineChoice } from './platform/offline/offline-choice.ts';
import { refuseNetwork } from './platform/offline/refuse-network.ts';
import { readOpening } from './platform/opening.ts';
import { PRLIMIT, collectGarbage, refuseCoreDumps, zeroFreedMemory } from './platform/process-memory.ts';

const built = join(import.meta.dirname, '..');
const devTools = developerSetting('KEYOPS_DEVTOOLS') === '1';
let window: BrowserWindow | undefined;
let offline: OfflineChoice | null = null;

// Before the app is ready. Tests, and consoles beside each other, have folders of their own.
const dataFolder = developerSetting('KEYOPS_DATA');
if (dataFolder !== undefined) app.setPath('userData', dataFolder);
const keyops = app.isPackaged ? keyopsArguments(process.argv.slice(1), process.getuid?.() === 0) : undefined;
logUncaught(process);
hardenProcess(app);
registerSchemes(protocol);
guardContents(app);
if (isStartRefused(app)) app.exit(2);
else if (keyops !== undefined) {
  keepSessionOffDisk(app);
  app.disableHardwareAcceleration();
  zeroFreedMemory();
  void refuseCoreDumps();
  runInTerminal(keyops).then((status) => app.exit(status), reportStartFailure);
} else if (app.commandLine.hasSwitch('purge-data')) {
  keepSessionOffDisk(app);
  app.disableHardwareAcceleration();
  purge().then((status) => app.exit(status), reportStartFailure);
} else if (isNetworkChosen() && keepSingleInstance(app, () => window)) {
  keepSessionOffDisk(app);
  zeroFreedMemory();
  void refuseCoreDumps();
  start().catch(reportStartFailure);
}

/** Takes an offline console's network away, before anything has one. @returns whether the start goes on */
function isNetworkChosen(): boolean {
  try {
    offline = readOfflineChoice({ args: process.argv.slice(1), dataFolder: app.getPath('userData') });
  } catch (error) {
    reportStartFailure(error);
    return false;
  }
  if (offline !== null) {
    refuseChromiumNetwork(app);
    refuseNetwork({ mayRun: (file) => file === PRLIMIT });
  }
  return true;
}

/** Removes the data in place of starting: no window, no service. */
async function purge(): Promise<number> {
  const [{ runPurge }, { openKeychain }] = await Promise.all([
    import('./app/purge-data.ts'),
    import('./vault/keytar-keychain.ts'),
  ]);
  const service = developerSetting('KEYOPS_KEYCHAIN');
  const keychain = openKeychain(TIMING.keychainMs, service);
  return runPurge({
    dataFolder: app.getPath('userData'),
    keychain,
    ...(service === undefined ? {} : { service }),
  });
}

/** Runs `keyops` in place of starting: no window, and no lock of one. It takes no setting from the environment. */
async function runInTerminal(argv: readonly string[]): Promise<number> {
  // Electron quits cleanly on an interrupt: that is no success of a command.
  app.on('before-quit', (event) => {
    event.preventDefault();
    app.exit(1);
  });
  // Electron leaves Ctrl+\ alone.
  process.on('SIGQUIT', () => app.quit());
  const [{ runProgram }, { openKeychain }, { startUtilityService }] = await Promise.all([
    import('./terminal/program.ts'),
    import('./vault/keytar-keychain.ts'),
    import('./electron/utility-service.ts'),
    app.whenReady(),
  ]);
  const script = join(built, 'main/service.js');
  return runProgram(argv, {
    dataFolder: app.getPath('userData'),
    keychain: openKeychain(TIMING.keychainMs),
    startService: (options) => startUtilityService(script, options),
    version: () => Promise.resolve(app.getVersion()),
    // Ahead of what exits: Electron has the signals, and makes this event of them.
    whenEnding: (listener) => {
      app.prependListener('before-quit', listener);
      return () => void app.off('before-quit', listener);
    },
  });
}

async function start(): Promise<void> {
  const files = listPageFiles(join(built, 'renderer'));
  const { opening, theme } = readOpening(app.getPath('userData'), offline !== null);
  await app.whenReady();
  setMenu(devTools);

  const session = openSurfaceSession('console', files);
  setTheme(theme);
  const opened = openConsoleWindow({
    session,
    preload: join(built, 'preload/index.cjs'),
    devTools,
    opening,
  });
  window = opened;
  const drawn = createPageSignal();
  opened.once('ready-to-show', drawn.give);
  const approval = createApprovalView({
    window: opened,
    stage: setStage(opened),
    session: openSurfaceSession('approval', files),
    preload: join(built, 'preload/approval.cjs'),
    devTools,
    onGone: () => void denyReviewed(dispatch),
  });
  denyClosing(opened, () => approval.contents() !== undefined);
  const contentsOf = (surface: Surface): WebContents | undefined => {
    if (surface === 'approval') return approval.contents();
    return opened.isDestroyed() ? undefined : opened.webContents;
  };

  const host = createElectronHost({
    window: opened,
    approval,
    contentsOf,
    sandboxed: !app.commandLine.hasSwitch('no-sandbox'),
    onCamera: lendCamera(session, ELECTRON_SURFACES.console),
    serviceScript: join(built, 'main/service.js'),
    checkScript: join(built, 'main/check-thread.js'),
  });
  // Reading the console's code blocks this process, and with it the window: what can be drawn without it is drawn first.
  const parts = drawn.given.then(() => Promise.all([readConsole(), import('./vault/keytar-keychain.ts')]));
  const console = parts.then(([createConsole, { openKeychain }]) =>
    createConsole({
      host,
      dataFolder: app.getPath('userData'),
      keychain: openKeychain(TIMING.keychainMs, developerSetting('KEYOPS_KEYCHAIN')),
      clock: systemClock,
      version: app.getVersion(),
      offline,
      acceptOlderDatabase: app.commandLine.hasSwitch('accept-older-database'),
      acceptLostKeychain: app.commandLine.hasSwitch('accept-lost-keychain'),
      clearMemory: collectGarbage,
    }),
  );
  // The page asks for its first state while the console is still being built; its calls wait for it.
  const dispatch: Dispatch = async (...call) => {
    // Its script has come and run: a page that has nothing to draw by itself is not waited for any longer.
    if (opening === undefined) drawn.give();
    return (await console).dispatch(...call);
  };
  connectIpc(contentsOf, dispatch, async (path) => (await console).handOver(path));
  closeBeforeQuit(app, async () => (await console).close());
  await console;
}

/** Denies what is under review when its page is gone. */
async function denyReviewed(dispatch: Dispatch): Promise<void> {
  const { denyPending } = await import('./bridge/deny-pending.ts');
  await denyPending(dispatch);
}
