import type { Operation } from '#protocol/catalogue/operation.ts';
import { type FormField, formFields } from '#protocol/form/form-field.ts';
import { type IdSource, idSourceOf } from '#protocol/form/id-sources.ts';
import type { IdOptions, OperationParameters } from './form/id-options.ts';
import { OPERATION_TEXT } from './text.ts';

const TEXT = OPERATION_TEXT.destroy;

/** What a request would end, by name. */
export interface Destruction {
  /** What it is, in the form's words: "Users", "Feature". */
  readonly what: string;
  /** What each is called; its id where nothing knows its name. */
  readonly names: readonly string[];
  /** What has to be typed: the name of one, or how many of what. */
  readonly typed: string;
}

interface Doomed {
  readonly what: string;
  readonly values: readonly string[];
  readonly source: IdSource | undefined;
}

/**
 * What a request would end for good: what `delete_*` and `remove_*` name, or the other sessions of a user.
 * @param whose who the current credential belongs to, whose sessions are meant where no user is named
 * @returns null for a request that ends nothing
 */
export async function findDestruction(
  operation: Operation,
  parameters: OperationParameters,
  ids: IdOptions,
  whose: string,
): Promise<Destruction | null> {
  if (parameters['invalidateExisting'] === true) {
    const { userId } = parameters;
    const name =
      typeof userId === 'string' ? await nameOf(userId, idSourceOf('user'), parameters, ids) : whose;
    return { what: TEXT.otherSessions, names: [TEXT.sessionsOf(name)], typed: name };
  }
  if (operation.effect !== 'destroy') return null;
  const { what, values, source } = doomed(formFields(operation.parameters), parameters);
  const names = await Promise.all(values.map((value) => nameOf(value, source, parameters, ids)));
  const [only = what] = names;
  return { what, names, typed: names.length > 1 ? `${names.length} ${what.toLowerCase()}` : only };
}

/** Several of a kind before one, and one before a mere choice: a user that is named beside their keys stays. */
function doomed(fields: readonly FormField[], parameters: OperationParameters): Doomed {
  const given = fields.filter(({ name }) => parameters[name] !== undefined);
  const list = given.find((field) => field.kind === 'list');
  if (list?.kind === 'list') {
    const { element } = list;
    const control = element.kind === 'text' ? element.control : undefined;
    return { what: list.label, values: parameters[list.name] as string[], source: idSourceOf(control) };
  }
  const [one] = given;
  if (one === undefined) return { what: TEXT.organization, values: [TEXT.organization], source: undefined };
  const value = String(parameters[one.name]);
  if (one.kind !== 'choice') {
    return {
      what: one.label,
      values: [value],
      source: one.kind === 'text' ? idSourceOf(one.control) : undefined,
    };
  }
  const words = one.choices.find((choice) => choice.id === value)?.label ?? value;
  return { what: one.label, values: [words], source: undefined };
}

async function nameOf(
  id: string,
  source: IdSource | undefined,
  parameters: OperationParameters,
  ids: IdOptions,
): Promise<string> {
  if (source === undefined) return id;
  // Where names cannot be asked for, the id itself is what has to be typed.
  const options = await ids.ask(source, parameters).catch(() => []);
  return options.find((option) => option.id === id)?.label ?? id;
}
