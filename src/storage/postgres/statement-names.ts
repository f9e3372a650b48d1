/** So many texts get a name; each connection of the server keeps a plan for each. */
const MOST_NAMED = 200;
/** So many texts are counted; then counting begins anew. */
const MOST_COUNTED = 1000;
/** A text that comes this often is one of those that are always the same. */
const OFTEN = 3;
/** A longer text is made for its values. */
const LONGEST = 8000;

/**
 * Names for statements that come again and again: the server parses and plans a named one once for each connection.
 * The names are those of one process; a server that is asked through several connections knows each connection's own.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** @returns the name of a statement; undefined for one that is rare, or has no parameters and so may be no statement to prepare */
  of(text: string, parameters: readonly unknown[]): string | undefined {
    if (parameters.length === 0) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (text.length > LONGEST || this.#names.size >= MOST_NAMED) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < OFTEN) {
      if (this.#counts.size >= MOST_COUNTED) this.#counts.clear();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const name = `keyops_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
