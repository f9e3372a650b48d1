import type { Fact } from '#chains/model/decoded.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import { durationWords } from './durations.ts';

/** Where a value stands in a request's parameters. */
export type ParameterPath = readonly (string | number)[];

const named = (names: Readonly<Record<string, string>>, value: string): string => names[value] ?? value;

/** How a preview may write a value in other words than the form’s; a value of another shape stays as it is. */
export const RENDERINGS = {
  /** Seconds. */
  duration: (value: string) => (/^\d+$/.test(value) ? durationWords(Number(value)) : value),
  transport: (value: string) => value.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase(),
  curve: (value: string) => named(KEY_CURVE_NAMES, value),
  addressFormat: (value: string) => named(FORMAT_NAMES, value),
  pathFormat: (value: string) => named({ PATH_FORMAT_BIP32: 'BIP-32' }, value),
  /** What a number becomes: "2 → 1". */
  becomes: (value: string) => `→ ${value}`,
  /** Whether other sessions go on. */
  endsSessions: (value: string) => (value === 'true' ? 'End at once' : 'Stay open'),
  /** A secret, or data that nobody compares character by character. */
  digest: (value: string) => sha256Hex(toUtf8(value)),
  /** As it is, however short. */
  plain: (value: string) => value,
} satisfies Readonly<Record<string, (value: string) => string>>;
export type Rendering = keyof typeof RENDERINGS;

/** A fact that speaks for a parameter, and how it writes it. That it does is checked, never taken at its word. */
export interface Cover {
  readonly fact: Fact;
  readonly path: ParameterPath;
  readonly as: Rendering;
}

/** Covers of a part of the parameters, seen from the whole. */
export const under = (path: ParameterPath, covers: readonly Cover[]): Cover[] =>
  covers.map((cover) => ({ ...cover, path: [...path, ...cover.path] }));

/**
 * Tells whether a fact among those of the preview says a value as its cover promises. Each path is written once: a request with a
 * hundred users has thousands of values, and as many covers.
 */
export function coveredBy(
  covers: readonly Cover[],
  facts: readonly Fact[],
): (leaf: { readonly path: ParameterPath; readonly value: string }) => boolean {
  const isFact = new Set(facts);
  const byPath = new Map<string, Cover[]>();
  for (const cover of covers) {
    const name = JSON.stringify(cover.path);
    const same = byPath.get(name) ?? [];
    same.push(cover);
    byPath.set(name, same);
  }
  return ({ path, value }) =>
    byPath.get(JSON.stringify(path))?.some(({ fact, as }) => {
      if (!isFact.has(fact)) return false;
      const written = RENDERINGS[as](value);
      return [fact.label, fact.value, fact.note ?? ''].some((text) => countWhole(text, written) > 0);
    }) === true;
}

/** How often a text stands in another as a whole word; a part of a longer one is another value. */
export function countWhole(text: string, part: string): number {
  if (part === '') return 0;
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    const isWhole = !isWordly(text[at - 1]) && !isWordly(text[at + part.length]);
    if (isWhole) count += 1;
  }
  return count;
}

const isWordly = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);
