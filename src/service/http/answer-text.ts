import { type WireForm, isSameOnBoth, toPublished } from '#protocol/wire.ts';
import type { Turns } from '../storage/turns.ts';

/** So many items of a list are written before other requests have a turn. */
export const TURN_ITEMS = 250;
/** And so many characters of larger ones. */
const TURN_CHARACTERS = 64 * 1024;
/** How deep a long list stands in an answer, at most. */
const DEPTH = 3;

/** Whether there is a list of more items than `most`. */
const hasList = (value: unknown, most: number, depth = DEPTH): boolean =>
  Array.isArray(value)
    ? value.length > most
    : depth > 0 &&
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).some((each) => hasList(each, most, depth - 1));

/** Whether the texts of an answer have so many characters together. */
export function saysAtLeast(value: unknown, characters: number): boolean {
  let left = characters;
  const count = (each: unknown): boolean => {
    if (typeof each === 'string') left -= each.length;
    else if (typeof each === 'object' && each !== null) Object.values(each).some(count);
    return left <= 0;
  };
  return count(value);
}

/**
 * Writes an answer as `JSON.stringify` does. One with a long list is written some items at a time; between them other requests
 * are answered. One that is long otherwise has short lists of large items, which are written one at a time.
 * @param value what JSON can say, without `toJSON`, in the neutral form
 * @param wire the form of the text @returns its text, in UTF-8 where it is long
 */
export async function answerText(value: unknown, wire: WireForm, turns: Turns): Promise<string | Buffer> {
  const most = turns.isLong ? 1 : TURN_ITEMS;
  const textOf = (each: unknown, on: WireForm, name?: string): string =>
    JSON.stringify(on === 'published' ? toPublished(each, name) : each);
  if (!hasList(value, most)) return textOf(value, wire);
  const parts: Buffer[] = [];
  let written = 0;
  const add = (text: string): void => {
    written += text.length;
    parts.push(Buffer.from(text));
  };
  const write = async (each: unknown, on: WireForm, name?: string): Promise<void> => {
    if (!hasList(each, most)) {
      add(textOf(each, on, name));
      return;
    }
    if (Array.isArray(each)) {
      const some = each.length > TURN_ITEMS ? TURN_ITEMS : 1;
      for (let at = 0; at < each.length; at += some) {
        const items = textOf(each.slice(at, at + some), on).slice(1, -1);
        add(`${at === 0 ? '[' : ','}${items}`);
        if (some === 1 && written < TURN_CHARACTERS) continue;
        await turns.give();
        written = 0;
      }
      add(']');
      return;
    }
    let before = '{';
    for (const [of, member] of Object.entries(each as object)) {
      if (member === undefined) continue;
      add(`${before}${JSON.stringify(of)}:`);
      before = ',';
      await write(member, isSameOnBoth(of) ? 'neutral' : on, of);
    }
    add('}');
  };
  await write(value, wire);
  return Buffer.concat(parts);
}
