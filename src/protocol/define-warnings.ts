import { type GivenOf, type IdOf, type RowsOf, fillTexts } from './define-errors.ts';

/** How grave it is, what it is, and why it matters; `{name}` stands for what is known only where it is given. */
type WarningTexts = readonly [severity: 'notice' | 'caution' | 'danger', title: string, text: string];

/** Makes a warning of a row; a row that is not there, or a name of its texts that is not given, does not compile. */
export interface WarningRegistry<R> {
  <const Id extends IdOf<R>>(
    id: Id,
    ...given: object extends GivenOf<R, Id> ? [given?: GivenOf<R, Id>] : [given: GivenOf<R, Id>]
  ): { code: string; severity: WarningTexts[0]; title: string; text: string };
  readonly rows: R;
}

/**
 * The registry of an area's warnings: each code once, with its severity and texts.
 * @param rows by code: severity, title and text, or such a row for each situation of the code
 */
export function defineWarnings<const R extends RowsOf<WarningTexts>>(rows: R): WarningRegistry<R> {
  const warning = <const Id extends IdOf<R>>(
    id: Id,
    given?: GivenOf<R, Id>,
  ): ReturnType<WarningRegistry<R>> => {
    const { code, texts } = fillTexts<WarningTexts>(rows, id, given);
    const [severity, title, text] = texts;
    return { code, severity, title, text };
  };
  return Object.assign(warning, { rows });
}
