import type { ChoiceField, FormField, ListField } from './form-field.ts';

type Parameters = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Parameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters without the tokens in them: what lets somebody in for a while is kept nowhere. */
export const withoutTokens = (fields: readonly FormField[], parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      const left = field === undefined ? value : withoutToken(field, value);
      return left === undefined ? [] : [[name, left]];
    }),
  );

function withoutToken(field: FormField, value: unknown): unknown {
  if (field.kind === 'text') return field.control === 'token' ? undefined : value;
  if (field.kind === 'group' && isObject(value)) return withoutTokens(field.fields, value);
  if (field.kind !== 'list' || !Array.isArray(value)) return value;
  return (value as unknown[])
    .map((one) => withoutToken(field.element, one))
    .filter((one) => one !== undefined);
}

/** What stands in JSON at a path; undefined where nothing does. */
export const valueAt = (json: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    json,
  );

/**
 * What stands in a field while it is filled in. Texts, numbers, choices and yes or no are text, empty for nothing said;
 * a list wraps its elements, so that each has an identity; `null` is a list or group that is left out.
 */
export type Draft = string | null | readonly string[] | DraftList | DraftGroup;
export type DraftList = readonly { readonly item: Draft }[];
export interface DraftGroup {
  readonly [name: string]: Draft;
}

/** The draft of a field that nobody has touched: one element where a list needs one, the only choice where there is one. */
export function emptyDraft(field: FormField): Draft {
  switch (field.kind) {
    case 'group':
      return field.required ? emptyGroup(field.fields) : null;
    case 'list':
      if (!field.required) return null;
      return Array.from({ length: field.least }, () => ({ item: emptyDraft(field.element) }));
    case 'choices':
      return [];
    case 'choice':
      return field.required && field.choices.length === 1 ? (field.choices[0]?.id ?? '') : '';
    case 'yesNo':
      return field.required ? 'no' : '';
    case 'text':
    case 'number':
    case 'json':
      return '';
  }
}

/** The draft of a group, or of a whole form, that nobody has touched. */
export const emptyGroup = (fields: readonly FormField[]): DraftGroup =>
  Object.fromEntries(fields.map((field) => [field.name, emptyDraft(field)]));

/** A value that no field can hold: where it stands, as a path in the parameters. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue';
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

type Path = readonly (string | number)[];

/**
 * The draft of given parameters, which may be incomplete.
 * @throws UnreadableValue for a member that the form does not know, or a value of another shape
 */
export function readDraft(fields: readonly FormField[], given: unknown, path: Path = []): DraftGroup {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UnreadableValue(path, 'an object is needed');
  }
  const values = given as Readonly<Record<string, unknown>>;
  const stranger = Object.keys(values).find((name) => !fields.some((field) => field.name === name));
  if (stranger !== undefined) throw new UnreadableValue([...path, stranger], 'there is no such field');
  return Object.fromEntries(
    fields.map((field) => [field.name, draftOf(field, values[field.name], [...path, field.name])]),
  );
}

function draftOf(field: FormField, value: unknown, path: Path): Draft {
  if (value === undefined) return emptyDraft(field);
  if (value === null) return field.required ? emptyDraft(field) : nothing(field);
  switch (field.kind) {
    case 'group':
      return readDraft(field.fields, value, path);
    case 'list':
      return listDraft(field, value, path);
    case 'choices':
      return arrayOf(value, path).map((one) => scalar(one, path));
    case 'yesNo':
      if (typeof value !== 'boolean') throw new UnreadableValue(path, 'true or false is needed');
      return value ? 'yes' : 'no';
    case 'json':
      return JSON.stringify(value, null, 2);
    case 'text':
    case 'number':
    case 'choice':
      return scalar(value, path);
  }
}

const nothing = (field: FormField): Draft =>
  field.kind === 'group' || field.kind === 'list' ? null : field.kind === 'choices' ? [] : '';

const listDraft = (field: ListField, value: unknown, path: Path): DraftList =>
  arrayOf(value, path).map((one, index) => ({ item: draftOf(field.element, one, [...path, index]) }));

function arrayOf(value: unknown, path: Path): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableValue(path, 'a list is needed');
  return value as readonly unknown[];
}

function scalar(value: unknown, path: Path): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new UnreadableValue(path, 'a text or a number is needed');
}

/**
 * The parameters that a draft stands for. What is left empty is left out where it may be; what is no number or no JSON
 * stays text, for the schema to refuse.
 */
export const valueOfGroup = (fields: readonly FormField[], draft: DraftGroup): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field, draft[field.name] ?? null);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );

function valueOf(field: FormField, draft: Draft): unknown {
  if (draft === null) return undefined;
  switch (field.kind) {
    case 'group':
      return valueOfGroup(field.fields, draft as DraftGroup);
    case 'list':
      // An empty element of texts is a value that was not given: the schema says so.
      return (draft as DraftList).map(({ item }) => valueOf(field.element, item) ?? '');
    case 'choices': {
      const chosen = draft as readonly string[];
      return chosen.length === 0 && !field.required ? undefined : chosen.map((id) => choiceOf(field, id));
    }
    case 'choice':
      return draft === '' ? undefined : choiceOf(field, draft as string);
    case 'yesNo':
      return draft === '' ? undefined : draft === 'yes';
    case 'number':
      if (draft === '') return undefined;
      return /^-?\d{1,15}$/.test(draft as string) ? Number(draft) : draft;
    case 'json':
      return draft === '' ? undefined : parseOrText(draft as string);
    case 'text':
      return draft === '' && !field.required ? undefined : draft;
  }
}

const choiceOf = (field: ChoiceField, id: string): string | number =>
  field.choices.find((choice) => choice.id === id)?.value ?? id;

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Where a value of the parameters stands in the draft: elements of lists are wrapped. */
export function draftPath(fields: readonly FormField[], path: readonly PropertyKey[]): string {
  const [name, ...rest] = path;
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) return path.map(String).join('.');
  const below = belowField(field, rest);
  return below === '' ? field.name : `${field.name}.${below}`;
}

function belowField(field: FormField, rest: readonly PropertyKey[]): string {
  if (rest.length === 0) return '';
  if (field.kind === 'group') return draftPath(field.fields, rest);
  if (field.kind !== 'list') return '';
  const [index, ...further] = rest;
  const below = belowField(field.element, further);
  return `${String(index)}.item${below === '' ? '' : `.${below}`}`;
}
