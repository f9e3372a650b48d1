import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { errorOf } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import { pinnedKeys } from '#protocol/pinned-keys.ts';
import type { Secret } from '#protocol/secret.ts';
import { consoleError } from '../platform/errors.ts';
import {
  START_MS,
  UPGRADE_MS,
  type ServiceCommand,
  type ServiceOptions,
  type ServiceProcess,
  type ServiceReady,
} from '../platform/host.ts';
import { openLogFile } from '../platform/log-file.ts';

/** How long the service may take to end before it is ended by force. */
const STOP_MS = 5_000;

/** What a service says whose data folder another one uses, and how long it is waited for in all. */
const FOLDER_LOCKED = 'FOLDER_LOCKED';
const TAKE_OVER_MS = 300;
const TAKE_OVER_TRIES = 20;

const readyLine = z.object({
  url: z.url(),
  authProxyUrl: z.url(),
  organizationId: z.string(),
  rootUserId: z.string(),
  version: z.string(),
  generation: z.int(),
  keys: pinnedKeys,
});
/** Said once before that where the database is brought up to date. */
const firstLine = z.union([z.strictObject({ upgrading: z.literal(true) }), readyLine]);

/** What the service's process gets of our environment: nothing that could steer it. */
const ENVIRONMENT = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LANG', 'TZ'];

/**
 * Starts the embedded service as a process of its own Node and waits until it is ready. The storage key goes through a
 * pipe (file descriptor 3), never on the command line. Its log lines (JSON) go into `options.logFile`.
 * @param options.script the built service
 * @throws AppError `SERVICE_FAILED` when it ends, or does not say that it is ready in time
 */
export async function startServiceChild(options: ChildOptions): Promise<ChildService> {
  for (let left = TAKE_OVER_TRIES; ; left -= 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      // The service of a console that was killed a moment ago is still closing its database.
      const isLast = left === 0 || options.signal?.aborted === true;
      if (isLast || !(error instanceof AppError) || error.code !== FOLDER_LOCKED) throw error;
      await new Promise((resolve) => setTimeout(resolve, TAKE_OVER_MS));
    }
  }
}

type ChildOptions = ServiceOptions & { readonly script: string };
type ChildService = ServiceProcess & { readonly pid: number | undefined };

async function startOnce(options: ChildOptions): Promise<ChildService> {
  const argv = [
    ...['--data', options.dataFolder, '--port', '0', '--auth-proxy-port', '0'],
    ...['--root-public-key', options.rootPublicKey, '--root-key-curve', options.rootCurve],
    ...['--known-generation', String(options.knownGeneration)],
    ...(options.acceptOlderDatabase ? ['--accept-older-database'] : []),
    ...['--storage-key-fd', '3', '--end-with-stdin'],
  ];
  const child = spawn(process.execPath, [options.script, ...argv], {
    // The system closes the first pipe with this process, however it ends, and the service ends with it.
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env: environment(),
  });
  const exited = new Promise<{ code: number | null }>((resolve) => {
    child.once('exit', (code) => resolve({ code }));
    child.once('error', () => resolve({ code: null }));
  });
  let lastLine = '';
  const { stdout, stderr, key } = pipesOf(child);
  // It is never written to; a service that ends first closes it.
  child.stdin.on('error', () => undefined);
  const log = openLogFile(options.logFile);
  createInterface({ input: stderr })
    .on('line', (line) => {
      lastLine = line;
      log.write(line);
    })
    .on('close', log.close);
  sendKey(key, options.storageKey);

  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const force = setTimeout(() => void child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(force);
  };
  const endEarly = (): void => void stop();
  options.signal?.addEventListener('abort', endEarly);
  if (options.signal?.aborted === true) endEarly();
  try {
    return { ready: await awaitReady(stdout, exited, options), exited, stop, pid: child.pid };
  } catch (error) {
    child.kill('SIGKILL');
    throw error instanceof AppError ? withLog(error, lastLine) : error;
  } finally {
    options.signal?.removeEventListener('abort', endEarly);
  }
}

function environment(): NodeJS.ProcessEnv {
  const names = ENVIRONMENT.filter((name) => process.env[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

// Asked for as pipes at the start, so they are there; the types do not know it of a fourth one.
function pipesOf(child: ChildProcess): { stdout: Readable; stderr: Readable; key: Writable } {
  const { stdout, stderr } = child;
  const key = child.stdio[3];
  if (stdout === null || stderr === null || !(key instanceof Writable))
    throw new Error('The pipes are not there.');
  return { stdout, stderr, key };
}

function sendKey(pipe: Writable, storageKey: Secret): void {
  // A service that ended already does not read it; its end is what is reported.
  pipe.on('error', () => undefined);
  storageKey.use((bytes) => {
    const copy = Buffer.from(bytes);
    pipe.end(copy, () => copy.fill(0));
  });
}

async function awaitReady(
  stdout: Readable,
  exited: Promise<{ code: number | null }>,
  { logFile: log, onUpgrade }: ChildOptions,
): Promise<ServiceReady> {
  const output = createInterface({ input: stdout });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ServiceReady>((resolve, reject) => {
      const fail = (message: string): void => {
        reject(consoleError('SERVICE_FAILED', { message, log }));
      };
      const limit = (ms: number): void => {
        clearTimeout(timer);
        timer = setTimeout(() => fail('The local service did not start in time.'), ms);
      };
      limit(START_MS);
      void exited.then(({ code }) =>
        fail(`The local service ended while it started (code ${code ?? 'unknown'}).`),
      );
      output.on('line', (line) => {
        try {
          const said = firstLine.parse(JSON.parse(line));
          if ('upgrading' in said) {
            limit(UPGRADE_MS);
            onUpgrade?.();
          } else resolve(said);
        } catch {
          fail('The local service said something else than that it is ready.');
        }
      });
    });
  } finally {
    clearTimeout(timer);
    // Whatever else it prints must not fill the pipe.
    output.close();
    stdout.resume();
  }
}

const logLine = z.looseObject({ msg: z.string(), code: z.string().optional() });

// The last thing that the service logged mostly says why it ended.
function withLog(error: AppError, line: string): AppError {
  const said = logLine.safeParse(parsed(line)).data;
  if (said === undefined) return error;
  const code = said.code === FOLDER_LOCKED ? FOLDER_LOCKED : error.code;
  const message = `${error.message} It said: ${said.msg}`;
  return errorOf({ code, message, remedy: error.remedy }, { cause: error });
}

const failedLine = z.looseObject({ code: z.string(), what: z.string(), remedy: z.string() });

/**
 * Runs a command of the service's program in a process of its own Node. The storage key goes through a pipe (file descriptor 3).
 * @param options.script the built service
 * @returns its answer
 * @throws AppError with the code and words of the program, or `SERVICE_FAILED` when it ends without an answer
 */
export async function runServiceChild(
  options: ServiceCommand & { readonly script: string },
): Promise<unknown> {
  const { script, command, argv, storageKey, logFile } = options;
  const child = spawn(process.execPath, [script, command, ...argv, '--storage-key-fd', '3'], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: environment(),
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve(null));
  });
  const { stdout, stderr, key } = pipesOf(child);
  const log = openLogFile(logFile);
  let [answer, lastLine] = ['', ''];
  createInterface({ input: stdout }).on('line', (line) => (answer = line));
  createInterface({ input: stderr })
    .on('line', (line) => {
      lastLine = line;
      log.write(line);
    })
    .on('close', log.close);
  sendKey(key, storageKey);
  const code = await ended;
  if (code === 0) return JSON.parse(answer) as unknown;
  const { data: failed } = failedLine.safeParse(parsed(lastLine));
  if (failed !== undefined) throw errorOf({ code: failed.code, message: failed.what, remedy: failed.remedy });
  const message = `The local service’s program ended without an answer (code ${code ?? 'unknown'}).`;
  throw consoleError('SERVICE_FAILED', { message, log: logFile });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
