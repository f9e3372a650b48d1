import { decode as decodeElsewhere } from 'cbor2';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { type CborMap, encodeCanonical } from '#protocol/offline/cbor.ts';
import {
  OFFLINE_LIMITS,
  type OfflineFile,
  digestOfFile,
  fileStemOf,
  readAnyOfflineFile,
  readOfflineFile,
  writeOfflineFile,
  writeTwin,
} from '#protocol/offline/offline-files.ts';
import vectors from '../../vectors/offline-format.json' with { type: 'json' };
import {
  FILES,
  anyFile,
  answerFile,
  codeOf,
  requestFile,
  stampFile,
  previousFile,
  tablesFile,
} from './files.ts';

const raw = (content: object): Uint8Array =>
  Uint8Array.from([0xd9, 0xd9, 0xf7, ...encodeCanonical(content as CborMap)]);
const json = (content: object): Uint8Array => toUtf8(JSON.stringify(content));
const twinOf = (file: OfflineFile): Record<string, unknown> =>
  JSON.parse(writeTwin(file)) as Record<string, unknown>;
const byFormat = FILES.map((file) => [`${file.format} ${file.version}`, file] as const);

describe('the published vectors', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))(
    '%s: twin, bytes and digest belong together',
    (_name, { twin, hex, digest }) => {
      const file = readAnyOfflineFile(fromHex(hex));
      expect(JSON.parse(writeTwin(file))).toEqual(twin);
      expect(toHex(writeOfflineFile(readAnyOfflineFile(json(twin))))).toBe(hex);
      expect(toHex(digestOfFile(file))).toBe(digest);
    },
  );

  it.each(vectors.map((vector) => [vector.name, vector] as const))(
    '%s: another library reads the same members',
    (_name, { twin, hex }) => {
      const tagged = decodeElsewhere<{ tag?: number; contents?: unknown }>(fromHex(hex));
      const content = tagged.contents ?? tagged;
      const shown = JSON.parse(
        JSON.stringify(content, (_key, value: unknown) =>
          value instanceof Uint8Array ? toHex(value) : value,
        ),
      ) as unknown;
      expect(shown).toEqual(twin);
    },
  );
});

test.each([
  ['lookup tables', /```\n(6c 6c6f6f6b75705461626c6573[^`]+)```/],
  ['previous transactions', /```\n(74 70726576696f75735472[^`]+)```/],
])('the document takes %s apart byte by byte', async (what, block) => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/offline-format.md'), 'utf8');
  const [, dump = ''] = block.exec(text) ?? [];
  const hex = dump
    .split('\n')
    .map((line) => line.split(/ {2,}/)[0] ?? '')
    .join('')
    .replaceAll(' ', '');
  const vector = vectors.find(({ name }) => name === `a request with ${what}`);
  expect(hex.length).toBeGreaterThan(300);
  expect(vector?.hex).toContain(hex);
  expect(text).toContain(vector?.digest);
});

test('the document takes a stamp apart byte by byte', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/offline-format.md'), 'utf8');
  const [, dump = ''] = /```\n(d9d9f7[^`]+)```/.exec(text) ?? [];
  const hex = dump
    .split('\n')
    .map((line) => line.split(/ {2}| (?=[^0-9a-f]|a |\d+ bytes)/)[0] ?? '')
    .join('')
    .replaceAll(' ', '');
  const stamp = vectors.find(({ name }) => name === 'a stamp');
  expect(hex).toBe(stamp?.hex);
  expect(text).toContain(stamp?.digest);
});

describe('a file', () => {
  it('comes back as it was written, in both forms', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const bytes = writeOfflineFile(file);
        expect(readAnyOfflineFile(bytes)).toEqual(file);
        const twin = readAnyOfflineFile(toUtf8(writeTwin(file)));
        expect(toHex(writeOfflineFile(twin))).toBe(toHex(bytes));
      }),
    );
  });

  it.each(byFormat)(
    '%s: each changed byte is refused, or is another file with another digest',
    (_format, file) => {
      const bytes = writeOfflineFile(file);
      const digest = toHex(digestOfFile(file));
      for (let at = 0; at < bytes.length; at += 1) {
        for (const change of [0x01, 0x20, 0xff]) {
          const flipped = Uint8Array.from(bytes);
          flipped[at] = (flipped[at] ?? 0) ^ change;
          try {
            const read = readAnyOfflineFile(flipped);
            expect(toHex(digestOfFile(read))).not.toBe(digest);
            expect(toHex(writeOfflineFile(read))).toBe(toHex(flipped));
          } catch (error) {
            expect(String((error as { code?: unknown }).code)).toMatch(/^OFFLINE_FILE_/);
          }
        }
      }
    },
  );

  it.each(byFormat)('%s: cut off at any byte, or with bytes behind it, it is refused', (_format, file) => {
    const bytes = writeOfflineFile(file);
    for (let length = 0; length < bytes.length; length += 1)
      expect(codeOf(() => readAnyOfflineFile(bytes.subarray(0, length)))).toMatch(/^OFFLINE_FILE_/);
    expect(codeOf(() => readAnyOfflineFile(Uint8Array.from([...bytes, 0])))).toBe('OFFLINE_FILE_MALFORMED');
  });

  it('is refused in words whatever its bytes are', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom([], [0xd9, 0xd9, 0xf7], [0x7b]),
        (noise, start) => {
          expect(codeOf(() => readAnyOfflineFile(Uint8Array.from([...start, ...noise])))).toMatch(
            /^OFFLINE_FILE_/,
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each(byFormat)('%s: a member too many, at any place, is refused and named', (_format, file) => {
    const places: string[][] = [[]];
    const look = (value: unknown, path: string[]): void => {
      if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
      for (const [key, member] of Object.entries(value)) {
        const isMap = typeof member === 'object' && !Array.isArray(member) && !(member instanceof Uint8Array);
        if (isMap) places.push([...path, key]);
        look(member, [...path, key]);
      }
    };
    look(file, []);
    expect(places.length).toBeGreaterThan(file.format === 'keyops-request' ? 5 : 0);
    for (const place of places) {
      const changed = structuredClone(file) as unknown as Record<string, unknown>;
      let inner = changed;
      for (const key of place) inner = inner[key] as Record<string, unknown>;
      inner['hidden'] = 'extra';
      expect(() => readAnyOfflineFile(raw(changed))).toThrow(/hidden/);
    }
  });

  it.each(byFormat)('%s: a member that is missing is refused', (_format, file) => {
    for (const key of Object.keys(file)) {
      const rest = Object.fromEntries(Object.entries(file).filter(([name]) => name !== key));
      expect(codeOf(() => readAnyOfflineFile(raw(rest)))).toMatch(/^OFFLINE_FILE_/);
    }
  });

  it('of a later version is refused with both versions in words', () => {
    expect(() => readAnyOfflineFile(raw({ ...stampFile, version: 2 }))).toThrow(/version 2.*version 1/);
    expect(codeOf(() => readAnyOfflineFile(json({ format: 'keyops-stamp', version: 2 })))).toBe(
      'OFFLINE_FILE_VERSION',
    );
  });

  it('of a later version than its format has is refused, and each version keeps its own members', () => {
    expect(() => readAnyOfflineFile(raw({ ...requestFile, version: 4 }))).toThrow(/version 4.*1, 2, and 3/);
    expect(codeOf(() => readAnyOfflineFile(raw({ ...answerFile, version: 2 })))).toBe('OFFLINE_FILE_VERSION');
    // Version 2 without its member, version 1 with it.
    expect(() => readAnyOfflineFile(raw({ ...requestFile, version: 2 }))).toThrow(/lookupTables/);
    expect(() => readAnyOfflineFile(raw({ ...tablesFile, version: 1 }))).toThrow(/lookupTables/);
    expect(codeOf(() => writeOfflineFile({ ...tablesFile, version: 1 }))).toBe('OFFLINE_FILE_MALFORMED');
    // Version 3 without its member, and with tables alone: what version 2 says.
    expect(() => readAnyOfflineFile(raw({ ...tablesFile, version: 3 }))).toThrow(/previousTransactions/);
    expect(() => readAnyOfflineFile(raw({ ...previousFile, version: 2 }))).toThrow(/untrusted/);
  });

  it('of version 1 is read and written as it was, byte for byte', () => {
    const old = vectors.find(({ name }) => name === 'a request with everything');
    const file = readOfflineFile('keyops-request', fromHex(old?.hex ?? ''));
    expect(file.version).toBe(1);
    expect(file.untrusted.lookupTables).toBeUndefined();
    expect(toHex(writeOfflineFile(file))).toBe(old?.hex);
  });

  const filled = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);
  const [first, second] = tablesFile.untrusted.lookupTables ?? [];
  it.each([
    ['one table twice with different content', [first, { ...first, addresses: filled(32, 13) }]],
    ['one table twice', [first, first]],
    ['tables in another order', [second, first]],
    ['no tables', []],
    ['a table of nothing', [{ table: filled(32, 8), addresses: new Uint8Array() }]],
    ['a table of 257 entries', [{ table: filled(32, 8), addresses: filled(257 * 32, 1) }]],
    ['a table of 10,000 entries', [{ table: filled(32, 8), addresses: filled(10_000 * 32, 1) }]],
    ['half an entry', [{ table: filled(32, 8), addresses: filled(48, 1) }]],
    ['a table’s address of 31 bytes', [{ table: filled(31, 8), addresses: filled(32, 1) }]],
    [
      '65 tables',
      Array.from({ length: 65 }, (_, at) => ({ table: filled(32, at), addresses: filled(32, 1) })),
    ],
  ])('lying lookup tables: %s are refused, written and read', (_what, lookupTables) => {
    const file = { ...tablesFile, untrusted: { ...tablesFile.untrusted, lookupTables } };
    expect(codeOf(() => readAnyOfflineFile(raw(file)))).toBe('OFFLINE_FILE_MALFORMED');
    expect(codeOf(() => writeOfflineFile(file as OfflineFile))).toBe('OFFLINE_FILE_MALFORMED');
  });

  const [one, longer, other] = previousFile.untrusted.previousTransactions ?? [];
  it.each([
    ['one transaction twice', [one, one]],
    ['transactions in another order', [longer, one]],
    ['another order of lengths', [other, longer]],
    ['no transactions', []],
    ['a transaction of 59 bytes', [filled(59, 1)]],
    ['one larger than a block holds', [filled(1_000_001, 1)]],
    ['65 transactions', Array.from({ length: 65 }, (_, at) => filled(60, at))],
    ['a text', ['00']],
  ])('lying previous transactions: %s are refused, written and read', (_what, previousTransactions) => {
    const file = { ...previousFile, untrusted: { ...previousFile.untrusted, previousTransactions } };
    expect(codeOf(() => readAnyOfflineFile(raw(file)))).toBe('OFFLINE_FILE_MALFORMED');
    expect(codeOf(() => writeOfflineFile(file as OfflineFile))).toBe('OFFLINE_FILE_MALFORMED');
  });

  it('of another kind is refused where one kind is asked for', () => {
    expect(codeOf(() => readOfflineFile('keyops-request', writeOfflineFile(stampFile)))).toBe(
      'OFFLINE_FILE_KIND',
    );
    expect(readOfflineFile('keyops-stamp', writeOfflineFile(stampFile))).toEqual(stampFile);
  });

  it('says no other end than an hour after its time', () => {
    expect(codeOf(() => readAnyOfflineFile(raw({ ...requestFile, lapses: requestFile.lapses + 1 })))).toBe(
      'OFFLINE_FILE_MALFORMED',
    );
  });

  it.each([
    ['a name twice', (text: string) => text.replace('{', '{"format":"keyops-stamp",')],
    ['hex in capitals', (text: string) => text.replace(/0606/, 'ABAB')],
    ['hex of another length', (text: string) => text.replace(/0606/, '06')],
    ['a number as a fraction', (text: string) => text.replace('"version":1', '"version":1.0')],
    ['half a character', (text: string) => text.replace('eyJ9', '\\ud800')],
    ['__proto__', (text: string) => text.replace('{', '{"__proto__":{},')],
    ['text behind it', (text: string) => `${text}x`],
  ])('canonicalization twin: a JSON twin with %s is refused', (_what, change) => {
    const text = JSON.stringify(twinOf(stampFile));
    expect(readAnyOfflineFile(toUtf8(text))).toEqual(stampFile);
    expect(codeOf(() => readAnyOfflineFile(toUtf8(change(text))))).toMatch(/^OFFLINE_FILE_/);
  });

  it('is refused by its size before it is read', () => {
    const large = new Uint8Array(OFFLINE_LIMITS['keyops-answer'] + 1);
    large.set([0xd9, 0xd9, 0xf7]);
    expect(codeOf(() => readAnyOfflineFile(large))).toBe('OFFLINE_FILE_TOO_LARGE');
    const stamp = raw({ ...stampFile, value: 'x'.repeat(8192) });
    expect(readAnyOfflineFile(stamp).format).toBe('keyops-stamp');
    const records = Array.from({ length: 3 }, () => ({
      query: 'q',
      parameters: '{}',
      answer: 'x'.repeat(2048 * 1024),
    }));
    const untrusted = { ...requestFile.untrusted, records };
    expect(codeOf(() => writeOfflineFile({ ...requestFile, untrusted }))).toBe('OFFLINE_FILE_TOO_LARGE');
    expect(codeOf(() => readAnyOfflineFile(raw({ ...requestFile, untrusted })))).toBe(
      'OFFLINE_FILE_TOO_LARGE',
    );
    expect(codeOf(() => readAnyOfflineFile(json(twinOf({ ...answerFile, status: 199 }))))).toBe(
      'OFFLINE_FILE_MALFORMED',
    );
  });

  it('has a name that says nothing of what is in it', () => {
    expect(fileStemOf(requestFile.body)).toMatch(/^[0-9a-f]{16}$/);
  });
});
