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
 * @throws Error when an answer is not 200: a figure made of refusals would be no figure
 */
export async function load(url: string, shots: readonly Shot[], connections: number): Promise<Load> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const queue = shots.values();
  const times: number[] = [];
  // Node accepts one connection for each turn of its loop: opened under load, the last would wait for the others' requests.
  await Promise.all(Array.from({ length: connections }, () => opened(pool)));
  const began = performance.now();
  const worker = async (): Promise<void> => {
    for (const shot of queue) {
      const sent = performance.now();
      const { statusCode, body } = await pool.request({ method: 'POST', ...shot });
      const text = await body.text();
      times.push(performance.now() - sent);
      if (statusCode !== 200) throw new Error(`${shot.path} answered ${statusCode}: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const within = (part: number): number => times[Math.ceil(times.length * part) - 1] ?? 0;
  return { rate: shots.length / seconds, p50: within(0.5), p99: within(0.99) };
}

/** Has the pool open one more connection: each of those that it has is busy with another call of this. */
async function opened(pool: Pool): Promise<void> {
  const { body } = await pool.request({ method: 'GET', path: '/' });
  await body.dump();
}

/** So many batches are at most sent before it counts, and so far apart the last three may be. */
const MOST_WARM_UP = 15;
const FLAT = 1.1;

/** Sends batches until three in a row are equally fast: caches, the compiler and the heap are where they stay. */
export async function warmUp(url: string, batch: () => readonly Shot[], connections: number): Promise<void> {
  const rates: number[] = [];
  for (let sent = 0; sent < MOST_WARM_UP; sent += 1) {
    rates.push((await load(url, batch(), connections)).rate);
    const last = rates.slice(-3);
    if (last.length === 3 && Math.max(...last) / Math.min(...last) < FLAT) return;
  }
}

/** The middle of several loads, each figure by itself. */
export const medianLoad = (loads: readonly Load[]): Load => ({
  rate: median(loads.map(({ rate }) => rate)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99)),
});
