// The window has a file read as a lookup table: a refusal goes back to it, and to the screen.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTableFile } from '#main/features/offline/lookup-tables.ts';
import { keyOf } from '#test/chains/solana/lookups.ts';

describe('a file that is read as a lookup table', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'keyops-table-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const refusalOf = async (text: string): Promise<{ code?: unknown; message: string }> => {
    const file = join(folder, 'table.json');
    writeFileSync(file, text);
    return readTableFile(file).then(
      () => ({ message: '' }),
      (thrown: unknown) => thrown as Error,
    );
  };

  it.each([
    ['a private key in hex', '3f'.repeat(32)],
    ['a key in PEM', `-----BEGIN PRIVATE KEY-----\n${'4Mi/'.repeat(16)}\n-----END PRIVATE KEY-----\n`],
    ['a recovery phrase', 'PHRASE=abandon ability able\n'],
    ['a table with a key behind it', `{"lookupTableAddress":"1"}\n${'7d'.repeat(32)}`],
  ])('attack: %s is chosen: the refusal shows none of it', async (_, text) => {
    const { code, message } = await refusalOf(text);
    expect(code).toBe('JSON_INVALID');
    for (const word of text.match(/[a-z0-9/]{6,}/gi) ?? []) expect(message).not.toContain(word);
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)>'],
    ['marks of direction', `${keyOf(7).toBase58()}\u202e`],
    ['a control character', `${keyOf(7).toBase58()}\u0000`],
    ['hex', '07'.repeat(32)],
    ['31 bytes', '1'.repeat(31)],
    ['white space', ` ${keyOf(7).toBase58()}`],
  ])('attack: an entry with %s is no address, and isn’t shown', async (_, entry) => {
    const table = { lookupTableAddress: keyOf(9).toBase58(), addresses: [entry] };
    const { code, message } = await refusalOf(JSON.stringify(table));
    expect(code).toBe('LOOKUP_TABLE_INVALID');
    expect(message).not.toContain(entry);
  });
});
