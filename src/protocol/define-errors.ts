import { AppError } from './error.ts';

/** What happened, and what to do next; `{name}` stands for what is known only where it is thrown. */
type Texts = readonly [message: string, remedy: string];
/** By code: its texts, or texts for each of its situations. */
export type RowsOf<T extends readonly string[]> = Readonly<Record<string, T | Readonly<Record<string, T>>>>;
type Rows = RowsOf<Texts>;

/** An error in words, as it is shown. */
export interface ErrorText {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** `CODE`, or `CODE.situation` for a code of several. */
export type IdOf<R> = {
  [C in keyof R & string]: R[C] extends readonly string[] ? C : `${C}.${keyof R[C] & string}`;
}[keyof R & string];

type TextsOf<R, Id> = Id extends keyof R
  ? R[Id]
  : Id extends `${infer C}.${infer Situation}`
    ? C extends keyof R
      ? Situation extends keyof R[C]
        ? R[C][Situation]
        : never
      : never
    : never;

type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${' ' | '"'}${string}` ? never : Name) | NamesIn<Rest>
  : never;

type Given<T> = Readonly<
  Record<NamesIn<T extends readonly string[] ? T[number] : never>, string | number | bigint>
>;
/** What a row's texts leave open. */
export type GivenOf<R, Id> = Given<TextsOf<R, Id>>;

/** Makes an error of a row; a row that is not there, or a name of its texts that is not given, does not compile. */
export interface ErrorRegistry<R extends Rows, E, Details> {
  <const Id extends IdOf<R>>(
    id: Id,
    ...given: object extends Details & GivenOf<R, Id>
      ? [given?: Details & GivenOf<R, Id>]
      : [given: Details & GivenOf<R, Id>]
  ): E;
  readonly rows: R;
}

/** An error's words alone, as an answer carries them. */
export const errorText = ({ code, message, remedy }: ErrorText): ErrorText => ({ code, message, remedy });

/** An `AppError` with these texts: of an error that is told again, or of a row. */
export const errorOf = ({ code, message, remedy }: ErrorText, options?: ErrorOptions): AppError =>
  new AppError(code, message, remedy, options);

/**
 * The registry of an area's errors: each code once, with its texts.
 * @param rows by code: what happened and what to do next, or such a pair for each situation of the code
 * @param make what is thrown: an `AppError` with the `cause` that is given, where nothing else is said
 */
export function defineErrors<const R extends Rows>(
  rows: R,
): ErrorRegistry<R, AppError, { readonly cause?: unknown }>;
export function defineErrors<const R extends Rows, E, Details>(
  rows: R,
  make: (text: ErrorText, details: Details) => E,
): ErrorRegistry<R, E, Details>;
export function defineErrors(
  rows: Rows,
  make: (text: ErrorText, details: object) => unknown = errorOf,
): unknown {
  const error = (id: string, given: Readonly<Record<string, unknown>> = {}): unknown => {
    const { code, texts } = fillTexts(rows, id, given);
    const [message, remedy] = texts;
    return make({ code, message, remedy }, given);
  };
  return Object.assign(error, { rows });
}

/** A row's code, and its texts with what is given in the places of the names. */
export function fillTexts<T extends readonly string[]>(
  rows: RowsOf<T>,
  id: string,
  given: Readonly<Record<string, unknown>> = {},
): { readonly code: string; readonly texts: T } {
  const [code = '', situation = ''] = id.split('.');
  const row = rows[code];
  const texts = isTexts(row) ? row : row?.[situation];
  if (texts === undefined) throw new Error(`No error is registered as ${id}.`);
  const filled = texts.map((text) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name])));
  return { code, texts: filled as unknown as T };
}

const isTexts = <T extends readonly string[]>(row: T | Readonly<Record<string, T>> | undefined): row is T =>
  Array.isArray(row);
