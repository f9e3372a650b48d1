import { approvalContract } from '#preload/approval-contract.ts';
import { contract } from '#preload/contract.ts';
import type { Envelope } from '#preload/contract/call.ts';
import { errorText } from '#protocol/define-errors.ts';
import { createRouter } from '../bridge/router.ts';
import { type ConsoleContext, type ConsoleOptions, openContext } from '../context/console-context.ts';
import type { ModuleHooks } from '../context/module.ts';
import type { RuntimeState } from '../context/runtime-state.ts';
import { findRootKey } from '../embedded-service/local-keys.ts';
import { handOver } from '../features/files/module.ts';
import { type Clock, sleep } from '../platform/clock.ts';
import { consoleError, keepFaultsIn, reportFault } from '../platform/errors.ts';
import type { Surface } from '../platform/host.ts';
import { faultLogOf } from '../platform/log-file.ts';
import { features } from './compose.ts';

/** How long the first snapshot waits for a keychain that is slow to answer. */
const FIRST_LOOK_MS = 1_500;
/** How long it waits for the journal's check: a short journal is checked by then, and a long one is shown as it is. */
const FIRST_CHECK_MS = 200;

/** How long each step of closing may take. A console that was closed leaves no process that holds its folder. */
const CLOSING_MS = 10_000;

/** When memory is cleared after a lock, in ms: what was under way ends first, and again what took longer. */
const CLEAR_MS = [500, 10_000];

/** The privileged side as a host sees it. */
export interface Console {
  /**
   * Answers one call of a surface; never rejects. The host has checked before that the message came from that surface's
   * own page.
   */
  dispatch(surface: Surface, name: string, input: unknown): Promise<Envelope>;
  /** Takes a file that the operator dropped on the window; the host has its path, the window gets a handle. */
  handOver(path: string): Envelope;
  /** Denies what is under review, forgets keys, stops the service, closes the files. */
  close(): Promise<void>;
}

/**
 * Builds the console. It knows no Electron: everything that needs a screen is in `host`.
 * @throws StorageError when the data folder is in use or its database cannot be read
 */
export async function createConsole(options: ConsoleOptions): Promise<Console> {
  // Until the process ends: a call that is under way when the files are closed is a fault that belongs there, too.
  keepFaultsIn(faultLogOf(options.dataFolder));
  const context = await openContext(options);
  const { runtime, news } = context;
  const { parts, handlers, hooks } = await features.start(context);
  news.locked.on(hooks.onLock);
  news.profileChanged.on(hooks.onProfileChange);
  news.locked.on(() => {
    // A console that closes takes the memory along.
    if (!runtime.closed) clearAfterLock(options, runtime);
  });

  let begun: Promise<void> = Promise.resolve();
  const looked = firstLook(context, () => (begun = hooks.begin())).then(() => {
    runtime.looked = true;
    context.announce();
  });
  const bootstrap = () => looked.then(() => handlers.app.bootstrap(undefined));
  const answered = { ...handlers, app: { ...handlers.app, bootstrap } };
  const isLocked = (): boolean => runtime.locked;
  const onFault = (name: string, error: unknown): void => {
    context.disk.tell(error);
    reportFault(name, error);
  };
  const routers = {
    console: createRouter(contract, answered, onFault, isLocked),
    approval: createRouter(approvalContract, handlers, onFault, isLocked),
  };
  let closing: Promise<void> | undefined;
  const isClosed = (): boolean => runtime.closed;
  const closed = (): Envelope => ({ ok: false, ...errorText(consoleError('CONSOLE_CLOSED')) });
  return {
    dispatch: async (surface, name, input) => {
      if (isClosed()) return closed();
      const answer = await routers[surface](name, input);
      // Closing took its files away: that is no fault to look up in the log.
      return isClosed() && !answer.ok && answer.code === 'INTERNAL' ? closed() : answer;
    },
    handOver: (path) => handOver(parts.files, path, runtime.locked || runtime.closed),
    close: () => {
      const idle = async (): Promise<void> => {
        await Promise.all([begun, hooks.idle()]);
      };
      return (closing ??= closeContext(context, { ...hooks, idle }));
    },
  };
}

/** Takes away what a locked console's memory still holds: the page's, where secrets were shown and typed, and our own. */
function clearAfterLock(
  { host, clock, clearMemory = () => undefined }: ConsoleOptions,
  runtime: Pick<RuntimeState, 'locked' | 'closed'>,
): void {
  host.renewPage().catch((error: unknown) => reportFault('renew page', error));
  for (const ms of CLEAR_MS) {
    clock.after(ms, () => {
      if (runtime.locked && !runtime.closed) clearMemory();
    });
  }
}

/**
 * Looks at the keychain, the sessions and the service. Resolves when the window has something to show: it waits neither for
 * the service to start nor for its answer, and hears of both later.
 */
async function firstLook(context: ConsoleContext, begin: () => Promise<void>): Promise<void> {
  const { clock, journal, storage, service, recovered, keychainState, refreshing, announce } = context;
  const isClosed = (): boolean => context.runtime.closed;
  const look = async (): Promise<void> => {
    await keychainState.look();
    // A window that was closed meanwhile takes its files along.
    if (isClosed()) return;
    await begin();
    if (isClosed()) return;
    const root = await findRootKey(storage);
    // From here on the service says that it starts, not that it waits for a credential.
    if (root !== undefined) void service.start(root);
    void refreshing.run();
  };
  const seen = look().catch((error: unknown) => reportFault('keychain', error));
  const checked = Promise.all([journal.checked(), recovered]).then(announce);
  void journal.checkedWhole().then(announce);
  await Promise.all([
    Promise.race([seen, sleep(clock, FIRST_LOOK_MS)]),
    Promise.race([checked, sleep(clock, FIRST_CHECK_MS)]),
  ]);
}

/**
 * Denies what is under review, forgets keys, stops the service, closes the files: one step after the other. One that fails or
 * takes too long keeps no other from being done.
 * @throws what the first step threw that failed
 */
export async function closeContext(context: ConsoleContext, hooks: Required<ModuleHooks>): Promise<void> {
  const { runtime, news, client, routes, service, refreshing, recovered, journal, storage, keychain } =
    context;
  runtime.closed = true;
  news.locked.emit();
  const steps: Readonly<Record<string, () => unknown>> = {
    modules: () => hooks.close(),
    client: () => client.close(),
    routes: () => routes.close(),
    service: () => service.stop(),
    work: () => Promise.all([refreshing.idle(), hooks.idle()]),
    journal: () => journal.close(),
    // What a crash kept from the journal is settled once the journal has it, or can't have it any more.
    recovered: () => recovered,
    storage: () => storage.close(),
    // Its library ends a program with an abort that exits while a call is under way.
    keychain: () => keychain.settled?.(),
  };
  const faults: unknown[] = [];
  for (const [name, step] of Object.entries(steps)) {
    await endInTime(context.clock, name, step).catch((error: unknown) => {
      reportFault(`close ${name}`, error);
      faults.push(error);
    });
  }
  keychain.lock?.close();
  if (faults.length > 0) throw faults[0];
}

/** @throws what the step throws, or an error once its time is over: it is waited for no longer then */
async function endInTime(clock: Clock, name: string, step: () => unknown): Promise<void> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(CLOSING_MS, () => reject(new Error(`Closing “${name}” took too long.`)));
  });
  try {
    await Promise.race([step(), late]);
  } finally {
    cancel();
  }
}
