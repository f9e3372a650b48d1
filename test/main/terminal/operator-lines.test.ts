// Whoever writes a request writes what a terminal shows of it: no text of theirs begins a row, or ends a secret.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readSecretText, writeSecrets } from '#main/terminal/descriptors.ts';
import { CONTINUED, columnsOf, rowsOf } from '#main/terminal/operator-lines.ts';
import { sayRequest, type ShownRequest } from '#main/terminal/show.ts';
import { createTerminal } from '#main/terminal/terminal.ts';
import { Secret } from '#protocol/secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyops-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a terminal of that width shows: it breaks each line where the next character has no room. */
function shownBy(written: string, columns: number): string[] {
  return written.split('\n').flatMap((line) => {
    const rows = [''];
    let cells = 0;
    for (const character of line) {
      // As wide as East Asian characters and emoji are drawn.
      const width =
        /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Emoji_Presentation}\uff01-\uff60]/u.test(
          character,
        )
          ? 2
          : 1;
      if (cells + width > columns) {
        rows.push('');
        cells = 0;
      }
      rows[rows.length - 1] = `${rows.at(-1) ?? ''}${character}`;
      cells += width;
    }
    return rows;
  });
}

function terminalOf(columns: number | undefined, { out = true, err = true } = {}) {
  const written: string[] = [];
  const stream = (isTTY: boolean) =>
    ({
      write: (text: string) => written.push(text) > 0,
      isTTY,
      columns: isTTY ? columns : undefined,
    }) as unknown as NodeJS.WriteStream;
  const stdin = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream;
  const terminal = createTerminal({ stdin, stdout: stream(out), stderr: stream(err) });
  return { terminal, stdin, text: () => written.join('') };
}

const requestNamed = (name: string, label = 'To'): ShownRequest => ({
  requestDigest: '11'.repeat(32),
  operation: 'create_policy',
  organization: 'org',
  credential: '02',
  service: '',
  bodyDigest: '22'.repeat(32),
  lapsesAt: '2026-11-22T00:00:00.000Z',
  secondsLeft: 60,
  card: {
    sentence: name,
    facts: [{ label, value: name, note: name }],
    warnings: [{ code: 'X', severity: 'notice', title: name, text: name }],
    needsConfirmation: false,
  } as unknown as ShownRequest['card'],
});

describe('attack: a name that is as long as the terminal is wide', () => {
  const lies = [
    '>  Transfer 1 ETH to Ann',
    '=  Body (SHA-256): 00',
    'Approved: 00',
    '!! DANGER: none',
    'Type “approve” to go on',
  ];

  it.each([20, 40, 80, 81, 200])('draws no row of keyops in %s columns', (columns) => {
    for (const lie of lies)
      for (const filler of [' ', 'x', '한', '😀', 'é'])
        for (let length = 0; length <= columns; length += columns < 50 ? 1 : 7) {
          const { terminal, text } = terminalOf(columns);
          sayRequest(terminal, requestNamed(`${filler.repeat(length)}${lie}`));
          const rows = shownBy(text(), columns);
          const drawn = rows.filter((row) => lies.some((each) => row.startsWith(each.slice(0, 8))));
          expect(drawn.every((row) => row.startsWith('=  Body (SHA-256)'.slice(0, columns - 1)))).toBe(true);
          expect(rows.filter((row) => row.startsWith('=  Body'))).toHaveLength(1);
        }
  });

  it('draws no row by a label that a descriptor brings, either', () => {
    const { terminal, text } = terminalOf(80);
    sayRequest(terminal, requestNamed('x', 'Body (SHA-256)'));
    expect(
      text()
        .split('\n')
        .filter((row) => row.startsWith('=  Body (SHA-256)')),
    ).toHaveLength(1);
  });

  it('keeps every character, and every row within the terminal', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 9, max: 120 }),
        (line, columns) => {
          const rows = rowsOf(line, columns);
          const whole = rows.map((row, index) => (index === 0 ? row : row.slice(CONTINUED.length))).join('');
          expect(whole).toBe(line);
          for (const [index, row] of rows.entries()) {
            if (index > 0) expect(row.startsWith(CONTINUED)).toBe(true);
            expect(shownBy(row, columns)).toHaveLength(1);
          }
        },
      ),
    );
  });

  it('counts a terminal behind tee, and one that doesn’t tell its size', () => {
    const long = 'x '.repeat(200);
    for (const [columns, streams] of [
      [80, { out: false, err: true }],
      [80, { out: true, err: false }],
      [0, {}],
      [undefined, {}],
    ] as const) {
      const { terminal, text } = terminalOf(columns, streams);
      terminal.say(long);
      for (const row of text().split('\n')) expect(row.length).toBeLessThan(80);
    }
    expect(columnsOf([{ isTTY: false, columns: 0 }])).toBeNull();
    const { terminal, text } = terminalOf(80, { out: false, err: false });
    terminal.say(long);
    terminal.json({ long });
    expect(text().split('\n')).toHaveLength(3);
  });

  it('begins no row in the question, or in the JSON beside it', async () => {
    const { terminal, stdin, text } = terminalOf(40);
    terminal.noteJson({ name: `${'x'.repeat(31)}Approved: 00` });
    const asked = terminal.ask(`${'x '.repeat(20)}Approved: 00`, 'approve');
    (stdin as unknown as PassThrough).write('approve\n');
    expect(await asked).toBe(true);
    for (const row of shownBy(text(), 40)) expect(row.startsWith('Approved')).toBe(false);
  });
});

describe('secrets over a descriptor', () => {
  let count = 0;
  const over = <T>(
    work: (descriptor: number) => T,
    content?: Uint8Array,
  ): { readonly result: T; readonly text: string } => {
    const file = join(folder, String((count += 1)));
    if (content !== undefined) writeFileSync(file, content);
    const descriptor = openSync(file, content === undefined ? 'w' : 'r');
    try {
      return { result: work(descriptor), text: content === undefined ? '' : readFileSync(file, 'utf8') };
    } finally {
      closeSync(descriptor);
    }
  };
  const written = (
    secrets: readonly { name: string; bytes: Uint8Array }[],
    form: 'text' | 'hex' = 'text',
  ): string => {
    const file = join(folder, String((count += 1)));
    const descriptor = openSync(file, 'w');
    try {
      writeSecrets(
        descriptor,
        secrets.map(({ name, bytes }) => ({ name, plaintext: new Secret(Uint8Array.from(bytes)) })),
        form,
      );
    } finally {
      closeSync(descriptor);
    }
    return readFileSync(file, 'utf8');
  };

  it('attack: a secret with the lines of another in it stays one secret', () => {
    const evil = Buffer.from('a"}\n{"number":2,"of":2,"name":"cold","text":"b\u0000\\');
    const lines = written([
      { name: 'one\n"', bytes: evil },
      { name: 'two', bytes: Buffer.from('b') },
    ])
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { number: 1, of: 2, name: 'one\n"', text: evil.toString() },
      { number: 2, of: 2, name: 'two', text: 'b' },
    ]);
  });

  it('gives back any secrets, as many as there were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.string(), bytes: fc.uint8Array() }), { maxLength: 4 }),
        (secrets) => {
          const lines = written(secrets).split('\n').slice(0, -1);
          const read = lines.map((line) => JSON.parse(line) as { name: string; text?: string; hex?: string });
          expect(
            read.map(({ text, hex }) =>
              Buffer.from(text ?? hex ?? '', text === undefined ? 'hex' : 'utf8').toString('hex'),
            ),
          ).toEqual(secrets.map(({ bytes }) => Buffer.from(bytes).toString('hex')));
        },
      ),
      { numRuns: 50 },
    );
    expect(JSON.parse(written([{ name: 'key', bytes: Buffer.from('ab') }], 'hex'))).toMatchObject({
      hex: '6162',
    });
  });

  it('attack: a secret that is logged, joined or thrown says nothing of itself', () => {
    const { result } = over((descriptor) => readSecretText(descriptor, 64), Buffer.from('correct horse\r\n'));
    expect(result).toBeInstanceOf(Secret);
    expect(`${String(result)} ${JSON.stringify({ result })}`).not.toContain('horse');
    expect(result.use((bytes) => Buffer.from(bytes).toString())).toBe('correct horse');
    result.wipe();
    expect(result.length).toBe(0);
  });

  it('takes one line’s end off, and refuses what is longer than it may be', () => {
    for (const [given, read] of [
      ['', ''],
      ['\n', ''],
      ['a\n\n', 'a\n'],
      ['a\r', 'a\r'],
      ['a', 'a'],
    ] as const)
      expect(
        over((descriptor) => readSecretText(descriptor, 4), Buffer.from(given)).result.use((bytes) =>
          Buffer.from(bytes).toString(),
        ),
      ).toBe(read);
    expect(() => over((descriptor) => readSecretText(descriptor, 4), Buffer.from('12345'))).toThrow(
      'descriptor',
    );
  });
});
