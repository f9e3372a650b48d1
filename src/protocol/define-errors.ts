import { AppError } from './error.ts';

/** What happened, and what to do next; `{name}` stands for what is known only where it is thrown. */
type Texts = readonly [message: string, remedy: string];
/** A code's texts, or one pair for each of its situations. */
type Row = Texts | Readonly<Record<string, Texts>>;
type Rows = Readonly<Record<string, Row>>;

/** An error in words, as it is shown. */
export interface ErrorText {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** `CODE`, or `CODE.situation` for a code of several. */
type IdOf<R extends Rows> = {
  [C in keyof R & string]: R[C] extends Texts ? C : `${C}.${keyof R[C] & string}`;
}[keyof R & string];

type TextsOf<R extends Rows, Id> = Id extends keyof R
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

type Given<T, Details> = Details &
  Readonly<Record<NamesIn<T extends Texts ? T[number] : never>, string | number | bigint>>;

/** Makes an error of a row; a row that is not there, or a name of its texts that is not given, does not compile. */
export interface ErrorRegistry<R extends Rows, E, Details> {
  <const Id extends IdOf<R>>(
    id: Id,
    ...given: object extends Given<TextsOf<R, Id>, Details>
      ? [given?: Given<TextsOf<R, Id>, Details>]
      : [given: Given<TextsOf<R, Id>, Details>]
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
    const [code = '', situation = ''] = id.split('.');
    const row = rows[code];
    const texts = isTexts(row) ? row : row?.[situation];
    if (texts === undefined) throw new Error(`No error is registered as ${id}.`);
    const [message, remedy] = texts.map((text) =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name])),
    ) as [string, string];
    return make({ code, message, remedy }, given);
  };
  return Object.assign(error, { rows });
}

const isTexts = (row: Row | undefined): row is Texts => Array.isArray(row);
