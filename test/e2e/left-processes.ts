import { readFile, readdir } from 'node:fs/promises';

/**
 * Ends what a program that would not end has left, and says what it was doing (Linux): a test that hangs says where.
 * @param main the program's main process
 * @param folder its data folder, which the pages' processes have in their arguments
 * @returns for each process its role, its state, and what each thread waits for
 */
export async function endLeftProcesses(main: number | undefined, folder: string): Promise<string> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc').catch(() => [])).filter((each) => /^\d+$/.test(each))) {
    const read = (file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const line = (await read('cmdline')).replaceAll('\0', ' ');
    const status = await read('status');
    const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
    if (Number(pid) !== main && parent !== main && !line.includes(folder)) continue;
    const waits = [];
    for (const thread of await readdir(`/proc/${pid}/task`).catch(() => []))
      waits.push(`${(await read(`task/${thread}/comm`)).trim()}: ${await read(`task/${thread}/wchan`)}`);
    const state = /^State:\s*(.*)$/m.exec(status)?.[1] ?? 'gone';
    found.push(`${pid} ${/--type=\S+/.exec(line)?.[0] ?? 'main'} ${state} (${waits.join(', ')})`);
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  return found.length === 0 ? 'No process was left.' : `Left were: ${found.join('; ')}.`;
}
