import { type Compilable, CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

type Value = string | number | null;

/** Stands for a value while a statement's text is made. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that many requests run in a row: the query builder makes its text once, and not for each of them.
 * @param build makes it of its values, each used as a value and as nothing else: they are bound by their places
 * @returns runs it with values
 */
export function keptStatement<V extends Readonly<Record<string, Value>>>(
  build: (database: Kysely<Tables>, values: V) => Compilable,
): (transaction: Transaction<Tables>, values: V) => Promise<void> {
  let kept: { readonly text: string; readonly parameters: readonly unknown[] } | undefined;
  // Whatever name is asked for has its place; what comes of it is bound and never looked at.
  const places = new Proxy({} as V, { get: (_, name) => new Place(String(name)) });
  return async (transaction, values) => {
    if (kept === undefined) {
      const { sql: text, parameters } = build(transaction, places).compile();
      kept = { text, parameters };
    }
    const bound = kept.parameters.map((each) => (each instanceof Place ? values[each.name] : each));
    await transaction.executeQuery(CompiledQuery.raw(kept.text, bound));
  };
}
