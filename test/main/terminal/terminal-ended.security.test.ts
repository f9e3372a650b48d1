// The words of a share on a real terminal, in a process that is told to end.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '#main/terminal/terminal.ts';
import { withBundle } from '#scripts/bundle.mjs';
import { terminalMissing } from '#test/fixtures/keyops-terminal.ts';

const CLEAR = '\u001b[2J\u001b[3J\u001b[H';
const missing = terminalMissing();

/** The process on the terminal, not the terminal around it. */
function pidUnder(terminal: number | undefined): number {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(terminal)], { encoding: 'utf8' });
  return Number(stdout.trim());
}

async function endedBy(script: string, what: string, signal: NodeJS.Signals | 'key' | 'enter') {
  const child = spawn('script', ['-qefc', `exec ${process.execPath} ${script} ${what}`, '/dev/null'], {
    env: { ...process.env, SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  let isTold = false;
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
    if (isTold || !said.endsWith(': ')) return;
    isTold = true;
    // As the keyboard sends them: the terminal makes a signal of Ctrl+C.
    if (signal === 'key') child.stdin.write('\u0003');
    else if (signal === 'enter') child.stdin.write('\n');
    else process.kill(pidUnder(child.pid), signal);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

describe.skipIf(missing !== null)(`words on a terminal (${missing ?? 'a real one'})`, () => {
  it('attack: the screen keeps no word when Ctrl+C, kill or a lost terminal ends the program', async () => {
    await withBundle({ child: 'test/fixtures/show-words-child.ts' }, async (out) => {
      const script = join(out, 'child.mjs');
      const ends = [
        ['key', 130],
        ['SIGINT', 130],
        ['SIGQUIT', 131],
        ['SIGTERM', 143],
        ['SIGHUP', 129],
      ] as const;
      for (const [signal, expected] of ends) {
        const { code, said } = await endedBy(script, 'show', signal);
        expect(said, signal).toContain('academic');
        // Nothing is on the screen after it but what the terminal echoes of the key, and it ends as it would have.
        expect(said.slice(said.lastIndexOf('acne')), signal).toContain(CLEAR);
        expect(said, signal).not.toContain('Ended by itself');
        expect(code, signal).toBe(expected);
      }
      const typed = await endedBy(script, 'type', 'SIGTERM');
      expect(typed.said).toContain(CLEAR);
      const { code, said } = await endedBy(script, 'show', 'enter');
      expect(code).toBe(0);
      expect(said.split(CLEAR)).toHaveLength(2);
    });
  });
});

it('has nothing cleared any more once nothing is shown', async () => {
  const listeners = new Set<() => void>();
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const shown: string[] = [];
  const stderr = { isTTY: true, write: (text: string) => shown.push(text) > 0 };
  const terminal = createTerminal({
    stdin: stdin as unknown as NodeJS.ReadStream,
    ...{ stdout: stderr as unknown as NodeJS.WriteStream, stderr: stderr as unknown as NodeJS.WriteStream },
    whenEnding: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const showing = terminal.showWords('Share', ['academic']);
  expect(listeners.size).toBe(1);
  for (const listener of listeners) listener();
  expect(shown.at(-1)).toBe(CLEAR);
  stdin.write('\n');
  await showing;
  expect(listeners.size).toBe(0);
});
