import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface Running {
  readonly url: string;
  readonly organizationId: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  /** The folder of the built program. */
  readonly root: string;
  readonly folder: string;
  readonly publicKey: string;
  readonly storageKey: Uint8Array;
  /** Arguments beside those of every bench. */
  readonly extraArguments?: readonly string[];
}

/** Starts the built service over a data folder, without a limit on requests that a bench would meet. */
export function startProcess(options: ProcessOptions): Promise<Running> {
  const { root, folder, publicKey, storageKey, extraArguments = [] } = options;
  const ports = ['--port', '0', '--auth-proxy-port', '0', '--rate-limit', '99999'];
  const keys = ['--root-public-key', publicKey, '--storage-key-fd', '3'];
  return startScript(
    join(root, 'out/main/service.js'),
    ['--data', folder, ...ports, ...keys, ...extraArguments],
    storageKey,
  );
}

/** Starts a script that says in one line of JSON where it listens. */
export async function startScript(
  script: string,
  args: readonly string[],
  storageKey?: Uint8Array,
): Promise<Running> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
  const [, output, , keyPipe] = child.stdio;
  if (output === null || !(keyPipe instanceof Writable)) throw new Error('the child has its pipes');
  keyPipe.end(storageKey ?? Buffer.alloc(0));
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([once(createInterface({ input: output }), 'line'), exited])) as [
    unknown,
  ];
  if (typeof line !== 'string') throw new Error(`${script} ended before it was ready`);
  const ready = JSON.parse(line) as { url: string; organizationId?: string };
  return {
    url: ready.url,
    organizationId: ready.organizationId ?? '',
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** A clock tick of Linux's process figures, in milliseconds (`getconf CLK_TCK` is 100 on every platform that we run on). */
const TICK_MS = 10;

/** The processor time of a process so far, in milliseconds. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}
