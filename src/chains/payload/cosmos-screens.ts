import { fromUtf8 } from '#protocol/encoding.ts';

/** One line that a device shows. */
interface Screen {
  readonly title: string;
  readonly content: string;
}

type Value = number | boolean | string | readonly Value[] | ReadonlyMap<Value, Value>;

const [INTEGER, TEXT, LIST, MAP, SIMPLE] = [0, 3, 4, 5, 7];
const MAX_DEPTH = 4;

/**
 * The screens of a Cosmos transaction in the mode TEXTUAL (Cosmos SDK, ADR-050, annex 1): CBOR, a map whose member 1 is
 * the list of screens, each a map of title (1) and content (2).
 * @returns null for bytes of another form
 */
export function readScreens(bytes: Uint8Array): Screen[] | null {
  const reader = new CborReader(bytes);
  const whole = reader.value(0);
  if (!(whole instanceof Map) || whole.size !== 1 || !reader.isAtEnd) return null;
  const list = (whole as ReadonlyMap<Value, Value>).get(1);
  if (!Array.isArray(list) || list.length === 0) return null;
  const screens = (list as readonly Value[]).map((each) => {
    const screen = each instanceof Map ? (each as ReadonlyMap<Value, Value>) : new Map<Value, Value>();
    return { title: screen.get(1) ?? '', content: screen.get(2) ?? '' };
  });
  return screens.every(isScreen) && screens.some(({ content }) => content !== '') ? screens : null;
}

const isScreen = (screen: { readonly title: Value; readonly content: Value }): screen is Screen =>
  typeof screen.title === 'string' && typeof screen.content === 'string';

/** As much of CBOR (RFC 8949) as the screens use; undefined for everything else. */
class CborReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(depth: number): Value | undefined {
    const first = this.#bytes[this.#at];
    if (first === undefined || depth > MAX_DEPTH) return undefined;
    this.#at += 1;
    const kind = first >> 5;
    if (kind === SIMPLE) return first === 0xf5 ? true : first === 0xf4 ? false : undefined;
    const count = this.#count(first & 0x1f);
    if (count === undefined) return undefined;
    if (kind === INTEGER) return count;
    // Every item has a byte at least, so that a count beyond the end is none.
    if (count > this.#bytes.length - this.#at) return undefined;
    if (kind === TEXT) {
      this.#at += count;
      return fromUtf8(this.#bytes.subarray(this.#at - count, this.#at));
    }
    if (kind === LIST) return this.#many(count, depth);
    if (kind !== MAP) return undefined;
    const flat = this.#many(2 * count, depth);
    if (flat === undefined) return undefined;
    return new Map(
      Array.from({ length: count }, (_, index) => [flat[2 * index] ?? '', flat[2 * index + 1] ?? '']),
    );
  }

  #many(count: number, depth: number): Value[] | undefined {
    const values: Value[] = [];
    for (let left = count; left > 0; left -= 1) {
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }

  #count(short: number): number | undefined {
    if (short < 24) return short;
    const size = { 24: 1, 25: 2, 26: 4 }[short];
    if (size === undefined || this.#at + size > this.#bytes.length) return undefined;
    const taken = this.#bytes.subarray(this.#at, this.#at + size);
    this.#at += size;
    return taken.reduce((sum, byte) => sum * 256 + byte, 0);
  }
}
