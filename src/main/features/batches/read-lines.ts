import { TextDecoder } from 'node:util';
import { z } from 'zod';
import { jsonObject } from '#protocol/activity.ts';
import { openPlainFile } from '../../platform/plain-files.ts';
import { type BatchLine, LINE_LIMIT, batchInvalid, problemText } from './batch-entry.ts';

/** The largest file, in bytes. */
const FILE_LIMIT = 64 * 1024 * 1024;
const CHUNK = 64 * 1024;

/**
 * The text of a plain file, piece by piece; a byte order mark is left out.
 * @throws AppError `FILE_UNREADABLE`, `BATCH_INVALID` when it is too large or no UTF-8
 */
export async function* readText(path: string): AsyncGenerator<string, void, undefined> {
  const file = await openPlainFile(path);
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const buffer = new Uint8Array(CHUNK);
    for (let total = 0; ;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK, null);
      total += bytesRead;
      if (total > FILE_LIMIT)
        throw batchInvalid(`The file is larger than ${FILE_LIMIT >> 20} MiB, the most that is read.`);
      const text = decode(decoder, buffer.subarray(0, bytesRead), bytesRead > 0);
      if (text !== '') yield text;
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch (cause) {
    throw batchInvalid('The file is no UTF-8 text.', cause);
  }
}

const request = z
  .strictObject({
    operation: z.string().optional(),
    type: z.string().optional(),
    parameters: jsonObject,
    id: z.union([z.string().max(255), z.number()]).optional(),
  })
  .refine(({ operation, type }) => (operation === undefined) !== (type === undefined), {
    error: 'either "operation" or "type" says what it is',
    path: ['operation'],
  });

/**
 * Reads JSONL: one `{"operation" or "type", "parameters", "id"?}` a line; empty lines are left out.
 * @throws AppError `BATCH_INVALID` for a line that is too long
 */
export async function* readJsonl(text: AsyncIterable<string>): AsyncGenerator<BatchLine, void, undefined> {
  for await (const { line, content } of linesOf(text)) {
    if (content.trim() !== '') yield readLine(line, content);
  }
}

function readLine(line: number, content: string): BatchLine {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { problem: { line, field: '', message: 'is no JSON' } };
  }
  const parsed = request.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = issue === undefined ? 'has the wrong shape' : problemText(issue, value);
    return { problem: { line, field: issue?.path.join('.') ?? '', message } };
  }
  const { operation, type, parameters, id } = parsed.data;
  const reference = id === undefined ? null : String(id);
  return { entry: { line, operation: operation ?? type ?? '', parameters, reference } };
}

async function* linesOf(
  text: AsyncIterable<string>,
): AsyncGenerator<{ line: number; content: string }, void, undefined> {
  let rest = '';
  let line = 0;
  for await (const piece of text) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    for (const content of parts) {
      line += 1;
      if (content.length > LINE_LIMIT) throw tooLong(line);
      yield { line, content };
    }
    if (rest.length > LINE_LIMIT) throw tooLong(line + 1);
  }
  yield { line: line + 1, content: rest };
}

const tooLong = (line: number): Error =>
  batchInvalid(`Line ${line} is longer than ${LINE_LIMIT.toLocaleString('en')} characters.`);
