import { decode as decodeElsewhere } from 'cbor2';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { fromHex, sha256Hex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { type CborMap, encodeCanonical } from '#protocol/offline/cbor.ts';
import { readCeremonyKeys, writeCeremonyKeys } from '#protocol/offline/ceremony-keys.ts';
import { checkTranscript } from '#protocol/offline/check-transcript.ts';
import {
  TRANSCRIPT_LIMIT,
  type Transcript,
  approvalStatement,
  isCeremonyName,
  readTranscript,
  transcriptDigest,
  transcriptTwin,
  trialStatement,
  writeTranscript,
} from '#protocol/offline/transcript.ts';
import vector from '../../vectors/ceremony-transcript.json' with { type: 'json' };
import { codeOf } from './files.ts';
import { anyTranscript, wholeTranscript } from './transcripts.ts';

const raw = (content: object): Uint8Array =>
  Uint8Array.from([0xd9, 0xd9, 0xf7, ...encodeCanonical(content as CborMap)]);
const REFUSED = /^(?:OFFLINE_FILE_|TRANSCRIPT_)/;
const whole = wholeTranscript();

describe('the published vector', () => {
  it('is a whole ceremony: bytes, twin and digest belong together, and every check passes', () => {
    const read = readTranscript(fromHex(vector.hex));
    expect(transcriptTwin(read)).toEqual(vector.twin);
    expect(toHex(writeTranscript(whole))).toBe(vector.hex);
    expect(toHex(transcriptDigest(read))).toBe(vector.digest);
    expect(checkTranscript(read).filter(({ passed }) => !passed)).toEqual([]);
    const [ada] = read.approvals;
    if (ada === undefined) throw new Error('nobody approved');
    expect(toHex(approvalStatement(read.ceremony, ada))).toBe(vector.approvalStatement);
    const trial = read.entries.find(({ act }) => act.step === 'trial');
    const previous = trial?.previous ?? new Uint8Array();
    expect(toHex(trialStatement({ ceremony: read.ceremony, previous }, 'Ada Lovelace'))).toBe(
      vector.trialStatement,
    );
    expect(writeCeremonyKeys(read)).toEqual(toUtf8(vector.publicKeys));
  });

  it('another library reads the same members', () => {
    const tagged = decodeElsewhere<{ contents?: unknown }>(fromHex(vector.hex));
    const shown: unknown = JSON.parse(
      JSON.stringify(tagged.contents ?? tagged, (_key, value: unknown) =>
        value instanceof Uint8Array ? toHex(value) : value,
      ),
    );
    expect(shown).toEqual(vector.twin);
  });

  test('the document has its digests, and takes an entry apart byte by byte', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../docs/offline-format.md'), 'utf8');
    expect(text).toContain(vector.digest);
    const [, dump = ''] = /```\n(a5[^`]+)```/.exec(text) ?? [];
    const hex = dump
      .split('\n')
      .map((line) => line.split(/ {2}/)[0] ?? '')
      .join('')
      .replaceAll(' ', '');
    const [first] = whole.entries;
    expect(hex).toBe(toHex(encodeCanonical(first as unknown as CborMap)));
    expect(text).toContain(sha256Hex(fromHex(`d9d9f7${hex}`)));
  });
});

describe('a transcript', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(anyTranscript, (transcript) => {
        const written = writeTranscript(transcript);
        expect(readTranscript(written)).toEqual(transcript);
        expect(toHex(writeTranscript(readTranscript(written)))).toBe(toHex(written));
      }),
    );
  });

  it('holds by no chance: any other content than one that was approved fails a check', () => {
    fc.assert(
      fc.property(anyTranscript, (transcript) => {
        expect(checkTranscript(transcript).some(({ passed }) => !passed)).toBe(true);
      }),
    );
  });

  it('each changed byte is refused, or fails a check', () => {
    const written = writeTranscript(whole);
    for (let at = 0; at < written.length; at += 1) {
      const flipped = Uint8Array.from(written);
      flipped[at] = (flipped[at] ?? 0) ^ 0x01;
      let read: Transcript;
      try {
        read = readTranscript(flipped);
      } catch (error) {
        expect(String((error as { code?: unknown }).code)).toMatch(REFUSED);
        continue;
      }
      expect(
        checkTranscript(read).some(({ passed }) => !passed),
        `byte ${at}`,
      ).toBe(true);
    }
  });

  it('cut off at any byte, or with bytes behind it, it is refused', () => {
    const written = writeTranscript(whole);
    for (let length = 0; length < written.length; length += 1)
      expect(codeOf(() => readTranscript(written.subarray(0, length)))).toMatch(REFUSED);
    expect(codeOf(() => readTranscript(Uint8Array.from([...written, 0])))).toBe('OFFLINE_FILE_MALFORMED');
  });

  it('is refused in words whatever its bytes are', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom([], [0xd9, 0xd9, 0xf7], [0xd9, 0xd9, 0xf7, 0xa8]),
        (noise, start) => {
          expect(codeOf(() => readTranscript(Uint8Array.from([...start, ...noise])))).toMatch(REFUSED);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, object]>([
    ['nothing', {}],
    ['another format', { ...whole, format: 'keyops-request' }],
    ['a later version', { ...whole, version: 2 }],
    ['a member too many', { ...whole, hidden: 1 }],
    ['a member too many in an entry', { ...whole, entries: [{ ...whole.entries[0], hidden: 1 }] }],
    [
      'a member too many in a step',
      { ...whole, entries: [{ ...whole.entries[0], act: { step: 'begin', of: 'x' } }] },
    ],
    ['an unknown step', { ...whole, entries: [{ ...whole.entries[0], act: { step: 'forge' } }] }],
    [
      'a member that is missing',
      Object.fromEntries(Object.entries(whole).filter(([key]) => key !== 'people')),
    ],
    ['one person', { ...whole, people: ['Ada'] }],
    ['seventeen people', { ...whole, people: Array.from({ length: 17 }, (_, n) => `Person ${n}`) }],
    [
      'four hundred and one entries',
      { ...whole, entries: Array.from({ length: 401 }, () => whole.entries[0]) },
    ],
    ['a name with an escape sequence', { ...whole, people: ['Ada\u001b[2J', 'Bob'] }],
    ['a name of another normal form', { ...whole, people: ['A\u0308da', 'Bob'] }],
    ['a name with a filler that isn’t seen', { ...whole, people: ['Ada\u3164', 'Bob'] }],
    ['a title with a line break', { ...whole, title: 'Vault\nDigest' }],
    [
      'a path for a file’s name',
      {
        ...whole,
        entries: [
          {
            ...whole.entries[6],
            act: { step: 'export', file: { name: '../x', digest: new Uint8Array(32) } },
          },
        ],
      },
    ],
    ['a ceremony’s number of another length', { ...whole, ceremony: new Uint8Array(15) }],
  ])('with %s is refused', (_what, content) => {
    expect(codeOf(() => readTranscript(raw(content)))).toMatch(REFUSED);
  });

  it('that is too large is refused before it is read', () => {
    const large = new Uint8Array(TRANSCRIPT_LIMIT + 1);
    large.set([0xd9, 0xd9, 0xf7]);
    expect(codeOf(() => readTranscript(large))).toBe('OFFLINE_FILE_TOO_LARGE');
  });

  it('is what nobody’s stamp for a service can be: its statements are no JSON', () => {
    const [ada] = whole.approvals;
    if (ada === undefined) throw new Error('nobody approved');
    for (const statement of [
      approvalStatement(whole.ceremony, ada),
      trialStatement({ ceremony: whole.ceremony, previous: new Uint8Array(32) }, 'Ada'),
    ])
      expect(() => JSON.parse(Buffer.from(statement).toString('utf8')) as unknown).toThrow();
  });

  it('takes names of many scripts, and none that imitates what stands around it', () => {
    for (const name of ['Ada Lovelace', 'Zoë O’Brien-Smith', 'Łukasz W.', '李小龙', 'Ёлка 2'])
      expect(isCeremonyName(name, 'person')).toBe(true);
    for (const name of ['', ' Ada', 'Ada ', 'A  B', 'Ada: approved', 'Ada”', '(Ada)', '-Ada', 'x'.repeat(49)])
      expect(isCeremonyName(name, 'person')).toBe(false);
  });
});

describe('a file of public keys', () => {
  it('is read as it was written, and in no other spelling', () => {
    const text = vector.publicKeys;
    expect(readCeremonyKeys(toUtf8(text)).credentials.map(({ name }) => name)).toEqual(['Ada Lovelace']);
    for (const changed of [
      `${text}\n`,
      text.replace('\n', ''),
      text.replace('"version": 1', '"version": 1.0'),
      text.replace('{', '{"__proto__": 1,'),
      text.replace('"name"', '"Name"'),
      text.replace(/"publicKey": "../, '"publicKey": "AB'),
    ])
      expect(codeOf(() => readCeremonyKeys(toUtf8(changed)))).toBe('CEREMONY_KEYS_MALFORMED');
  });

  it('is refused in words whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (noise) => {
        expect(codeOf(() => readCeremonyKeys(noise))).toBe('CEREMONY_KEYS_MALFORMED');
      }),
    );
  });
});
