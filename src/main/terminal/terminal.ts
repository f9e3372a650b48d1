import { fstatSync, readSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { consoleError } from '../platform/errors.ts';

/** The operator's side: two streams out, and questions where there is a terminal. */
export interface OperatorTerminal {
  /** One line of the answer. What a terminal would act on is written as what it is. */
  say(line?: string): void;
  /** One line about the answer, beside it. */
  note(line: string): void;
  /** The one line of JSON of `--json`. */
  json(value: unknown): void;
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
  /** Asks for a line, and clears the screen. Empty where the input ended. @throws AppError `TERMINAL_MISSING` */
  typeLine(question: string): Promise<string>;
}

interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** A line without anything that moves a cursor, colors, turns the direction of writing or isn't seen. */
export const plainLine = (line: string): string => revealInvisible(line);

/** JSON of one line, with everything that a terminal could act on as an escape of JSON. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (mark) =>
    [...Array(mark.length).keys()]
      .map((index) => `\\u${mark.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** Clears the screen and what was scrolled off it, where the terminal can (xterm’s control sequences). */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';
/** Words beside each other: a share of 33 has eleven lines. */
const COLUMNS = 3;

export function createTerminal({ stdin, stdout, stderr }: Streams): OperatorTerminal {
  const line = async (question: string): Promise<string> => {
    // Both sides: what is shown to a file stays in it.
    if (!stdin.isTTY || !stderr.isTTY) throw consoleError('TERMINAL_MISSING');
    const lines = createInterface({ input: stdin, output: stderr, terminal: false });
    try {
      stderr.write(question);
      return await new Promise<string>((resolve) => {
        lines.once('line', resolve);
        lines.once('close', () => resolve(''));
      });
    } finally {
      lines.close();
      stderr.write(CLEAR);
    }
  };
  return {
    showWords: async (title, words) => {
      if (!stdin.isTTY || !stderr.isTTY) throw consoleError('TERMINAL_MISSING');
      stderr.write(`${plainLine(title)}\n`);
      for (const [n, word] of words.entries())
        stderr.write(
          `${String(n + 1).padStart(4)} ${word.padEnd(12)}${(n + 1) % COLUMNS === 0 || n + 1 === words.length ? '\n' : ''}`,
        );
      await line('Press Enter when it is written down: ');
    },
    typeLine: (question) => line(`${plainLine(question)}: `),
    say: (line = '') => void stdout.write(`${plainLine(line)}\n`),
    note: (line) => void stderr.write(`${plainLine(line)}\n`),
    json: (value) => void stdout.write(`${plainJson(value)}\n`),
    raw: (text) => void stdout.write(text),
    ask: async (question, word) => {
      if (!stdin.isTTY) throw consoleError('TERMINAL_MISSING');
      const lines = createInterface({ input: stdin, output: stderr, terminal: false });
      try {
        stderr.write(`${plainLine(question)} Type “${word}” to go on, anything else to stop: `);
        const typed = await new Promise<string>((resolve) => {
          lines.once('line', resolve);
          lines.once('close', () => resolve(''));
        });
        return typed.trim() === word;
      } finally {
        lines.close();
      }
    },
  };
}

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

/** The number of a file descriptor that was handed over. @throws AppError `DESCRIPTOR_UNUSABLE` */
export function readDescriptor(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  // Not repeated where it is no number: it may be the secret itself.
  if (number < 3) throw consoleError('DESCRIPTOR_UNUSABLE', { text: number < 0 ? 'that' : text });
  try {
    fstatSync(number);
  } catch (cause) {
    throw consoleError('DESCRIPTOR_UNUSABLE', { text, cause });
  }
  return number;
}

/**
 * Reads a secret's text from a file descriptor, up to its end.
 * @param limit in bytes @throws AppError `FILE_TOO_LARGE`
 */
export function readSecretText(descriptor: number, limit: number): string {
  const buffer = Buffer.alloc(limit + 1);
  try {
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += count;
      if (count === 0 || length === buffer.length) break;
    }
    if (length > limit)
      throw consoleError('FILE_TOO_LARGE', { name: `descriptor ${descriptor}`, limit: limit / 1024 });
    return buffer.toString('utf8', 0, length);
  } finally {
    buffer.fill(0);
  }
}

/** Writes all of some bytes to a file descriptor. */
export function writeToDescriptor(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
}
