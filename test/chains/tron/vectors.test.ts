import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readTron } from '#chains/tron/read-tron.ts';
import { parseTron } from '#chains/tron/transaction.ts';
import { sha256Hex } from '#protocol/encoding.ts';
import { expectAsTronweb } from './as-tronweb.ts';

const load = <S extends z.ZodType>(name: string, schema: S): z.infer<S> =>
  schema.parse(
    JSON.parse(readFileSync(fileURLToPath(new URL(`../../vectors/tron/${name}`, import.meta.url)), 'utf8')),
  );
const generated = load(
  'tronweb.json',
  z.array(z.object({ type: z.string(), hex: z.string(), id: z.string() })),
);
const published = load('published.json', z.array(z.object({ hex: z.string() })));

describe('the transactions that tronweb encoded', () => {
  it('are more than 200, of every type that is read', () => {
    expect(generated.length).toBeGreaterThan(200);
    expect(new Set(generated.map(({ type }) => type)).size).toBe(17);
  });

  it.each([...new Set(generated.map(({ type }) => type))])(
    '%s: every value as tronweb decodes it',
    (type) => {
      for (const { hex } of generated.filter((each) => each.type === type)) expectAsTronweb(type, hex);
    },
  );

  it('have their id', () => {
    for (const { hex, id } of generated) expect(sha256Hex(parseTron(hex).bytes)).toBe(id);
  });

  it('are read without blind signing, but for code and calls that nobody knows', () => {
    for (const { hex, type } of generated) {
      const { blind } = readTron(hex);
      if (!type.endsWith('SmartContract')) expect(blind, type).toBe(false);
    }
  });
});

describe('the transactions of public test suites and documents', () => {
  const read = published.flatMap(({ hex }) => {
    try {
      return [{ hex, name: parseTron(hex).name, known: parseTron(hex).known }];
    } catch {
      return [];
    }
  });

  it('are read, but for the few that their publishers cut off or wrote in another order', () => {
    expect(published.length - read.length).toBe(6);
  });

  it('have every value as tronweb decodes it', () => {
    for (const { hex, name, known } of read) if (known !== null) expectAsTronweb(name, hex);
  });

  it('say “blind signing” for the types that are not read', () => {
    for (const { hex, known } of read)
      if (known === null) expect(readTron(hex).warnings.map(({ code }) => code)).toContain('BLIND_SIGNING');
  });
});
