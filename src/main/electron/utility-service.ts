import { createInterface } from 'node:readline';
import { type UtilityProcess, utilityProcess } from 'electron';
import { z } from 'zod';
import { errorOf } from '#protocol/define-errors.ts';
import { pinnedKeys } from '#protocol/pinned-keys.ts';
import { consoleError } from '../platform/errors.ts';
import {
  START_MS,
  UPGRADE_MS,
  type ServiceCommand,
  type ServiceOptions,
  type ServiceProcess,
} from '../platform/host.ts';
import { openLogFile } from '../platform/log-file.ts';

/** How long the service may take to end before it is ended by force. */
const STOP_MS = 5_000;

/** What the service's process says of its start: it is ready, or why it cannot be; before that, that its database is brought up to date. */
const startMessage = z.union([
  z.object({ upgrading: z.literal(true) }),
  z.object({
    ready: z.object({
      url: z.string(),
      authProxyUrl: z.string(),
      organizationId: z.string(),
      rootUserId: z.string(),
      version: z.string(),
      generation: z.int(),
      keys: pinnedKeys,
    }),
  }),
  z.object({ failed: z.object({ code: z.string(), message: z.string() }) }),
]);

/** What the service's process gets of our environment: nothing that could steer it. */
const ENVIRONMENT = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LANG', 'TZ'];

/**
 * Starts the embedded service in a utility process of Electron and waits until it is ready.
 * @param script the built service (`out/main/service.js`)
 * @throws AppError SERVICE_FAILED when it says that it cannot start, ends, or does not answer in time
 */
export function startUtilityService(script: string, options: ServiceOptions): Promise<ServiceProcess> {
  const child = fork(script, options.logFile);
  const exited = new Promise<{ code: number | null }>((resolve) => {
    child.once('exit', (code) => resolve({ code }));
  });

  const kill = (): void => killAtOnce(child);
  const stop = async (): Promise<void> => {
    child.postMessage({ stop: true });
    const force = setTimeout(kill, STOP_MS);
    await exited;
    clearTimeout(force);
  };

  const endEarly = (): void => void stop();
  options.signal?.addEventListener('abort', endEarly);
  if (options.signal?.aborted === true) endEarly();
  return new Promise((resolve, reject) => {
    const fail = (message: string): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', endEarly);
      kill();
      reject(consoleError('SERVICE_FAILED', { message, log: options.logFile }));
    };
    let timer: NodeJS.Timeout;
    const limit = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => fail('The service did not start in time.'), ms);
    };
    limit(START_MS);
    void exited.then(({ code }) => fail(`The service ended while it started (code ${code ?? 'unknown'}).`));
    const hear = (message: unknown): void => {
      const { data: first } = startMessage.safeParse(message);
      if (first === undefined) fail('The service said something else than that it is ready.');
      else if ('upgrading' in first) {
        limit(UPGRADE_MS);
        options.onUpgrade?.();
      } else if ('failed' in first) fail(first.failed.message);
      else {
        clearTimeout(timer);
        options.signal?.removeEventListener('abort', endEarly);
        child.off('message', hear);
        resolve({ ready: first.ready, exited, stop });
      }
    };
    child.on('message', hear);
    const argv = [
      ...['--data', options.dataFolder, '--port', '0', '--auth-proxy-port', '0'],
      ...['--root-public-key', options.rootPublicKey, '--root-key-curve', options.rootCurve],
      ...['--known-generation', String(options.knownGeneration)],
      ...(options.acceptOlderDatabase ? ['--accept-older-database'] : []),
    ];
    // Posting copies the bytes; they are on no command line and in no environment.
    options.storageKey.use((storageKey) => child.postMessage({ argv, storageKey }));
  });
}

const commandAnswer = z.union([
  z.object({ done: z.unknown() }),
  z.object({ failed: z.object({ code: z.string(), message: z.string(), remedy: z.string() }) }),
]);

/**
 * Has the service's program carry out a command in a utility process of Electron.
 * @param script the built service (`out/main/service.js`)
 * @returns its answer
 * @throws AppError with the code and words of the program, or `SERVICE_FAILED` when it ends without an answer
 */
export async function runUtilityCommand(script: string, options: ServiceCommand): Promise<unknown> {
  const { command, argv, storageKey, logFile } = options;
  const child = fork(script, logFile);
  try {
    return await new Promise((resolve, reject) => {
      const fail = (message: string): void =>
        reject(consoleError('SERVICE_FAILED', { message, log: logFile }));
      child.once('exit', (code) =>
        fail(`The local service’s program ended without an answer (code ${String(code)}).`),
      );
      child.once('message', (message) => {
        const { data: answer } = commandAnswer.safeParse(message);
        if (answer === undefined) fail('The local service’s program gave an answer that can’t be read.');
        else if ('failed' in answer) reject(errorOf(answer.failed));
        else resolve(answer.done);
      });
      storageKey.use((bytes) => child.postMessage({ command, argv, storageKey: bytes }));
    });
  } finally {
    // It has answered, and waits for nothing more.
    killAtOnce(child);
  }
}

/** Begins a process of the service's program, with its log lines in a file. */
function fork(script: string, logFile: string): UtilityProcess {
  const environment = ENVIRONMENT.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const child = utilityProcess.fork(script, [], {
    serviceName: 'KeyOps service',
    // Its log lines come over standard error, its messages over the port.
    stdio: ['ignore', 'ignore', 'pipe'],
    env: Object.fromEntries(environment),
  });

  const log = openLogFile(logFile);
  // Asked for as a pipe, so it is there once the process is.
  child.once('spawn', () => {
    if (child.stderr === null) return;
    createInterface({ input: child.stderr }).on('line', log.write).on('close', log.close);
  });
  return child;
}

/** Electron's own `kill` asks, and a process that stands still does not hear it. */
function killAtOnce(child: UtilityProcess): void {
  try {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
