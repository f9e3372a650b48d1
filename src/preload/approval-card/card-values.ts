import type { Warning } from '#chains/model/decoded.ts';

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
