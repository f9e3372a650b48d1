import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import { COMMANDS, COMMON_OPTIONS, EXIT, EXIT_TEXT } from '#main/terminal/command-table.ts';
import { completionOf, manualPage, usageOf } from '#main/terminal/completion.ts';
import { parametersFrom } from '#main/terminal/prepare-file.ts';
import { runKeyops } from '#main/terminal/run.ts';
import { plainJson } from '#main/terminal/operator-lines.ts';
import { createTerminal, watchOutput } from '#main/terminal/terminal.ts';

const which = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const page = join(import.meta.dirname, '../../../resources/packaging/linux/keyops.1');

/** What bash offers behind some words of a command line. */
function offered(words: readonly string[]): string[] {
  const script = [
    completionOf('bash'),
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length - 1}`,
    '_keyops',
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join('\n');
  return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n');
}

describe('the command table', () => {
  it('makes the manual page that is packaged: npx vitest -u writes it anew', async () => {
    await expect(manualPage()).toMatchFileSnapshot(page);
  });

  it.skipIf(!which('man'))('makes a manual page that man takes without a warning', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyops-man-'));
    try {
      const file = join(folder, 'keyops.1');
      writeFileSync(file, manualPage());
      const { stdout, stderr, status } = spawnSync('man', ['--warnings', '-l', file], {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C.UTF-8', MANWIDTH: '100' },
      });
      expect([status, stderr]).toEqual([0, '']);
      for (const { name } of COMMANDS) expect(stdout).toMatch(new RegExp(`^ +${name}\\b`, 'm'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('completes in bash: commands, options, operations, curves, shells', () => {
    expect(offered(['keyops', ''])).toEqual([...COMMANDS.map(({ name }) => name), '--help']);
    expect(offered(['keyops', 'stamp', '--pre'])).toEqual(['--preview-digest']);
    expect(offered(['keyops', 'prepare', 'export_w'])).toEqual(['export_wallet', 'export_wallet_account']);
    expect(offered(['keyops', 'prepare', '--curve', 'e'])).toEqual(['ed25519']);
    expect(offered(['keyops', 'completion', 'f'])).toEqual(['fish']);
    expect(offered(['keyops', 'ceremony', 'v.keyops-transcript', 'enr'])).toEqual(['enrolled']);
  });

  it.each(['zsh', 'fish'] as const)('names every command and option for %s', (shell) => {
    const text = completionOf(shell);
    for (const { name, options } of COMMANDS) {
      expect(text).toContain(name);
      for (const option of [...options, ...COMMON_OPTIONS]) expect(text).toContain(option.name);
    }
    for (const { kind, path } of catalogue) if (kind === 'submit') expect(text).toContain(path);
    if (which(shell)) {
      const noExecution = shell === 'fish' ? '--no-execute' : '-n';
      expect(spawnSync(shell, [noExecution], { input: text }).status).toBe(0);
    }
  });

  it('says each exit code once, and lists all of them in the usage', () => {
    expect(EXIT_TEXT.map(([code]) => code)).toEqual(Object.values(EXIT));
    for (const [, says] of EXIT_TEXT) expect(usageOf()).toContain(says);
  });

  it('has no option that takes a secret itself', () => {
    for (const { options } of COMMANDS)
      for (const { name } of options as readonly { name: string }[])
        expect(name).not.toMatch(/^(?:secret|password|passphrase|private-key)$/);
  });
});

describe('a command line', () => {
  const run = async (argv: readonly string[]): Promise<{ exit: number; out: string[]; err: string[] }> => {
    const [out, err]: [string[], string[]] = [[], []];
    const exit = await runKeyops(argv, {
      terminal: {
        say: (line = '') => void out.push(line),
        note: (line) => void err.push(line),
        json: (value) => void out.push(JSON.stringify(value)),
        noteJson: (value) => void err.push(JSON.stringify(value)),
        raw: (text) => void out.push(text),
        ask: () => Promise.reject(new Error('nobody is asked')),
        showWords: () => Promise.reject(new Error('nothing is shown')),
        askLine: () => Promise.resolve(''),
        typeLine: () => Promise.reject(new Error('nobody is asked')),
      },
      open: () => Promise.reject(new Error('nothing is opened')),
      readInput: () => Promise.resolve(new Uint8Array()),
      clock: { now: () => 0, after: () => () => undefined },
    });
    return { exit, out, err };
  };

  it.each([
    [['nothing-like-it']],
    [['stamp']],
    [['stamp', 'a', 'b']],
    [['stamp', 'a', '--unknown']],
    [['prepare']],
    [['prepare', 'create_policy', '--again', 'x']],
    [['prepare', '--again', 'x', '--set', 'amount=5']],
    [['prepare', '--again', 'x', '--lookup-table', 'y']],
    [['prepare', '--again', 'x', '--profile', 'z', '--json']],
    [['stamp', 'a', '--preview-digest', 'abc']],
    [['completion', 'tcsh']],
    [['journal', '--lines', 'many']],
    [['prepare', 'create_policy', '--key', 'zz']],
    [['prepare', 'create_policy', '--set', '__proto__.x=1']],
    [['prepare', 'create_policy', '--set', 'a.3=1']],
    [[]],
  ])('%j is wrong, and ends with 2', async (argv) => {
    expect((await run(argv)).exit).toBe(EXIT.usage);
  });

  it('answers in JSON where it is asked to, also when it refuses', async () => {
    const { out, exit } = await run(['inspect', '/nowhere/at-all', '--json']);
    expect(exit).toBe(EXIT.input);
    expect(JSON.parse(out.at(-1) ?? '')).toMatchObject({ ok: false, exit: 3, code: 'FILE_UNREADABLE' });
  });

  it('builds parameters out of a path, a text and JSON', async () => {
    const none = () => Promise.resolve(new Uint8Array());
    expect(
      await parametersFrom(undefined, ['users.0.userName=Ann=1', 'users.0.userTags:=[]', 'n:=1'], none),
    ).toEqual({ users: [{ userName: 'Ann=1', userTags: [] }], n: 1 });
    const stdin = () => Promise.resolve(new TextEncoder().encode('{"a":{"b":"c"}}'));
    expect(await parametersFrom('-', ['a.d=e'], stdin)).toEqual({ a: { b: 'c', d: 'e' } });
  });

  it('writes nothing that a terminal acts on, neither as text nor as JSON', () => {
    const written: string[] = [];
    const stream = { write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
    const stdin = Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.ReadStream;
    const terminal = createTerminal({ stdin, stdout: stream, stderr: stream });
    const evil = 'a\u001b[31mb\u009bc\u202ed\u200be\rf\u2028g';
    terminal.say(evil);
    terminal.note(evil);
    terminal.json({ evil });
    expect(written.join('').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(written).toHaveLength(3);
    expect(JSON.parse(plainJson({ evil }))).toEqual({ evil });
  });

  it('takes the end of the input for no answer, also at the next question', async () => {
    const stream = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.WriteStream;
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const terminal = createTerminal({
      stdin: stdin as unknown as NodeJS.ReadStream,
      ...{ stdout: stream, stderr: stream },
    });
    stdin.end();
    expect(await terminal.askLine('Who is here')).toBe('');
    expect(await terminal.askLine('Who else')).toBe('');
    expect(await terminal.ask('Really?', 'yes')).toBe(false);
  });

  it('asks nobody where there is no terminal', async () => {
    const stream = { write: () => true } as unknown as NodeJS.WriteStream;
    const stdin = Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.ReadStream;
    const terminal = createTerminal({ stdin, stdout: stream, stderr: stream });
    await expect(terminal.ask('Really?', 'yes')).rejects.toMatchObject({ code: 'TERMINAL_MISSING' });
  });
});

describe('attack: an answer that is lost', () => {
  /** What a full disk does with the n-th write. */
  const full = (from: number): Writable => {
    let count = 0;
    return new Writable({
      write: (_chunk, _encoding, done) => done((count += 1) > from ? new Error('ENOSPC') : null),
    });
  };

  it.each([0, 1])('is no success where writing fails after %s lines', async (from) => {
    const stream = full(from);
    const isOut = watchOutput(stream);
    stream.write('{"ok":true}\n');
    stream.write('more\n');
    expect(await isOut()).toBe(false);
    expect(await isOut()).toBe(false);
  });

  it('is a success where all of it is written', async () => {
    const stream = full(Number.POSITIVE_INFINITY);
    const isOut = watchOutput(stream);
    stream.write('{"ok":true}\n');
    expect(await isOut()).toBe(true);
  });
});
