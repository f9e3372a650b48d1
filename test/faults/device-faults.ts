import { fork, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshSigner, send, stampHeader } from '../fixtures/local-service.ts';
import { type ConsoleDisk, Skipped, underConsole } from './full-disks.ts';
import type { DiskOrder } from './fuse-disk.ts';
import { Broken, below } from './power-cuts.ts';
import { type Running, bodyOf, check, end, start } from './service-cuts.ts';

const CLIENTS = 3;
const MOST_REQUESTS = 600;

/** A disk in memory that fails when it's told to, and knows what a power cut leaves (fuse-disk.ts). */
interface DeviceDisk {
  readonly order: (order: DiskOrder) => Promise<void>;
  readonly unmount: () => Promise<void>;
}

async function mountDevice(folder: string): Promise<DeviceDisk> {
  try {
    accessSync('/dev/fuse', constants.R_OK | constants.W_OK);
  } catch {
    throw new Skipped('a disk of the laboratory’s own can’t be mounted here (no /dev/fuse)');
  }
  const child = fork(join(import.meta.dirname, 'fuse-disk.mjs'), [folder]);
  const [said] = (await once(child, 'message')) as [string];
  if (said !== 'mounted') throw new Skipped('a disk of the laboratory’s own can’t be mounted here');
  return {
    order: async (order) => {
      const done = once(child, 'message');
      child.send(order);
      await done;
    },
    unmount: async () => {
      const gone = once(child, 'exit');
      spawnSync('umount', ['-l', folder]);
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** What is wrong with a disk, and how it's told. */
const FAULTS = [
  { code: 'EIO', rate: 0.3, words: 'gave an error', console: 'DISK_FAILED' },
  { code: 'EROFS', rate: 1, words: 'read-only', console: 'DISK_READ_ONLY' },
] as const;

/**
 * The disk under the service and the console gives errors (EIO), becomes read-only while it's used, and loses power while its
 * writes are on their way, in any order. What is refused names the disk; both go on by themselves once it works; what was
 * acknowledged is there, once, after each cut.
 * @returns how often the disk failed, was read-only or lost its power
 */
export async function deviceFaults(random: () => number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-faults-'));
  const mounted = join(folder, 'disk');
  mkdirSync(mounted);
  try {
    const disk = await mountDevice(mounted);
    try {
      let made = await underService(folder, mounted, disk, random);
      for (const { code, rate, console } of FAULTS) {
        const seed = below(random, 1_000_000);
        const consoleDisk: ConsoleDisk = {
          fail: () => disk.order({ kind: 'fail', code, rate, seed }),
          work: () => disk.order({ kind: 'work' }),
          code: console,
        };
        made += await underConsole(mounted, consoleDisk, random);
      }
      return made;
    } finally {
      await disk.unmount();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Cut {
  readonly data: string;
  readonly acknowledged: ReadonlyMap<string, string>;
  readonly sent: readonly string[];
}

async function underService(
  folder: string,
  mounted: string,
  disk: DeviceDisk,
  random: () => number,
): Promise<number> {
  const data = join(mounted, 'service');
  const [root, key] = [freshSigner(), randomBytes(32)];
  const known = new Map<string, string>();
  const sent: string[] = [];
  const cuts: Cut[] = [];
  let running: Running | undefined;
  let fault: (typeof FAULTS)[number] | undefined;
  let refused: string[] = [];
  const post = async (to: Running, body: string) =>
    await send(`${to.url}/public/v1/submit/create_private_keys`, body, stampHeader(body, root));
  const work = async (to: Running, body: string): Promise<void> => {
    const { status, json } = await post(to, body);
    const id = json.activity?.id;
    if (status === 200 && id !== undefined) {
      if (known.has(body) && known.get(body) !== id) throw new Broken('one body made two activities');
      known.set(body, id);
      return;
    }
    const said = JSON.stringify(json);
    if (fault === undefined) throw new Broken(`a disk that works is told as ${status} ${said.slice(0, 200)}`);
    if (status !== 503 || !said.includes(fault.words))
      throw new Broken(`a disk with ${fault.code} is told as ${status} ${said.slice(0, 200)}`);
    refused.push(body);
  };
  /** Several clients send new bodies until it's over. */
  const load = async (to: Running, isOver: () => boolean): Promise<void> => {
    const client = async (): Promise<void> => {
      for (let n = 0; !isOver(); n += 1) {
        if (n > MOST_REQUESTS) throw new Broken('a disk that fails refuses nothing');
        const body = bodyOf(to.organizationId, began - sent.length);
        sent.push(body);
        await work(to, body);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  };
  const began = Date.now();
  try {
    const service = (running = await start(data, root.publicKey, key));
    /** The power is cut while requests are on their way, and comes back on a copy: what was answered before is safe. */
    const cutPower = async (): Promise<void> => {
      const wanted = known.size + 1 + below(random, 6);
      const cutting: Promise<void>[] = [];
      await load(service, () => {
        if (known.size < wanted) return false;
        if (cutting.length === 0) {
          const into = join(folder, `cut-${cuts.length}`);
          cuts.push({ data: join(into, 'service'), acknowledged: new Map(known), sent: [...sent] });
          cutting.push(disk.order({ kind: 'cut', into, seed: below(random, 1_000_000) }));
        }
        return true;
      });
      await Promise.all(cutting);
    };
    await cutPower();
    for (const next of FAULTS) {
      fault = next;
      await disk.order({ kind: 'fail', code: next.code, rate: next.rate, seed: below(random, 1_000_000) });
      await load(service, () => refused.length >= 3);
      if (next.code === 'EROFS') await requireReading(service, root);
      await disk.order({ kind: 'work' });
      fault = undefined;
      const again = refused;
      refused = [];
      for (const body of [...again, ...known.keys()]) await work(service, body);
      await cutPower();
    }
    await end(service.child, random() < 0.5 ? 'SIGKILL' : 'SIGTERM');
    running = await start(data, root.publicKey, key);
    for (const body of sent) await work(running, body);
    await end(running.child, 'SIGTERM');
    check(join(data, 'service.sqlite'), sent.length);

    for (const cut of cuts) {
      const after = (running = await start(cut.data, root.publicKey, key));
      for (const [body, id] of cut.acknowledged)
        if ((await post(after, body)).json.activity?.id !== id)
          throw new Broken('the service lost an activity that it had acknowledged, after a power cut');
      for (const body of cut.sent)
        if ((await post(after, body)).json.activity === undefined)
          throw new Broken('the service refuses a body that it was sent before the power cut');
      await end(after.child, 'SIGTERM');
      check(join(cut.data, 'service.sqlite'), cut.sent.length);
    }
    return cuts.length + FAULTS.length;
  } finally {
    if (running !== undefined) await end(running.child, 'SIGKILL');
  }
}

/** A disk that only reads still answers queries. */
async function requireReading(
  { url, organizationId }: Running,
  root: ReturnType<typeof freshSigner>,
): Promise<void> {
  const query = JSON.stringify({ organizationId });
  const { status } = await send(`${url}/public/v1/query/list_private_keys`, query, stampHeader(query, root));
  if (status !== 200) throw new Broken(`a query is refused with ${status} on a read-only disk`);
}
