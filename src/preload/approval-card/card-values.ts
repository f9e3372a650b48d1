import type { Warning } from '#chains/model/decoded.ts';

/**
 * Cuts hex or an id into groups of eight, for reading aloud; a `0x` belongs to its first group, and
 * `sha256:` is one of its own.
 * @returns the groups; joined, they are the text
 */
export function groupByEight(text: string): string[] {
  const head = /^0x/i.test(text) ? 2 : 0;
  const named = /^sha256:/.exec(text)?.[0] ?? '';
  const groups: string[] = named === '' ? [] : [named];
  for (let at = named.length; at < text.length;) {
    const end = at === 0 ? head + 8 : at + 8;
    groups.push(text.slice(at, end));
    at = end;
  }
  return groups;
}

/** A value ready to be drawn: plain words, groups of a text compared character by character, or long data. */
export type Value =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'data'; readonly text: string }
  /** Drawn in the reader's own time zone; `text` is UTC. */
  | { readonly kind: 'time'; readonly atMs: number; readonly text: string }
  | { readonly kind: 'groups'; readonly groups: string[] };

export interface Row {
  readonly label: string;
  readonly value: Value;
  readonly strong: boolean;
  readonly note: string;
}

/** A warning; addresses in its text are groups, like everywhere here. */
export interface Caution {
  readonly code: string;
  readonly severity: Warning['severity'];
  readonly title: string;
  readonly text: Value[];
}
