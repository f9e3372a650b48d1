import { setImmediate } from 'node:timers/promises';
import { type WireForm, isSameOnBoth, toPublished } from '#protocol/wire.ts';

/** So many items of a list are written before other requests have a turn. */
export const TURN_ITEMS = 250;
/** How deep a long list stands in an answer, at most. */
const DEPTH = 3;

const hasLongList = (value: unknown, depth = DEPTH): boolean =>
  Array.isArray(value)
    ? value.length > TURN_ITEMS
    : depth > 0 &&
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).some((each) => hasLongList(each, depth - 1));

/**
 * Writes an answer as `JSON.stringify` does. One with a long list is written some items at a time; between them other requests
 * are answered. @param value what JSON can say, without `toJSON`, in the neutral form
 * @param wire the form of the text @returns its text, in UTF-8 where it is long
 */
export async function answerText(value: unknown, wire: WireForm): Promise<string | Buffer> {
  const textOf = (each: unknown, on: WireForm, name?: string): string =>
    JSON.stringify(on === 'published' ? toPublished(each, name) : each);
  if (!hasLongList(value)) return textOf(value, wire);
  const parts: Buffer[] = [];
  const add = (text: string): void => void parts.push(Buffer.from(text));
  const write = async (each: unknown, on: WireForm, name?: string): Promise<void> => {
    if (!hasLongList(each)) {
      add(textOf(each, on, name));
      return;
    }
    if (Array.isArray(each)) {
      for (let at = 0; at < each.length; at += TURN_ITEMS) {
        const items = textOf(each.slice(at, at + TURN_ITEMS), on).slice(1, -1);
        add(`${at === 0 ? '[' : ','}${items}`);
        await setImmediate();
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
