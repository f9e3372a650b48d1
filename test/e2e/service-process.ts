import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Launched } from './launch.ts';

/**
 * The process of a console's local service: Electron names its own, and a child of ours has the data folder in its
 * arguments (Linux).
 * @throws where none is found
 */
export async function servicePid({ electron, dataFolder }: Launched): Promise<number> {
  const metrics = electron?.evaluate(({ app }) => app.getAppMetrics());
  const named = (await metrics)?.find(({ name, serviceName }) => `${name} ${serviceName}`.includes('KeyOps'));
  if (named !== undefined) return named.pid;
  const numbers = (await readdir('/proc')).filter((each) => /^\d+$/.test(each));
  for (const pid of numbers) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(join(dataFolder, 'service'))) return Number(pid);
  }
  throw new Error('The service has no process.');
}
