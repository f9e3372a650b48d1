/** A moment: what `time.now` and `Timestamp` are. */
export class Instant {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }
}

/** A string of hex in which upper and lower case mean the same: addresses and data of Ethereum. */
export class HexText {
  readonly text: string;

  constructor(text: string) {
    this.text = text.toLowerCase();
  }
}

type SpelledText = string | HexText;

/** One thing that is written in several ways: it equals each of its texts, and is the first of them in all else. */
export class Spellings {
  readonly texts: readonly [SpelledText, ...SpelledText[]];

  constructor(texts: readonly [SpelledText, ...SpelledText[]]) {
    this.texts = texts;
  }
}

/** Named fields; one that is undefined is absent, and reading it is an error. */
export interface Struct {
  readonly [field: string]: Value | undefined;
}

/** A value of the policy language. Maps are read with `['key']`, structs with `.field`. */
export type Value =
  | boolean
  | bigint
  | string
  | HexText
  | Spellings
  | Instant
  | readonly Value[]
  | ReadonlyMap<string, Value>
  | Struct;

/** What kind of value it is, in the words of the type names. */
export function kindOf(
  value: Value,
): 'boolean' | 'integer' | 'string' | 'timestamp' | 'list' | 'map' | 'struct' {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'string' || value instanceof HexText || value instanceof Spellings) return 'string';
  if (value instanceof Instant) return 'timestamp';
  if (value instanceof Map) return 'map';
  return isList(value) ? 'list' : 'struct';
}

/** Whether it is a list. (Array.isArray does not narrow readonly arrays.) */
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** Whether it is a struct. */
export const isStruct = (value: Value): value is Struct => kindOf(value) === 'struct';

/** Whether it is a map. */
export const isMap = (value: Value): value is ReadonlyMap<string, Value> => value instanceof Map;
