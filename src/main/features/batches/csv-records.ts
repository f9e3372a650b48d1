import { Readable, pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { createYield } from '../../platform/pacing.ts';
import { LINE_LIMIT, batchInvalid } from './read-lines.ts';

const row = z.object({
  record: z.array(z.string()),
  raw: z.string(),
  info: z.looseObject({ lines: z.number() }),
});

/** A window shows the columns, and some rows of them. */
const MOST_COLUMNS = 1_000;

/** The cells of a CSV's line, and where it stands in the file, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly record: readonly string[];
  /** As the file has it, without the line's end. */
  readonly raw: string;
}

/**
 * Reads CSV (RFC 4180); empty lines are left out, and every line has as many cells as the first one. Others have their turn
 * between lines.
 * @throws AppError `BATCH_INVALID` for text that is no CSV, or has too many columns
 */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord, void, undefined> {
  const yieldToEventLoop = createYield();
  try {
    const records = parse({ info: true, raw: true, skip_empty_lines: true, max_record_size: LINE_LIMIT });
    // What breaks the text off breaks the records off.
    pipeline(Readable.from(text), records, () => undefined);
    for await (const given of records as AsyncIterable<unknown>) {
      const { record, info, raw } = row.parse(given);
      if (record.length > MOST_COLUMNS)
        throw batchInvalid(
          `It has ${record.length.toLocaleString('en')} columns; ${MOST_COLUMNS.toLocaleString('en')} are read at most.`,
        );
      // The text of a record begins with the empty lines that were left out before it.
      yield { line: info.lines, record, raw: raw.replace(/^[\r\n]+|[\r\n]+$/g, '') };
      await yieldToEventLoop();
    }
  } catch (error) {
    if (error instanceof CsvError) throw batchInvalid(`The file is no CSV: ${whyNot(error)}.`, error);
    throw error;
  }
}

const where = z.object({ lines: z.number(), record: z.array(z.string()).optional() });

/** Why a file isn't CSV. The library's own messages are hard to read, and quote the contents of cells. */
function whyNot(error: CsvError): string {
  const { lines = 0, record } = where.safeParse(error).data ?? {};
  const line = `line ${lines.toLocaleString('en')}`;
  const cells = record?.length === 1 ? '1 cell' : `${record?.length ?? 0} cells`;
  const reasons: Partial<Record<CsvError['code'], string>> = {
    CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: `${line} has ${cells}, not as many as the first line`,
    CSV_QUOTE_NOT_CLOSED: 'it ends inside a quoted cell, whose quote is never closed',
    CSV_MAX_RECORD_SIZE: `a line is longer than ${LINE_LIMIT >> 20} MiB; a quote that is never closed makes one line of all that follows`,
    INVALID_OPENING_QUOTE: `${line} has a quote inside a cell; put that cell in quotes, and write each quote in it twice`,
    CSV_INVALID_CLOSING_QUOTE: `${line} has something behind a closing quote; write each quote inside a quoted cell twice`,
  };
  return reasons[error.code] ?? `${line} can’t be read`;
}

/** @throws AppError `BATCH_INVALID` where two columns have one title */
export function requireDistinct(titles: readonly string[]): void {
  const twice = titles.find((title, index) => titles.indexOf(title) < index);
  if (twice !== undefined) throw batchInvalid(`The column “${twice.slice(0, 64)}” is there twice.`);
}
