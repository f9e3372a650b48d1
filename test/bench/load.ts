import { Pool } from 'undici';
import { median } from './figure.ts';

/** A request ready to be sent. */
export interface Shot {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** What a load came to. */
export interface Load {
  /** Requests a second. */
  readonly rate: number;
  /** The time of one request that half of them, and 99 of 100, stayed within, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Sends all shots over `connections` connections that stand already, one request on each at a time.
 * @param urls where to; over several, the connections are spread evenly
 * @throws Error when an answer is not 200: a figure made of refusals would be no figure
 */
export async function load(
  urls: string | readonly string[],
  shots: readonly Shot[],
  connections: number,
): Promise<Load> {
  const all = [urls].flat();
  const each = connections / all.length;
  const pools = all.map((url) => new Pool(url, { connections: each, pipelining: 1 }));
  // Node accepts one connection for each turn of its loop: opened under load, the last would wait for the others' requests.
  const places = pools.flatMap((pool) => Array.from({ length: each }, () => pool));
  await Promise.all(places.map(opened));
  const workers = places.map((pool) => async (shot: Shot): Promise<void> => {
    const { statusCode, body } = await pool.request({ method: 'POST', ...shot });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${shot.path} answered ${statusCode}: ${text.slice(0, 300)}`);
  });
  const result = await timed(shots.values(), workers);
  await Promise.all(pools.map((pool) => pool.close()));
  return result;
}

/** Has each worker take one piece of work after the other from the queue that they share, until it is empty. */
export async function timed<T>(
  queue: IterableIterator<T>,
  workers: readonly ((work: T) => Promise<void>)[],
): Promise<Load> {
  const times: number[] = [];
  const began = performance.now();
  const run = async (worker: (work: T) => Promise<void>): Promise<void> => {
    for (const work of queue) {
      const sent = performance.now();
      await worker(work);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(workers.map(run));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const within = (part: number): number => times[Math.ceil(times.length * part) - 1] ?? 0;
  return { rate: times.length / seconds, p50: within(0.5), p99: within(0.99) };
}

/** Has the pool open one more connection: each of those that it has is busy with another call of this. */
async function opened(pool: Pool): Promise<void> {
  const { body } = await pool.request({ method: 'GET', path: '/' });
  await body.dump();
}

/** So many batches are at most sent before it counts, and so far apart the last three may be. */
const MOST_WARM_UP = 15;
const FLAT = 1.1;

/**
 * Sends batches until three in a row are equally fast: caches, the compiler and the heap are where they stay.
 * @returns the rate of the last batch
 */
export async function warmUp(
  urls: string | readonly string[],
  batch: () => readonly Shot[],
  connections: number,
): Promise<number> {
  const rates: number[] = [];
  for (let sent = 0; sent < MOST_WARM_UP; sent += 1) {
    rates.push((await load(urls, batch(), connections)).rate);
    const last = rates.slice(-3);
    if (last.length === 3 && Math.max(...last) / Math.min(...last) < FLAT) break;
  }
  return rates.at(-1) ?? 0;
}

/** The middle of several loads, each figure by itself. */
export const medianLoad = (loads: readonly Load[]): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99)),
});
