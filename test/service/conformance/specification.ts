import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A field as the specification writes it. */
export interface SpecField {
  readonly name: string;
  /** `string`, `boolean`, `number`, `object`, `enum`, `array`, `array of string`, `array of enum`; '' where not told. */
  readonly type: string;
  /** Undefined where the specification does not say. */
  readonly required: boolean | undefined;
  readonly values: readonly string[];
  readonly fields: readonly SpecField[];
}

export interface SpecOperation {
  readonly kind: 'submit' | 'query' | 'auth-proxy';
  readonly path: string;
  readonly type: string;
  readonly intent: string;
  /** Undefined where the specification says "not shown". */
  readonly result: string | undefined;
  readonly parameters: readonly SpecField[];
  readonly output: readonly SpecField[];
}

export interface Specification {
  readonly operations: readonly SpecOperation[];
  /** The rows of every table, by the heading that it stands under. */
  readonly tables: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly text: string;
}

/** Beside the repository; where it is absent, what is generated from it is skipped. */
const FOLDER = join(import.meta.dirname, '../../../../shared/spec');

/** The specification's text, or undefined where it is not beside the repository. */
export function readSpecification(folder: string = FOLDER): Specification | undefined {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return parseSpecification(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'));
}

/** Reads operations and tables out of the specification's Markdown. */
export function parseSpecification(text: string): Specification {
  const lines = text.split('\n');
  const tables = new Map<string, (readonly string[])[]>();
  const sections = new Map<string, string[]>();
  let heading = '';
  for (const line of lines) {
    const title = /^#+ (.*)/.exec(line)?.[1];
    if (title !== undefined) heading = title;
    else sections.set(heading, [...(sections.get(heading) ?? []), line]);
    if (line.startsWith('|') && !line.startsWith('|---')) {
      const cells = line.split('|').slice(1, -1);
      tables.set(heading, [...(tables.get(heading) ?? []), cells.map((cell) => cell.trim())]);
    }
  }
  // The first row of a table names its columns.
  for (const rows of tables.values()) rows.shift();
  const endpoint = fieldsOfTable(tables.get('Webhook endpoint') ?? []);
  const operations = [
    ...blocks(sections.get('Submit operations') ?? []).map(submitOf),
    ...blocks(sections.get('Query operations') ?? []).map((block) => queryOf('query', block, endpoint)),
    ...blocks(sections.get('Auth-proxy query') ?? []).map((block) => queryOf('auth-proxy', block, endpoint)),
  ];
  return { operations, tables, text };
}

/** The groups of lines that begin with a name in bold. */
function blocks(lines: readonly string[]): string[][] {
  const found: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('**')) found.push([line]);
    else if (line.startsWith('- ')) found.at(-1)?.push(line.slice(2));
  }
  return found;
}

const nameOf = (head: string): string => /^\*\*(\w+)\*\*/.exec(head)?.[1] ?? '';

function submitOf([head = '', ...lines]: readonly string[]): SpecOperation {
  return {
    kind: 'submit',
    path: nameOf(head),
    type: /type `(\w+)`/.exec(head)?.[1] ?? '',
    intent: /intent `(\w+)`/.exec(head)?.[1] ?? '',
    result: /result `(\w+)`/.exec(head)?.[1],
    parameters: lines.filter((line) => line.startsWith('parameters.')).flatMap((line) => fieldsOf(line)),
    output: lines.filter((line) => line.startsWith('result: ')).flatMap((line) => outputOf(line.slice(8))),
  };
}

function queryOf(
  kind: 'query' | 'auth-proxy',
  [head = '', ...lines]: readonly string[],
  endpoint: readonly SpecField[],
): SpecOperation {
  const after = (start: string): string =>
    lines.find((line) => line.startsWith(start))?.slice(start.length) ?? '';
  const output = fieldsOf(after('Response: '));
  return {
    kind,
    path: nameOf(head),
    type: '',
    intent: '',
    result: undefined,
    parameters: fieldsOf(after('Body: ')),
    output: after('Response: ').includes('of Webhook endpoint records')
      ? output.map((field) => ({ ...field, fields: endpoint }))
      : output,
  };
}

const TYPES = 'array of string|array of enum|array|enum string|enum|string|boolean|number|object';
const FIELD = new RegExp(`^(?:parameters\\.)?([a-z]\\w*)(?: (${TYPES})\\b)?(?: (R|O)\\b)?`);

/** Reads "name type R|O …" one after the other; what does not begin like a field is prose. */
function fieldsOf(text: string, separators: readonly string[] = ['; ']): SpecField[] {
  const pieces = split(text, separators);
  const fields: SpecField[] = [];
  for (const [index, piece] of pieces.entries()) {
    const match = FIELD.exec(piece);
    const [whole = '', name = '', type = '', letter] = match ?? [];
    if (match === null || (type === '' && letter === undefined) || name === 'all') continue;
    const rest = piece.slice(whole.length);
    const items = /(?: of objects:|\. Each item:) (.*)/.exec(rest)?.[1];
    const required = letter === undefined ? undefined : letter === 'R';
    // After a colon, everything that follows belongs to the objects of the list.
    if (items !== undefined) {
      const all = [items, ...pieces.slice(index + 1)].join('; ');
      return [...fields, { name, type, required, values: [], fields: fieldsOf(all) }];
    }
    const children = childrenOf(rest);
    const values =
      children.length > 0 ? [] : [...rest.matchAll(/`([A-Za-z][\w:<>]*)`/g)].map(([, value = '']) => value);
    const isEnum = type.includes('enum');
    fields.push({ name, type, required, values: isEnum ? values : [], fields: children });
  }
  const allRequired = pieces.some((piece) => /^all R\b/.test(piece));
  return fields.map((field) => (allRequired ? { ...field, required: field.required ?? true } : field));
}

function childrenOf(rest: string): SpecField[] {
  const listed = /^ (?:of objects )?with (.*)/.exec(rest)?.[1];
  const inside = /^(?: of (?:objects|Subscription))? \((.*)\)[^)]*$/.exec(rest)?.[1];
  if (listed !== undefined) return fieldsOf(listed, [', ', ' and ', '; ']);
  return inside === undefined ? [] : fieldsOf(inside, inside.includes('; ') ? ['; '] : [', ']);
}

/** Reads the members of a result, whose types are written in several ways. */
function outputOf(text: string): SpecField[] {
  return split(text.replace(/\.$/, ''), ['; ']).flatMap((piece) => {
    const typed = new RegExp(`^(\\w+) (${TYPES})\\b(.*)`).exec(piece);
    if (typed !== null) {
      const [, name = '', type = '', rest = ''] = typed;
      const inner = / with (.*?)(?: \(all required\))?$/.exec(rest)?.[1] ?? '';
      const fields = split(inner, [', ', ' and ']).flatMap((one) => bare(one));
      return [{ name, type, required: true, values: [], fields }];
    }
    return split(piece, [', ']).flatMap((one) => bare(one));
  });
}

const bare = (text: string): SpecField[] => {
  const [, name, note = ''] = /^(\w+)(?: \((.*)\))?$/.exec(text) ?? [];
  return name === undefined
    ? []
    : [{ name, type: '', required: !note.includes('optional'), values: [], fields: [] }];
};

const fieldsOfTable = (rows: readonly (readonly string[])[]): SpecField[] =>
  rows.map(([name = '', type = '', required]) => ({
    name,
    type: type.replace(' of Subscription', ''),
    required: required === 'yes',
    values: [],
    fields: [],
  }));

/** Splits at the separators that stand in no parentheses and in no backticks. */
function split(text: string, separators: readonly string[]): string[] {
  const pieces: string[] = [''];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const separator = depth === 0 ? separators.find((one) => text.startsWith(one, at)) : undefined;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (separator === undefined) pieces.push((pieces.pop() ?? '') + character);
    else {
      pieces.push('');
      at += separator.length - 1;
    }
  }
  return pieces;
}
