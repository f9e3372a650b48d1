import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_FILE_BYTES,
  readTransactionFile,
  takeFile,
} from '#renderer/features/signing/transaction-file.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('readTransactionFile', () => {
  it('takes hex as text, with 0x and line ends', async () => {
    expect(await readTransactionFile('a.txt', ascii('0x02f8b0\n010c\r\n'))).toEqual({
      ok: true,
      text: '0x02f8b0010c',
    });
  });

  it('takes raw bytes as hex', async () => {
    expect(await readTransactionFile('a.bin', new Uint8Array([2, 0xf8, 0xb0]))).toEqual({
      ok: true,
      text: '02f8b0',
    });
  });

  it('gives back the bytes of any file that is no text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (rest) => {
        const bytes = new Uint8Array([0x02, ...rest]);
        expect(await readTransactionFile('a', bytes)).toEqual({
          ok: true,
          text: Buffer.from(bytes).toString('hex'),
        });
      }),
    );
  });

  it('says that an empty file is empty', async () => {
    expect(await readTransactionFile('a.txt', new Uint8Array())).toMatchObject({
      ok: false,
      message: 'a.txt is empty.',
    });
  });

  it('says what and where for text that is not hex', async () => {
    expect(await readTransactionFile('a.txt', ascii('0x02zz'))).toMatchObject({
      ok: false,
      message: 'a.txt is text, but not hex: character 5 is “z”.',
    });
  });

  it('takes the transaction that JSON carries, and refuses JSON with two of them', async () => {
    const psbt = '70736274ff01000000';
    const wrapped = JSON.stringify({ psbt, finalize: true });
    expect(await readTransactionFile('a.json', ascii(wrapped))).toEqual({ ok: true, text: psbt });
    const two = JSON.stringify({ psbt, tx: `${psbt}00` });
    expect(await readTransactionFile('a.json', ascii(two))).toMatchObject({
      ok: false,
      message: 'The JSON of this transaction has both psbt and tx.',
    });
  });

  it.each(['{"types":{},"primaryType":"Permit","message":{}}', 'Acme holds this address.\n'])(
    'takes typed data and messages as they are: %s',
    async (text) => {
      expect(await readTransactionFile('a.txt', ascii(text))).toEqual({ ok: true, text });
    },
  );

  it('attack: a file with a recovery phrase is dropped on the window, and its words are not kept', async () => {
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    const answer = await readTransactionFile('phrase.txt', ascii(`${phrase}\n`));
    expect(answer).toMatchObject({
      ok: false,
      message: 'phrase.txt holds a recovery phrase. Nothing of it was kept.',
    });
    expect(JSON.stringify(answer)).not.toContain('sausage');
  });

  it('refuses 10 MB of junk', async () => {
    const answer = await readTransactionFile('junk', new Uint8Array(10_000_000));
    expect(answer).toMatchObject({ ok: false });
    expect(!answer.ok && answer.message).toContain('10,000,000 bytes');
  });
});

describe('takeFile', () => {
  it('refuses a large file by its size, without reading it', async () => {
    const file = {
      name: 'huge',
      size: MAX_FILE_BYTES + 1,
      arrayBuffer: () => Promise.reject(new Error('It was read.')),
    };
    expect((await takeFile(file as unknown as File)).reading.ok).toBe(false);
  });

  it('reads a small one', async () => {
    expect(await takeFile(new File(['aabb'], 'small.txt'))).toEqual({
      name: 'small.txt',
      reading: { ok: true, text: 'aabb' },
    });
  });

  it('says of a folder, and of a file that is gone, that it can’t be read', async () => {
    const file = new File([], 'folder');
    file.arrayBuffer = () => Promise.reject(new DOMException('It is a folder.', 'NotFoundError'));
    expect(await takeFile(file)).toMatchObject({
      name: 'folder',
      reading: { ok: false, message: 'folder can’t be read.' },
    });
  });
});
