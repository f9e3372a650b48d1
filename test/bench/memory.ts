import { readdirSync, readFileSync } from 'node:fs';

/**
 * Resident memory of a process in MB, as Linux counts it.
 * @throws Error elsewhere: the figure is measured where the gate runs
 */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (kilobytes === undefined) throw new Error(`no resident memory of process ${pid}`);
  return Number(kilobytes) / 1024;
}

/** A process and all that came from it, with its command line's first word of interest. */
export function processTree(pid: number): { pid: number; kind: string }[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
    } catch {
      // The process ended while the folder was read.
    }
  }
  const found: { pid: number; kind: string }[] = [];
  const visit = (id: number): void => {
    found.push({ pid: id, kind: kindOf(id) });
    for (const child of children.get(id) ?? []) visit(child);
  };
  visit(pid);
  return found;
}

function kindOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const type = words.find((word) => word.startsWith('--type='))?.slice(7) ?? 'main';
  const sub = words.find((word) => word.startsWith('--utility-sub-type='))?.slice(19);
  return sub === undefined ? type : `${type} ${sub}`;
}
