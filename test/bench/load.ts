import { Pool } from 'undici';

/** A request ready to be sent. */
export interface Shot {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Sends all shots over `connections` connections, one request on each at a time.
 * @returns requests a second
 * @throws Error when an answer is not 200: a figure made of refusals would be no figure
 */
export async function load(url: string, shots: readonly Shot[], connections: number): Promise<number> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const queue = shots.values();
  const began = performance.now();
  const worker = async (): Promise<void> => {
    for (const shot of queue) {
      const { statusCode, body } = await pool.request({ method: 'POST', ...shot });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${shot.path} answered ${statusCode}: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  return shots.length / seconds;
}
