import type { ActivityRow } from '#preload/contract/activities.ts';

/**
 * Brings a fresh first page into what is shown, both newest first.
 * @param shown every row that is loaded
 * @param fresh the newest rows
 * @param hasMore whether there are rows below the fresh ones
 * @returns the fresh rows, and below them the older ones that were loaded before; where the two no longer touch, the
 *   fresh rows alone, because between them rows would be missing
 */
export function mergeRows(
  shown: readonly ActivityRow[],
  fresh: readonly ActivityRow[],
  hasMore: boolean,
): ActivityRow[] {
  const last = fresh.at(-1);
  if (!last || !hasMore) return [...fresh];
  const at = shown.findIndex((row) => row.id === last.id);
  return at === -1 ? [...fresh] : [...fresh, ...shown.slice(at + 1)];
}
