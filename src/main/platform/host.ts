import type { Theme } from '#preload/contract/themes.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import type { Secret } from '#protocol/secret.ts';
import type { ApiKeyCurve } from '#protocol/stamp.ts';
import type { ProbedPermission } from './permission-probe.ts';

/** The two surfaces that talk to the console; each has its own contract and its own page. */
export type Surface = 'console' | 'approval';

/** What the service prints when it is ready (`npm run service`). */
export interface ServiceReady {
  readonly url: string;
  readonly authProxyUrl: string;
  readonly organizationId: string;
  readonly rootUserId: string;
  readonly version: string;
  /** The number of its database's state; one more once it has ended with the code 0. */
  readonly generation: number;
  /** The public keys that a client pins. */
  readonly keys: PinnedKeys;
}

export interface ServiceOptions {
  readonly dataFolder: string;
  /** The root user's first API key, as hex in stamps' form; the same at every start. */
  readonly rootPublicKey: string;
  /** Its curve: P-256 and secp256k1 keys look alike. */
  readonly rootCurve: ApiKeyCurve;
  /** 32 bytes; handed over beside the command line, never on it. */
  readonly storageKey: Secret;
  /** The newest state of its database that is known: an older one is refused. */
  readonly knownGeneration: number;
  /** The operator takes an older database, which they restored. */
  readonly acceptOlderDatabase: boolean;
  /** The file that gets its log lines. */
  readonly logFile: string;
  /** Called where its database is brought up to date first: it may take longer then, up to `UPGRADE_MS`. */
  readonly onUpgrade?: () => void;
  /** Ends the service if it aborts before the service is ready. */
  readonly signal?: AbortSignal;
}

/** How long the service may take to start. */
export const START_MS = 30_000;
/** The same where it brings its database up to date: a large one is copied first. */
export const UPGRADE_MS = 30 * 60_000;

/** What the service's program does with a database, in a process of its own (src/service/boot/database-commands.ts). */
export interface ServiceCommand {
  readonly command: 'backup' | 'verify' | 'compare' | 'restore';
  readonly argv: readonly string[];
  /** 32 bytes; handed over beside the command line, never on it. */
  readonly storageKey: Secret;
  /** The file that gets its log lines. */
  readonly logFile: string;
}

/** The embedded service's process. */
export interface ServiceProcess {
  readonly ready: ServiceReady;
  /** Settles when the process is gone, whoever ended it. */
  readonly exited: Promise<{ code: number | null }>;
  /** Asks it to end (SIGTERM); resolves when it is gone. */
  stop(): Promise<void>;
}

/** A process that draws a page, and whether the system says that it is sandboxed; null where only /proc says. */
interface PageProcess {
  readonly pid: number;
  readonly isSandboxed: boolean | null;
}

/** What the running program is made of, and how its pages run: measured when it is asked for. */
export interface HostFacts {
  readonly runtimes: readonly { readonly name: string; readonly version: string }[];
  /** Whether it was installed from a package, and is no development run. */
  readonly isPackaged: boolean;
  /** The file that holds Electron's fuses; null in a host that has none. */
  readonly fuseFile: string | null;
  /** The file or folder that the program's own code is in. */
  readonly codePath: string;
  /** Null where this host can't list them. */
  readonly pages: readonly PageProcess[] | null;
  readonly permissions: readonly ProbedPermission[];
  /** Where the licenses of other people's packages lie, the first that is there. */
  readonly licenseFiles: readonly string[];
}

/** A text, or bytes. */
export type FileContent = string | Uint8Array;

/** What the console needs of the program that shows it; Electron, Chromium and the terminal each give one. */
export interface Host {
  readonly kind: 'electron' | 'chromium' | 'terminal';
  readonly sandboxed: boolean;
  readonly can: { readonly pickFiles: boolean; readonly readClipboard: boolean };
  /** Shows the approval surface and gives it the focus; it asks for what to show by itself. */
  showApproval(): Promise<void>;
  hideApproval(): Promise<void>;
  /** Sends news to a surface; lost when the surface is not there. */
  send(surface: Surface, name: string, payload: unknown): void;
  /**
   * Gives the window's page another process, and its document anew: what its scripts had in memory is gone with the process
   * before. It comes back to the screen that its address names.
   */
  renewPage(): Promise<void>;
  /** Asks for a file or folder in the system's dialog; its path, or null when called off. */
  pickFile(kind: 'file' | 'folder'): Promise<string | null>;
  readClipboard(): Promise<string>;
  copy(text: string): Promise<void>;
  /** As `copy`, marked so that clipboard histories leave the text out, where the host can put such a mark beside it. */
  copySecret(text: string): Promise<void>;
  /**
   * Takes a text off the clipboard, where it still lies there. A host that cannot read the clipboard empties it, whatever
   * lies there.
   */
  clearClipboard(text: string): Promise<void>;
  /**
   * Writes a file where the operator says; the path, or null when called off.
   * @param content a function is asked once it is known where: what it throws keeps the file from being written
   */
  save(name: string, content: FileContent | (() => FileContent)): Promise<string | null>;
  /** Asks where a file is to be written; nothing is written yet. The path, or null when called off. */
  pickNewFile(name: string): Promise<string | null>;
  /** Opens an address in the system's browser; the caller has checked it (loopback/browser-address.ts). */
  openExternal(url: string): Promise<void>;
  /** Calls a listener whenever the machine wakes, where the host is told. */
  onWake(listener: () => void): void;
  /** Calls a listener whenever the screen is locked or the machine is about to sleep, where the host is told. */
  onAway(listener: () => void): void;
  /**
   * For how long nobody used this computer or, where the host is not told of the computer, its windows, in ms. No page's
   * script has a say in it.
   */
  idleMs(): number;
  /** A fingerprint reader that the system asks; absent where there is none. */
  readonly touchId?: {
    isThere(): boolean;
    /** Resolves when the owner of the fingerprint touched it; rejects otherwise. @param reason completes "KeyOps Console is trying to …" */
    prompt(reason: string): Promise<void>;
  };
  /** A word on the desktop, which anybody may read; `onOpen` when the operator presses it. Lost where there is no such thing. */
  notify(title: string, text: string, onOpen: () => void): void;
  /** Shows a number at the program's icon, which anybody may see; 0 shows none. Lost where icons have no numbers. */
  setBadge(count: number): void;
  /**
   * Calls a listener whenever a person pressed a key or a button in the console's window; its page's scripts cannot. The first
   * listener is called at once where that was before it listened: the window is drawn while the console starts.
   */
  onGesture(listener: () => void): void;
  /** Lets the console's window ask for a camera, or refuses it as every other permission. It is refused at first. */
  setCamera(isOpen: boolean): Promise<void>;
  /** Calls a listener whenever the approval surface, or the window that it is in, moved or changed its size or scale. */
  onApprovalMoved(listener: () => void): void;
  /** What the window showed when the approval came over it, as a data URL; null where the approval has a window of its own. */
  behindApproval(): string | null;
  setTheme(theme: Theme): void;
  /** Opens a package that was verified with the system's own installer; the path is the console's own. */
  openPackage(path: string): Promise<void>;
  /** Measures the running program. */
  inspect(): Promise<HostFacts>;
  /**
   * What the system's proxy settings or PAC script say for a URL, as a PAC script answers (`PROXY a:8080; DIRECT`); absent
   * where the host cannot ask. The text is a script's: it is read as input.
   */
  readonly resolveProxy?: (url: string) => Promise<string>;
  startService(options: ServiceOptions): Promise<ServiceProcess>;
  /** The built script of the thread that checks a batch's results; where there is none, they are checked without a thread. */
  readonly checkScript?: string | undefined;
  /**
   * Has the service's program carry out a command; its answer, which is read as input.
   * @throws AppError with the program's own code and words, or `SERVICE_FAILED`
   */
  runServiceCommand(command: ServiceCommand): Promise<unknown>;
}
