import { features } from '../app/compose.ts';
import { closeContext } from '../app/console.ts';
import { openContext } from '../context/console-context.ts';
import { type KeyCeremonies, createKeyCeremonies } from '../features/key-ceremony/module.ts';
import { type KeyBackups, createKeyBackups } from '../features/key-backup/module.ts';
import { type OfflineRequests, createOfflineRequests, rulesOfTerminal } from '../features/offline/module.ts';
import type { Journal } from '../journal/journal.ts';
import type { ClockCheck } from '../features/offline-state/module.ts';
import type { Clock } from '../platform/clock.ts';
import { consoleError } from '../platform/errors.ts';
import type { Host } from '../platform/host.ts';
import type { OfflineChoice } from '../platform/offline/offline-choice.ts';
import type { Keychain } from '../vault/keychain.ts';

const cannot = (what: string): Promise<never> => Promise.reject(consoleError('HOST_CANNOT', { what }));

/** What a terminal gives the console: no window, no clipboard, and the service where a profile needs it. */
const terminalHost = (startService: Host['startService']): Host => ({
  kind: 'terminal',
  sandboxed: false,
  can: { pickFiles: false, readClipboard: false },
  showApproval: () => cannot('show an approval'),
  hideApproval: () => Promise.resolve(),
  renewPage: () => Promise.resolve(),
  send: () => undefined,
  pickFile: () => cannot('show a file dialog'),
  readClipboard: () => cannot('read the clipboard'),
  copy: () => cannot('write the clipboard'),
  copySecret: () => cannot('write the clipboard'),
  clearClipboard: () => Promise.resolve(),
  save: () => cannot('show a file dialog'),
  pickNewFile: () => cannot('show a file dialog'),
  openExternal: () => cannot('open a browser'),
  onWake: () => undefined,
  // One command runs, at once: nobody is away from it.
  idleMs: () => 0,
  openPackage: () => cannot('open an installer'),
  inspect: () => cannot('measure a window'),
  onAway: () => undefined,
  notify: () => undefined,
  setBadge: () => undefined,
  onGesture: () => undefined,
  setCamera: () => Promise.resolve(),
  onApprovalMoved: () => undefined,
  behindApproval: () => null,
  setTheme: () => undefined,
  startService,
  runServiceCommand: () => cannot('back up the service'),
});

/** A console in a terminal, and its end. */
export interface OpenConsole {
  readonly offline: OfflineRequests;
  readonly journal: Journal;
  readonly backups: KeyBackups;
  readonly ceremonies: KeyCeremonies;
  readonly clockCheck: ClockCheck;
  close(): Promise<void>;
}

/** What a console in a terminal is opened with. */
export interface TerminalConsoleOptions {
  /** Starts the service for the profile of this computer. */
  readonly startService: Host['startService'];
  readonly version: string;
  readonly dataFolder: string;
  readonly keychain: Keychain;
  readonly clock: Clock;
  /** Who took it offline; the caller has refused this process its network. Nobody when left out. */
  readonly offline?: OfflineChoice | null;
  readonly steadyMs?: () => number;
}

/**
 * Opens a data folder for one command. It is this program's alone until it is closed.
 * @throws StorageError `FOLDER_LOCKED` while a console runs on it
 */
export async function openConsole({ startService, ...rest }: TerminalConsoleOptions): Promise<OpenConsole> {
  const context = await openContext({ host: terminalHost(startService), releases: null, ...rest });
  const { parts, hooks } = await features.start(context);
  const rules = rulesOfTerminal(parts);
  const offline = createOfflineRequests(parts, rules);
  await context.recovered;
  await context.journal.checked();
  return {
    offline,
    journal: context.journal,
    backups: createKeyBackups(context, rules.admit),
    ceremonies: createKeyCeremonies(context, offline, rules.admit),
    clockCheck: parts.clockCheck,
    close: async () => {
      await offline.close();
      await closeContext(context, hooks);
    },
  };
}
