import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, closeSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { DatabaseSync } from '@photostructure/sqlite';
import { freshSigner, send, stampHeader } from '../fixtures/local-service.ts';
import { Broken, below } from './power-cuts.ts';

const CLIENTS = 4;
const SECTOR = 512;

/** A service in a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly organizationId: string;
}
interface Request {
  readonly body: string;
  acknowledged: string | undefined;
}

/**
 * The service is killed under load, and the power is cut: of the log behind what stood in it at the last answer, a part
 * is lost, torn or zeros. After its start every acknowledged activity is there, the same body gives the same activity, and
 * nothing is half or twice.
 * @returns 1
 */
export async function serviceCuts(random: () => number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-faults-'));
  const data = join(folder, 'data');
  const log = join(data, 'service.sqlite-wal');
  const root = freshSigner();
  const key = randomBytes(32);
  let running: Running | undefined;
  const post = async ({ body }: Request): Promise<string | undefined> => {
    const url = `${running?.url ?? ''}/public/v1/submit/create_private_keys`;
    const { json } = await send(url, body, stampHeader(body, root));
    return json.activity?.id;
  };
  try {
    running = await start(data, root.publicKey, key);
    const began = Date.now();
    const sent: Request[] = [];
    const wanted = 1 + below(random, 25);
    let answered = 0;
    let safeBytes = 0;
    let isKilled = false;
    const { organizationId } = running;
    const client = async (): Promise<void> => {
      while (!hasEnded()) {
        const request = {
          body: bodyOf(organizationId, began - sent.length),
          acknowledged: undefined as string | undefined,
        };
        sent.push(request);
        try {
          request.acknowledged = await post(request);
          // What stands in the log now was written at most with this answer.
          safeBytes = Math.max(safeBytes, statSync(log).size);
          answered += 1;
        } catch (error) {
          if (!hasEnded()) throw error;
        }
      }
    };
    const hasEnded = (): boolean => isKilled;
    const clients = Array.from({ length: CLIENTS }, client);
    while (answered < wanted) await new Promise((resolve) => setTimeout(resolve, 1 + below(random, 8)));
    isKilled = true;
    await end(running.child, 'SIGKILL');
    await Promise.all(clients);
    tear(log, safeBytes, random);

    running = await start(data, root.publicKey, key);
    for (const request of sent) {
      const id = await post(request);
      if (request.acknowledged !== undefined && id !== request.acknowledged)
        throw new Broken('the service lost an activity that it had acknowledged');
      if (id === undefined) throw new Broken('the service refuses a body that it was sent before');
    }
    await end(running.child, 'SIGTERM');
    check(join(data, 'service.sqlite'), sent.length);
    return 1;
  } finally {
    if (running !== undefined) await end(running.child, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A request that makes two keys. */
export const bodyOf = (organizationId: string, timestampMs: number): string => {
  const key = (privateKeyName: string) => ({
    privateKeyName,
    curve: 'CURVE_P256',
    privateKeyTags: [],
    addressFormats: ['ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_UNCOMPRESSED'],
  });
  return JSON.stringify({
    type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
    timestampMs: String(timestampMs),
    organizationId,
    parameters: { privateKeys: [key('one'), key('two')] },
  });
};

/** Starts the service of the bundle. @throws Broken where it doesn't start */
export async function start(data: string, rootPublicKey: string, key: Uint8Array): Promise<Running> {
  const argv = ['--data', data, '--port', '0', '--auth-proxy-port', '0', '--root-public-key', rootPublicKey];
  const script = join(import.meta.dirname, 'service.mjs');
  const child = spawn(process.execPath, [script, ...argv, '--storage-key-fd', '3'], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const pipe = child.stdio[3];
  if (child.stdout === null || child.stderr === null || !(pipe instanceof Writable))
    throw new Error('The pipes are not there.');
  pipe.on('error', () => undefined);
  pipe.end(Buffer.from(key));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) => text as string);
  const first = await Promise.race([line, once(child, 'exit').then(() => undefined)]);
  if (first === undefined) throw new Broken(`the service does not start after a fault: ${said}`);
  const { url, organizationId } = JSON.parse(first) as { url: string; organizationId: string };
  return { child, url, organizationId };
}

/** Ends it, and waits for its end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Takes what was behind the last answer from the log: a part is cut off, and sectors before that are zeros. */
function tear(log: string, safeBytes: number, random: () => number): void {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= safeBytes) return;
  const left = safeBytes + below(random, size - safeBytes);
  truncateSync(log, left);
  const handle = openSync(log, 'r+');
  try {
    for (let at = safeBytes; at + SECTOR <= left; at += SECTOR)
      if (random() < 0.3) writeSync(handle, Buffer.alloc(SECTOR), 0, SECTOR, at);
  } finally {
    closeSync(handle);
  }
}

/** Looks through a database that nobody uses. @throws Broken where the database is damaged, or an activity is there half or twice */
export function check(file: string, activities: number): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const one = (text: string): unknown => Object.values(database.prepare(text).get() as object)[0];
    const found = {
      pages: one('PRAGMA integrity_check'),
      activities: one('SELECT count(*) FROM activity'),
      votes: one('SELECT count(*) FROM vote'),
      keys: one('SELECT count(*) FROM private_key'),
      addresses: one('SELECT count(*) FROM private_key_address'),
    };
    const wanted = {
      pages: 'ok',
      activities,
      votes: activities,
      keys: 2 * activities,
      addresses: 4 * activities,
    };
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      throw new Broken(`the service has something half or twice: ${JSON.stringify({ found, wanted })}`);
  } finally {
    database.close();
  }
}
