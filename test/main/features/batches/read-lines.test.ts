import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCsv } from '#main/features/batches/read-csv.ts';
import { type BatchLine, LINE_LIMIT, readJsonl, readText } from '#main/features/batches/read-lines.ts';
import { submitOperation } from '#main/service-client/request-parts.ts';

async function* inPieces(text: string, length: number): AsyncGenerator<string, void, undefined> {
  for (let at = 0; at < text.length; at += length) yield await Promise.resolve(text.slice(at, at + length));
}
const all = async (lines: AsyncIterable<BatchLine>): Promise<BatchLine[]> => {
  const found: BatchLine[] = [];
  for await (const line of lines) found.push(line);
  return found;
};
const jsonl = (text: string, length = 7): Promise<BatchLine[]> => all(readJsonl(inPieces(text, length)));
const csv = (text: string, operation = 'sign_transaction', length = 7): Promise<BatchLine[]> =>
  all(readCsv(inPieces(text, length), submitOperation(operation)));

describe('JSONL of a batch', () => {
  it('gives turns to others between lines, wrong and empty ones too, where one piece has many', async () => {
    for (const line of ['b,2\n', '\n']) {
      // Each look at the time is a millisecond later than the one before.
      let nowMs = performance.now();
      const now = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1));
      let looks: number | undefined;
      setImmediate(() => (looks = now.mock.calls.length));
      await jsonl(line.repeat(500), 10_000);
      expect(now.mock.calls.length).toBeGreaterThan(500);
      expect(looks).toBeLessThan(20);
      now.mockRestore();
    }
  });

  it('gives each request with its line, whatever the pieces it comes in', async () => {
    const request = fc.record({
      operation: fc.string({ minLength: 1 }),
      parameters: fc.dictionary(
        fc.oneof(fc.string(), fc.constant('__proto__')),
        fc.oneof(fc.string(), fc.integer()),
      ),
      id: fc.string({ maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request), fc.integer({ min: 1, max: 40 }), async (requests, length) => {
        const text = requests.map((each) => `${JSON.stringify(each)}\r\n\n`).join('');
        expect(await jsonl(text, length)).toEqual(
          requests.map(({ operation, parameters, id }, index) => ({
            entry: {
              line: index * 2 + 1,
              operation,
              parameters: JSON.parse(JSON.stringify(parameters)) as unknown,
              reference: id,
            },
          })),
        );
      }),
    );
  });

  it.each([
    ['{"operation":"x"', '', 'is no JSON'],
    ['[]', '', undefined],
    ['{"operation":"x"}', 'parameters', 'is missing'],
    ['{"operation":"x","parameters":[]}', 'parameters', 'is not an object'],
    ['{"parameters":{}}', 'operation', undefined],
    ['{"operation":"x","type":"y","parameters":{}}', 'operation', undefined],
    ['{"operation":"x","parameters":{},"organizationId":"o"}', '', undefined],
    ['{"operation":"x","parameters":{},"id":{}}', 'id', undefined],
  ])('says of %s what is wrong, and goes on', async (line, field, message) => {
    const found = await jsonl(`${line}\n{"operation":"x","parameters":{}}`);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({
      problem: { line: 1, field, message: message ?? (expect.any(String) as string) },
    });
    expect(found[1]).toMatchObject({ entry: { line: 2 } });
  });

  it('refuses a line without an end', async () => {
    await expect(jsonl('x'.repeat(LINE_LIMIT + 1), LINE_LIMIT)).rejects.toMatchObject({
      code: 'BATCH_INVALID',
    });
  });
});

describe('CSV of a batch', () => {
  it('takes columns as paths of parameters, quotes and empty cells as CSV has them', async () => {
    const text = 'id,signWith,parameters.type\n"a ""1""",key,T\n\n,"two\nlines",\n';
    expect(await csv(text)).toEqual([
      {
        entry: {
          line: 2,
          operation: 'sign_transaction',
          parameters: { signWith: 'key', type: 'T' },
          reference: 'a "1"',
        },
      },
      {
        entry: {
          line: 5,
          operation: 'sign_transaction',
          parameters: { signWith: 'two\nlines' },
          reference: null,
        },
      },
    ]);
  });

  it('reads numbers, yes or no, lists and members of list elements as their fields want them', async () => {
    const text =
      'userName,userTags,apiKeys.0.apiKeyName,apiKeys.0.publicKey\nAnn,[],laptop,02aa\nBen,"[""t""]",desk,03bb\n';
    const [, ben] = await csv(
      text
        .replaceAll('userName', 'users.0.userName')
        .replace('userTags', 'users.0.userTags')
        .replaceAll(',apiKeys', ',users.0.apiKeys'),
      'create_users',
    );
    expect(ben).toMatchObject({
      entry: {
        parameters: {
          users: [{ userName: 'Ben', userTags: ['t'], apiKeys: [{ apiKeyName: 'desk', publicKey: '03bb' }] }],
        },
      },
    });
  });

  it('says which cell is wrong, and goes on', async () => {
    const found = await csv('users.0.userName,users.0.userTags\nAnn,[\nBen,[]\n', 'create_users');
    expect(found[0]).toEqual({ problem: { line: 2, field: 'users.0.userTags', message: 'is no JSON' } });
    expect(found[1]).toMatchObject({ entry: { line: 3 } });
  });

  it.each([
    ['signWith,colour\nkey,red\n', 'colour'],
    ['signWith,signWith\nkey,key\n', 'twice'],
    ['__proto__.polluted\nyes\n', '__proto__'],
    ['signWith.0\nkey\n', 'signWith.0'],
    ['signWith,type\nkey\n', 'CSV'],
    ['signWith\n"key\n', 'CSV'],
  ])('refuses %j', async (text, word) => {
    await expect(csv(text)).rejects.toMatchObject({
      code: 'BATCH_INVALID',
      message: expect.stringContaining(word) as string,
    });
  });

  it('attack: a column that would reach into every object changes none', async () => {
    await expect(csv('constructor.prototype.polluted\nyes\n')).rejects.toMatchObject({
      code: 'BATCH_INVALID',
    });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('the file of a batch', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyops-batch-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const read = async (path: string): Promise<string> => {
    let text = '';
    for await (const piece of readText(path)) text += piece;
    return text;
  };

  it('is read whole, letters of several bytes across its pieces too, without its mark', async () => {
    const path = join(folder, 'a.jsonl');
    const text = 'aé€😀'.repeat(40_000);
    writeFileSync(path, `\uFEFF${text}`);
    expect(await read(path)).toBe(text);
  });

  it('is refused where it is no UTF-8, or ends inside a letter', async () => {
    const path = join(folder, 'b.jsonl');
    writeFileSync(path, Uint8Array.of(0x61, 0xff));
    await expect(read(path)).rejects.toMatchObject({ code: 'BATCH_INVALID' });
    writeFileSync(path, Uint8Array.of(0x61, 0xe2, 0x82));
    await expect(read(path)).rejects.toMatchObject({ code: 'BATCH_INVALID' });
  });

  it('attack: a link in its place is not followed', async () => {
    const path = join(folder, 'c.jsonl');
    symlinkSync('/etc/hostname', path);
    await expect(read(path)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(read(folder)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});
