import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { type FormField, formFields } from '#protocol/form/form-field.ts';
import { csvRecords, requireDistinct } from './csv-records.ts';
import { type BatchLine, batchInvalid } from './read-lines.ts';

const INDEX = /^\d{1,3}$/;

/** The field at a path, where numbers count the elements of lists from 0; undefined where there is none. */
function fieldAt(fields: readonly FormField[], path: readonly string[]): FormField | undefined {
  const [name, ...rest] = path;
  let field = fields.find((each) => each.name === name);
  for (const [depth, step] of rest.entries()) {
    if (field?.kind === 'group') return fieldAt(field.fields, rest.slice(depth));
    if (field?.kind !== 'list' || !INDEX.test(step)) return undefined;
    field = field.element;
  }
  return field;
}

/** A cell as the value that its field takes: text stays text, numbers and yes or no are read, the rest is JSON. */
export function valueOfCell(
  field: FormField,
  cell: string,
): { readonly value: unknown } | { readonly problem: string } {
  switch (field.kind) {
    case 'text': {
      const problem = unseenProblem(cell);
      return problem === null ? { value: cell } : { problem };
    }
    case 'choice':
      return { value: field.choices.find(({ id }) => id === cell)?.value ?? cell };
    case 'number': {
      const value = Number(cell);
      return cell.trim() === '' || !Number.isFinite(value) ? { problem: 'is no number' } : { value };
    }
    case 'yesNo':
      if (cell === 'true' || cell === 'false') return { value: cell === 'true' };
      return { problem: 'is neither true nor false' };
    case 'choices':
    case 'list':
    case 'group':
    case 'json':
      return fromJson(cell);
  }
}

/** What a spreadsheet hides from whoever looked through the file, and other programs run or cut off. */
function unseenProblem(cell: string): string | null {
  if (cell.includes('\0')) return 'holds a NUL character';
  return /^[\p{Cf}\p{Default_Ignorable_Code_Point}]+[=+\-@]/u.test(cell)
    ? 'has characters that cannot be seen before a formula'
    : null;
}

function fromJson(cell: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(cell) as unknown };
  } catch {
    return { problem: 'is no JSON' };
  }
}

/** Puts a value at a path, and makes the lists and objects on the way. The path is one of {@link fieldAt}. */
function setAt(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', next, ...rest] = path;
  if (next === undefined) {
    into[name] = value;
    return;
  }
  const inner = into[name];
  const made = typeof inner === 'object' && inner !== null ? inner : INDEX.test(next) ? [] : {};
  into[name] = made;
  // A list takes its places by their numbers, as an object takes its members.
  setAt(made as Record<string, unknown>, [next, ...rest], value);
}

interface Column {
  /** As its first line has it. */
  readonly title: string;
  /** Where its values go in the parameters; null for the column with the requests' own names. */
  readonly path: readonly string[] | null;
  readonly field: FormField | null;
}

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
  for await (const { line, record } of csvRecords(text)) {
    if (columns === null) columns = readColumns(record, formFields(operation.parameters));
    else yield readRecord(line, record, columns, operation.path);
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
  requireDistinct(columns.map(({ title }) => title));
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
