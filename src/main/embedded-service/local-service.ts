import { join } from 'node:path';
import { AppError } from '#protocol/error.ts';
import { wasDatabase } from '#storage/database-marker.ts';
import type { Clock } from '../platform/clock.ts';
import type { Host, ServiceProcess, ServiceReady } from '../platform/host.ts';
import { faultLogOf, serviceLogOf } from '../platform/log-file.ts';
import type { ApiKeyCurve } from '#protocol/stamp.ts';
import type { Vault } from '../vault/vault.ts';

/** How the local service is, in words for the status line. */
export interface LocalServiceStatus {
  readonly state: 'waiting' | 'starting' | 'ready' | 'failed';
  readonly message: string;
  readonly remedy: string;
}

/** The first API key of the service's root user. The service starts with this one and no other, ever. */
export interface RootKey {
  readonly publicKey: string;
  readonly curve: ApiKeyCurve;
}

/** The embedded service behind the profile Local. It starts with the first credential, which becomes its root user's. */
export interface LocalService {
  status(): LocalServiceStatus;
  /** Where it answers; null unless it is ready. */
  ready(): ServiceReady | null;
  /** Starts it unless it runs or starts; never rejects, `status` says how it went. */
  start(root: RootKey): Promise<void>;
  stop(): Promise<void>;
  /**
   * Stops it, has the work done that needs its folder, and lets it be started again; nothing starts it meanwhile. Requests that are
   * on their way end without an answer.
   * @param message what the status says meanwhile
   */
  whileStopped<T>(message: string, work: () => Promise<T>): Promise<T>;
}

/** The folder of the service's own, in the console's. */
export const serviceFolderOf = (dataFolder: string): string => join(dataFolder, 'service');
/** The service's own database, in its folder (src/service/storage/store.ts). */
export const SERVICE_DATABASE = 'service.sqlite';

const WAITING: LocalServiceStatus = {
  state: 'waiting',
  message: 'The local service starts when there is a credential for it.',
  remedy: 'Create or import a credential.',
};
/** It would listen for connections, and this side would make one. */
const OFFLINE: LocalServiceStatus = {
  state: 'waiting',
  message: 'The console is offline, so the local service isn’t started.',
  remedy: 'Start the console without --offline to use the service on this computer.',
};
const STARTING: LocalServiceStatus = {
  state: 'starting',
  message: 'The local service is starting.',
  remedy: '',
};
/** A large one is copied before. */
const UPGRADING: LocalServiceStatus = {
  ...STARTING,
  message: 'The local service is bringing its database up to date. A large one takes some minutes.',
};
const READY: LocalServiceStatus = {
  state: 'ready',
  message: 'The local service is running on this computer.',
  remedy: '',
};

/** After how many crashes within how long the service is not started again by itself. */
const MOST_CRASHES = 5;
const CRASHES_MS = 5 * 60_000;

/**
 * Starts the service that belongs to this computer, and starts it again after it crashed: after a pause that doubles with
 * each crash, and not at all once it crashed too often.
 */
export function createLocalService(options: {
  readonly host: Host;
  readonly vault: Vault;
  readonly dataFolder: string;
  /** Whether the operator started the console to take an older database, which they restored. */
  readonly acceptOlderDatabase: boolean;
  /** Whether nothing may listen: it is never started then. */
  readonly isOffline: boolean;
  /** Whether the keychain can be written without asking for its password. */
  readonly keychainIsOpen: () => boolean;
  /** Refuses a service that has started, by throwing; it is stopped then. */
  readonly admit: (ready: ServiceReady) => Promise<void>;
  readonly onChange: () => void;
  readonly onFault: (name: string, error: unknown) => void;
  readonly clock: Pick<Clock, 'after'>;
  /** A clock that nobody can set, in ms. */
  readonly steadyMs: () => number;
  /** The pause before a service that crashed is started again, in ms; it doubles. */
  readonly restartMs: number;
  /** Called when that pause is over: whoever knows the root key calls `start`. */
  readonly onRestart: () => void;
}): LocalService {
  let status = options.isOffline ? OFFLINE : WAITING;
  let running: ServiceProcess | null = null;
  let starting: Promise<void> | null = null;
  let stopped = false;
  const stopping = new AbortController();
  let paused = false;
  let { acceptOlderDatabase } = options;
  let crashes: readonly number[] = [];
  let callOff = (): void => undefined;

  const become = (next: LocalServiceStatus): void => {
    status = next;
    options.onChange();
  };

  const serviceFolder = serviceFolderOf(options.dataFolder);
  const logFile = serviceLogOf(options.dataFolder);
  /** What is not noted is found ahead at the next start, and noted then. */
  const note = async (generation: number): Promise<void> => {
    try {
      await options.vault.noteGeneration(serviceFolder, generation);
    } catch (error) {
      options.onFault('service.generation', error);
    }
  };

  /** What is to be done about a service that ended though nobody told it to. */
  const onCrash = (code: number | null): void => {
    const nowMs = options.steadyMs();
    crashes = [...crashes.filter((ms) => nowMs - ms < CRASHES_MS), nowMs];
    if (crashes.length > MOST_CRASHES) {
      become(gaveUp(crashes.length, logFile));
      return;
    }
    // Nobody is asked for a password because a process crashed.
    if (!options.keychainIsOpen()) {
      become(stoppedBehindLock(code));
      return;
    }
    const pauseMs = options.restartMs * 2 ** (crashes.length - 1);
    become(restarting(code, pauseMs));
    callOff = options.clock.after(pauseMs, options.onRestart);
  };

  const launch = async (root: RootKey): Promise<void> => {
    become(STARTING);
    try {
      const storageKey = await options.vault.storageKey(!wasDatabase(join(serviceFolder, SERVICE_DATABASE)));
      let started: ServiceProcess;
      try {
        started = await options.host.startService({
          dataFolder: serviceFolder,
          rootPublicKey: root.publicKey,
          rootCurve: root.curve,
          storageKey,
          knownGeneration: await options.vault.knownGeneration(serviceFolder),
          acceptOlderDatabase,
          logFile,
          onUpgrade: () => become(UPGRADING),
          signal: stopping.signal,
        });
      } finally {
        storageKey.wipe();
      }
      try {
        await options.admit(started.ready);
      } catch (error) {
        await started.stop();
        throw error;
      }
      running = started;
      // Once: a second start of this run takes no older one.
      acceptOlderDatabase = false;
      await note(started.ready.generation);
      void started.exited.then(({ code }) => {
        if (running !== started) return;
        running = null;
        if (!stopped) onCrash(code);
      });
      // It was told to stop while it started.
      if (stopped) await started.stop();
      else become(READY);
    } catch (error) {
      if (!(error instanceof AppError)) options.onFault('service.start', error);
      become(describeFailure(error, faultLogOf(options.dataFolder)));
    }
  };

  /** Ends it where it runs, and notes the state that it ended with. */
  const end = async (): Promise<void> => {
    const last = running;
    if (last === null) return;
    // It doesn't end by itself.
    running = null;
    await last.stop();
    // With the code 0 it has counted on. Nobody is asked for a password because they quit.
    const { code } = await last.exited;
    if (code === 0 && options.keychainIsOpen()) await note(last.ready.generation + 1);
  };

  return {
    status: () => status,
    ready: () => running?.ready ?? null,
    start: (root) => {
      if (options.isOffline || stopped || paused || running !== null) return Promise.resolve();
      callOff();
      starting ??= launch(root).finally(() => {
        starting = null;
      });
      return starting;
    },
    stop: async () => {
      stopped = true;
      callOff();
      // A start may take half a minute, and minutes where a large database is brought up to date.
      stopping.abort();
      await starting;
      await end();
    },
    whileStopped: async (message, work) => {
      paused = true;
      try {
        callOff();
        await starting;
        await end();
        become({ state: 'starting', message, remedy: '' });
        return await work();
      } finally {
        paused = false;
        crashes = [];
        if (!stopped) become(WAITING);
      }
    },
  };
}

const stoppedBy = (code: number | null): string =>
  `The local service stopped (${code === null ? 'killed' : `code ${code}`}). No confirmed data was lost.`;

const restarting = (code: number | null, pauseMs: number): LocalServiceStatus => ({
  state: 'starting',
  message: `${stoppedBy(code)} It restarts in ${Math.max(1, Math.round(pauseMs / 1000))} s.`,
  remedy: '',
});

const stoppedBehindLock = (code: number | null): LocalServiceStatus => ({
  state: 'failed',
  message: stoppedBy(code),
  remedy: 'Unlock the keychain, then check again to restart the service.',
});

const gaveUp = (times: number, log: string): LocalServiceStatus => ({
  state: 'failed',
  message: `The local service stopped ${times} times within 5 minutes, so it isn’t restarted automatically. No confirmed data was lost.`,
  remedy: `Check again to restart it once. Its log has the details: ${log}`,
});

function describeFailure(error: unknown, log: string): LocalServiceStatus {
  if (error instanceof AppError) return { state: 'failed', message: error.message, remedy: error.remedy };
  return {
    state: 'failed',
    message: 'The local service could not be started.',
    remedy: `Check again. The log has the details: ${log}`,
  };
}
