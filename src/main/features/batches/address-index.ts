/** How many lines are named; the others are counted. */
const NAMED = 8;

/** What is kept of mentions. */
interface KnownMentions {
  readonly count: number;
  readonly lines: readonly number[];
}

/** How often something came up, and on which lines first. */
export class Mentions {
  #count: number;
  readonly #lines: number[];

  /** @param known what was counted before: how many there were, and the first lines */
  constructor({ count, lines }: KnownMentions = { count: 0, lines: [] }) {
    this.#count = count;
    this.#lines = lines.slice(0, NAMED);
  }

  get count(): number {
    return this.#count;
  }

  /** The first lines; the others are counted. */
  get lines(): readonly number[] {
    return this.#lines;
  }

  add(line: number): void {
    this.#count += 1;
    if (this.#lines.length < NAMED) this.#lines.push(line);
  }

  /** "Line 4", "Lines 4, 9 and 12", "Lines 4, 9, 12, 13, 15, 16, 18, 20 and 1,031 more". */
  get words(): string {
    const named = this.#lines.toSorted((one, other) => one - other).map((line) => line.toLocaleString('en'));
    const more = this.#count - named.length;
    const last = more > 0 ? `${more.toLocaleString('en')} more` : named.pop();
    if (named.length === 0) return `Line ${last ?? ''}`;
    return `Lines ${named.join(', ')} and ${last ?? ''}`;
  }
}

/** Things by their name, each with its mentions, in the order in which they came. */
export class MentionsBy<T> {
  readonly #found = new Map<string, { readonly what: T; readonly mentions: Mentions }>();

  add(name: string, line: number, what: T): void {
    const known = this.#found.get(name) ?? { what, mentions: new Mentions() };
    this.#found.set(name, known);
    known.mentions.add(line);
  }

  get size(): number {
    return this.#found.size;
  }

  has(name: string): boolean {
    return this.#found.has(name);
  }

  /** The most often mentioned first. */
  list(): { readonly what: T; readonly mentions: Mentions }[] {
    return [...this.#found.values()].sort((one, other) => other.mentions.count - one.mentions.count);
  }
}
