import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import { parse as parseEnv } from 'dotenv';
import { z } from 'zod';
import { fromUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { consoleError } from '../../platform/errors.ts';
import { readUpTo, requireLocalPath } from '../../platform/plain-files.ts';
import { type NamedSecret, SECRET_LIMIT, requireCount, secretsInvalid, toSecrets } from './secret-draft.ts';

/** The forms in which several secrets stand in one file. */
type SecretsForm = 'env' | 'json' | 'csv';

type Entries = [name: string, value: string][];

/**
 * Reads the secrets out of a text: `NAME=value` lines, a JSON object of names and texts or an array of `{name, value}`,
 * or CSV with the columns `name` and `value`. A name that is there twice is refused: which value was meant cannot be known.
 * @throws AppError `SECRETS_INVALID`; nothing in it repeats a value
 */
export function parseSecrets(form: SecretsForm, text: string): NamedSecret[] {
  const entries = READERS[form](text.replace(/^\uFEFF/, ''));
  const seen = new Set<string>();
  for (const [name] of entries) {
    if (seen.has(name)) throw twice(name);
    seen.add(name);
  }
  return toSecrets(entries);
}

const READERS: Readonly<Record<SecretsForm, (text: string) => Entries>> = {
  env: readEnv,
  json: readJson,
  csv: readCsv,
};

function readEnv(text: string): Entries {
  const entries = Object.entries(parseEnv(text));
  const known = new Set(entries.map(([name]) => name));
  const seen = new Set<string>();
  // The parser keeps the last of two lines without a word.
  for (const [, name = ''] of text.matchAll(/^[^\S\r\n]*(?:export\s+)?([\w.-]+)[^\S\r\n]*=/gm)) {
    if (!known.has(name)) continue;
    if (seen.has(name)) throw twice(name);
    seen.add(name);
  }
  return entries;
}

// The library's own record leaves a member out whose name is `__proto__`.
const texts = z.custom<Record<string, string>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((member) => typeof member === 'string'),
);
const jsonForm = z.union([texts, z.array(z.strictObject({ name: z.string(), value: z.string() }))]);

function readJson(text: string): Entries {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    // The engine's message quotes the text.
    throw secretsInvalid('It is not JSON.');
  }
  const parsed = jsonForm.safeParse(given);
  if (!parsed.success)
    throw secretsInvalid('It is neither an object of names and texts nor an array of {"name", "value"}.');
  const { data } = parsed;
  const entries: Entries = Array.isArray(data)
    ? data.map(({ name, value }) => [name, value])
    : Object.entries(data);
  // Every text in these forms is one JSON string; the parser keeps the last of two members without a word.
  const strings = text.match(/"(?:[^"\\]|\\.)*"/g)?.length ?? 0;
  if (strings !== entries.length * (Array.isArray(data) ? 4 : 2))
    throw secretsInvalid('A name is there twice.');
  return entries;
}

function readCsv(text: string): Entries {
  let rows: string[][];
  try {
    rows = parseCsv(text, { skip_empty_lines: true, max_record_size: 1 << 20 });
  } catch (error) {
    if (error instanceof CsvError) throw secretsInvalid(`It is not CSV (${error.code}).`);
    throw error;
  }
  const [header, ...records] = rows;
  const columns = header?.map((title) => title.trim().toLowerCase());
  if (columns?.length !== 2 || !columns.includes('name') || !columns.includes('value'))
    throw secretsInvalid('Its first line must name the columns: name,value.');
  const name = columns.indexOf('name');
  return records.map((record) => [record[name] ?? '', record[1 - name] ?? '']);
}

const twice = (name: string) => secretsInvalid(`The name “${name.slice(0, 64)}” is there twice.`);

/** The longest file with several secrets in it, in bytes. */
const FILE_LIMIT = 4 * 1024 * 1024;

/**
 * Reads secrets from a path: a `.env`, `.json` or `.csv` file with several, any other file as one secret with the file's
 * name, a folder as one secret a file. The values go into Secrets and nowhere else.
 * @throws AppError `FILE_UNREADABLE`, `FILE_TOO_LARGE`, `SECRETS_INVALID`, `UTF8_INVALID`
 */
export async function readSecrets(path: string): Promise<NamedSecret[]> {
  const isFolder = await stat(path);
  if (isFolder) return readFolder(path);
  const form = formOf(basename(path));
  if (form === null) return [await readOne(path, basename(path))];
  const bytes = await readUpTo(path, FILE_LIMIT);
  try {
    return parseSecrets(form, fromUtf8(bytes, 'file'));
  } finally {
    bytes.fill(0);
  }
}

function formOf(name: string): SecretsForm | null {
  const lower = name.toLowerCase();
  if (lower === '.env' || lower.startsWith('.env.') || lower.endsWith('.env')) return 'env';
  if (lower.endsWith('.json')) return 'json';
  return lower.endsWith('.csv') ? 'csv' : null;
}

async function stat(path: string): Promise<boolean> {
  requireLocalPath(path);
  try {
    return (await lstat(path)).isDirectory();
  } catch (cause) {
    throw consoleError('FILE_UNREADABLE', { cause });
  }
}

async function readFolder(folder: string): Promise<NamedSecret[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const wrong = entries.find((entry) => !entry.isFile());
  // A link could lead to any file of this user, and it would be sent away under a harmless name.
  if (wrong !== undefined)
    throw secretsInvalid(
      `“${wrong.name}” in the folder is no plain file: it is a folder, a link or a device.`,
    );
  requireCount(entries.length);
  const names = entries.map((entry) => entry.name).sort();
  const secrets: NamedSecret[] = [];
  try {
    for (const name of names) secrets.push(await readOne(join(folder, name), name));
    return secrets;
  } catch (error) {
    for (const { value } of secrets) value.wipe();
    throw error;
  }
}

async function readOne(path: string, name: string): Promise<NamedSecret> {
  return { name, value: new Secret(await readUpTo(path, SECRET_LIMIT)) };
}
