import { createInterface } from 'node:readline';
import { consoleError } from '../platform/errors.ts';
import { columnsOf, plainJson, plainLine, rowsOf } from './operator-lines.ts';

/** The operator's side: two streams out, and questions where there is a terminal. */
export interface OperatorTerminal {
  /**
   * One line of the answer. What a terminal would act on is written as what it is; a line that is longer than the terminal goes on
   * behind a mark, so that nothing in it begins a row.
   */
  say(line?: string): void;
  /** One line about the answer, beside it. */
  note(line: string): void;
  /** The one line of JSON of `--json`, whole: a program reads it. */
  json(value: unknown): void;
  /** JSON beside the answer: whole for a program, as a note on a terminal. */
  noteJson(value: unknown): void;
  /** Text of our own that is handed on as it is, such as a shell's completion. */
  raw(text: string): void;
  /**
   * Asks for a word; whether that very word was typed.
   * @throws AppError `TERMINAL_MISSING`
   */
  ask(question: string, word: string): Promise<boolean>;
  /**
   * Shows words on the terminal itself, not in the answer, until a line’s end is typed; then the screen is cleared.
   * @throws AppError `TERMINAL_MISSING`
   */
  showWords(title: string, words: readonly string[]): Promise<void>;
  /** Asks for a line that isn’t secret. Empty where the input ended. @throws AppError `TERMINAL_MISSING` */
  askLine(question: string): Promise<string>;
  /** Asks for a line, and clears the screen. Empty where the input ended. @throws AppError `TERMINAL_MISSING` */
  typeLine(question: string): Promise<string>;
}

/** Calls back when the program is told to end, before it does. @returns what takes that back */
export type WhenEnding = (listener: () => void) => () => void;

interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** By signals when left out. */
  readonly whenEnding?: WhenEnding | undefined;
}

/** Clears the screen and what was scrolled off it, where the terminal can (xterm’s control sequences). */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';
/** Words beside each other: a share of 33 has eleven lines. */
const COLUMNS = 3;

export function createTerminal(streams: Streams): OperatorTerminal {
  const { stdin, stdout, stderr, whenEnding = whenSignaled } = streams;
  // Asked each time: the operator may have made the window narrower.
  const rows = (line: string): string =>
    `${rowsOf(plainLine(line), columnsOf([stdout, stderr])).join('\n')}\n`;
  const readLine = async (question: string): Promise<string> => {
    if (!stdin.isTTY) throw consoleError('TERMINAL_MISSING');
    // Nothing would come of it, not even its end.
    if (stdin.readableEnded || stdin.destroyed) return '';
    const lines = createInterface({ input: stdin, output: stderr, terminal: false });
    try {
      stderr.write(question);
      return await new Promise<string>((resolve) => {
        lines.once('line', resolve);
        lines.once('close', () => resolve(''));
      });
    } finally {
      lines.close();
    }
  };
  /** Clears the screen after what is shown or typed, and when the program is told to end meanwhile. */
  const cleared = async <T>(work: () => Promise<T>): Promise<T> => {
    // Both sides: what is shown to a file stays in it.
    if (!stdin.isTTY || !stderr.isTTY) throw consoleError('TERMINAL_MISSING');
    const clear = (): void => void stderr.write(CLEAR);
    const forget = whenEnding(clear);
    try {
      return await work();
    } finally {
      clear();
      forget();
    }
  };
  return {
    askLine: (question) => readLine(rows(`${question}: `).slice(0, -1)),
    showWords: (title, words) =>
      cleared(async () => {
        stderr.write(rows(title));
        for (const [n, word] of words.entries())
          stderr.write(
            `${String(n + 1).padStart(4)} ${word.padEnd(12)}${(n + 1) % COLUMNS === 0 || n + 1 === words.length ? '\n' : ''}`,
          );
        await readLine('Press Enter when it is written down: ');
      }),
    typeLine: (question) => cleared(() => readLine(rows(`${question}: `).slice(0, -1))),
    say: (line = '') => void stdout.write(rows(line)),
    note: (line) => void stderr.write(rows(line)),
    noteJson: (value) => {
      const line = plainJson(value);
      stderr.write(stderr.isTTY ? rows(line) : `${line}\n`);
    },
    json: (value) => void stdout.write(`${plainJson(value)}\n`),
    raw: (text) => void stdout.write(text),
    ask: async (question, word) => {
      const typed = await readLine(
        rows(`${question} Type “${word}” to go on, anything else to stop: `).slice(0, -1),
      );
      return typed.trim() === word;
    },
  };
}

/** Those of a terminal, and of what ends programs: Ctrl+C, Ctrl+\, kill, and the terminal’s own end. */
const ENDING = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls back when a signal is to end this process, which it then does as if nobody had listened. */
const whenSignaled: WhenEnding = (listener) => {
  const forget = (): void => {
    for (const signal of ENDING) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    listener();
    forget();
    process.kill(process.pid, signal);
  };
  for (const signal of ENDING) process.on(signal, end);
  return forget;
};

/**
 * Watches what the answer is written to: a full disk or a reader that went away ends nothing by itself.
 * @returns whether all that was written until then is out, to be asked at the end
 */
export function watchOutput(stdout: NodeJS.WritableStream): () => Promise<boolean> {
  let isLost = false;
  stdout.on('error', () => {
    isLost = true;
  });
  return () =>
    new Promise((resolve) => {
      stdout.write('', (error) => resolve(!isLost && (error ?? undefined) === undefined));
    });
}
