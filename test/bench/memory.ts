import { readdirSync, readFileSync } from 'node:fs';

/**
 * Resident memory of a process in MB, as Linux counts it; 0 for one that has just ended.
 * @throws Error elsewhere: the figure is measured where the gate runs
 */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes ?? 0) / 1024;
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
  // Chromium's children put their arguments into one word.
  const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  const type = /--type=(\S+)/.exec(line)?.[1] ?? 'main';
  const part = /--utility-sub-type=(\S+)/.exec(line)?.[1];
  return part === undefined ? type : `${type} ${part}`;
}
