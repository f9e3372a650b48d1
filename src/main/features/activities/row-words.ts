import { revealInvisible, stripInvisible } from '#protocol/invisible-characters.ts';
import type { NameOf, RequestLine } from '../previews/module.ts';

/** So many characters of a request are searched: a list has a thousand of them. */
const MOST = 500;
const LAST_CODE = 0x10_ffff;
/** How readings write what is unseen: `[U+202E]` and `\u{202e}`. */
const REVEALED = /\[U\+([0-9A-F]{4,6})\]|\\u\{([0-9a-f]{1,6})\}/g;

/** What a request is found by beside its title: whole addresses, each with its contact's name, then its memos. */
export function searchWordsOf({ addresses, memos }: RequestLine, nameOf?: NameOf): string {
  // Addresses come first: no memo is long enough to push them out.
  const words = [
    ...addresses.flatMap((address) => [address, nameOf?.(address) ?? '']),
    ...memos.map(unmarked),
  ];
  const text = stripInvisible(words.filter(Boolean).join(' '));
  // The cut may leave half of a character.
  return text.slice(0, MOST).replace(/[\uD800-\uDBFF]$/, '');
}

/** A memo as it was written, where a reading wrote marks for what is unseen in it. */
const unmarked = (memo: string): string =>
  memo.replace(REVEALED, (mark: string, upper?: string, lower?: string) => {
    const code = Number.parseInt(upper ?? lower ?? '', 16);
    const written = code > LAST_CODE ? mark : String.fromCodePoint(code);
    return stripInvisible(written).trim() === '' ? written : mark;
  });

/** The names of the contacts among some addresses, each once, with what is unseen in them shown. */
export const contactsAmong = (addresses: readonly string[], nameOf?: NameOf): string[] => [
  ...new Set(
    addresses.flatMap((address) => {
      const name = nameOf?.(address);
      return name === undefined ? [] : [revealInvisible(name)];
    }),
  ),
];
