import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { copySecret } from '#protocol/secret.ts';
import { addUp } from './mac-sum.ts';

/** What the thread runs: a sum of MACs (row-seal.ts). Nothing of ours is loaded into it, and it keeps nothing after its answer. */
const ADD_UP = `
  const { createHmac } = require('node:crypto');
  const { parentPort, workerData: { key, weighed } } = require('node:worker_threads');
  let sum = 0n;
  parentPort.on('message', (rows) => {
    if (rows === null) {
      key.fill(0);
      parentPort.postMessage(sum);
      parentPort.close();
      return;
    }
    for (const row of rows) sum += BigInt('0x' + createHmac('sha256', key).update(row).digest('hex'));
    Atomics.add(weighed, 0, 1);
  });`;

/** So many lists wait for the thread at most: what else is read meanwhile would pile up in memory. */
const MOST_WAITING = 8;

/** A thread that adds up the MACs of rows while this one reads the next. */
export interface WeighThread {
  /** Whether it has enough to do. */
  readonly isBusy: boolean;
  /** @param rows each as of `RowSeal.weigh` */
  add(rows: readonly string[]): void;
  /** Ends it. @returns the sum of what was added, modulo 2^256 @throws Error where the thread failed */
  total(): Promise<bigint>;
  /** Ends it without a sum. */
  stop(): void;
}

/** @param key the key of the MACs, which is copied into the thread and wiped there */
export function startWeighThread(key: Uint8Array): WeighThread {
  const own = copySecret(key);
  const weighed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData = { key: own, weighed };
  const thread = new Worker(ADD_UP, { eval: true, workerData, transferList: [own.buffer], env: {} });
  // The thread may fail before `total` waits for it: without a listener that would be an unhandled rejection.
  const answer = once(thread, 'message');
  answer.catch(() => undefined);
  const ended = once(thread, 'exit').then(() =>
    Promise.reject(new Error('The thread that weighs has ended.')),
  );
  ended.catch(() => undefined);
  let added = 0;
  return {
    get isBusy() {
      return added - Atomics.load(weighed, 0) >= MOST_WAITING;
    },
    add: (rows) => {
      added += 1;
      thread.postMessage(rows);
    },
    total: async () => {
      thread.postMessage(null);
      const [sum] = (await Promise.race([answer, ended])) as [bigint];
      return addUp(0n, sum);
    },
    stop: () => void thread.terminate(),
  };
}
