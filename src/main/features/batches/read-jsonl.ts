import { z } from 'zod';
import { jsonObject } from '#protocol/activity.ts';
import { batchInvalid, LINE_LIMIT } from './batch-entry.ts';
import type { BatchLine } from './batch-entry.ts';
import { problemWords } from './problem-text.ts';

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
    const message = issue === undefined ? 'has the wrong shape' : problemWords(issue, value);
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
