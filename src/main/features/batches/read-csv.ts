import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { formFields } from '#protocol/form/form-field.ts';
import type { FormField } from '#protocol/form/form-field.ts';
import { batchInvalid, LINE_LIMIT } from './batch-entry.ts';
import type { BatchLine } from './batch-entry.ts';
import { fieldAt, setAt, valueOfCell } from './csv-column.ts';

interface Column {
  /** As its first line has it. */
  readonly title: string;
  /** Where its values go in the parameters; null for the column with the requests' own names. */
  readonly path: readonly string[] | null;
  readonly field: FormField | null;
}

const row = z.object({ record: z.array(z.string()), info: z.looseObject({ lines: z.number() }) });

/**
 * Reads CSV: the first line names the columns, each a path in the operation's parameters such as `signWith` or
 * `parameters.privateKeys.0.curve`, or `id`. An empty cell says nothing; lists and objects are written as JSON.
 * @throws AppError `BATCH_INVALID` for text that is no CSV, or columns that the operation does not have
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  operation: SubmitOperation,
): AsyncGenerator<BatchLine, void, undefined> {
  let columns: Column[] | null = null;
  try {
    const records = parse({ info: true, skip_empty_lines: true, max_record_size: LINE_LIMIT });
    // What breaks the text off breaks the records off.
    pipeline(Readable.from(text), records, () => undefined);
    for await (const given of records as AsyncIterable<unknown>) {
      const {
        record,
        info: { lines },
      } = row.parse(given);
      if (columns === null) columns = readColumns(record, formFields(operation.parameters));
      else yield readRecord(lines, record, columns, operation.path);
    }
  } catch (error) {
    if (error instanceof CsvError) throw batchInvalid(`It is no CSV: ${error.message}.`, error);
    throw error;
  }
}

function readColumns(titles: readonly string[], fields: readonly FormField[]): Column[] {
  const columns = titles.map((given): Column => {
    const title = given.trim();
    if (title === 'id') return { title, path: null, field: null };
    const path = title.replace(/^parameters\./, '').split('.');
    const field = fieldAt(fields, path);
    if (field === undefined)
      throw batchInvalid(`The column “${title.slice(0, 64)}” is no parameter of the operation.`);
    return { title, path, field };
  });
  const twice = columns.find(({ title }, index) => columns.findIndex((each) => each.title === title) < index);
  if (twice !== undefined) throw batchInvalid(`The column “${twice.title}” is there twice.`);
  return columns;
}

function readRecord(
  line: number,
  record: readonly string[],
  columns: readonly Column[],
  operation: string,
): BatchLine {
  const parameters: Record<string, unknown> = {};
  let reference: string | null = null;
  for (const [index, { title, path, field }] of columns.entries()) {
    const cell = record[index] ?? '';
    if (cell === '') continue;
    if (path === null || field === null) {
      reference = cell;
      continue;
    }
    const read = valueOfCell(field, cell);
    if ('problem' in read) return { problem: { line, field: title, message: read.problem } };
    setAt(parameters, path, read.value);
  }
  return { entry: { line, operation, parameters, reference } };
}
