import type {
  BatchOutline,
  BatchPage,
  BatchRecipient,
  BatchTotal,
  SpelledLine,
} from '#preload/contract/batch-pages.ts';
import type { BatchPages } from '../approvals/module.ts';

/** So many stand on one page, and more where there would be more pages than {@link PAGES}. */
const SIZES = { lines: 10, recipients: 12 } as const;
/** So many pages are looked through; of a long list each is longer. */
const PAGES = 20;
/** A page of lines ends where it is longer than so many characters: each crosses the bridge at once. */
const MOST_CHARACTERS = 1 << 20;

/** Cuts the lists of a batch into pages. */
export function batchPages(
  totals: BatchTotal[],
  lines: readonly SpelledLine[],
  recipients: readonly BatchRecipient[],
): BatchPages {
  const linePages = cut(lines, SIZES.lines, lengthOf).map(({ first, items }, page): BatchPage => ({
    list: 'lines',
    page,
    first,
    lines: items,
  }));
  const recipientPages = cut(recipients, SIZES.recipients, () => 0).map(
    ({ first, items }, page): BatchPage => ({
      list: 'recipients',
      page,
      first,
      recipients: items,
    }),
  );
  const pages = { lines: linePages, recipients: recipientPages };
  const outline: BatchOutline = {
    totals,
    lines: { total: lines.length, pages: linePages.length },
    recipients: { total: recipients.length, pages: recipientPages.length },
    pages: [...linePages.slice(0, 1), ...recipientPages.slice(0, 1)],
  };
  return {
    outline,
    page: (list, page) => pages[list][page],
    all: () => [...linePages, ...recipientPages],
  };
}

function cut<T>(
  all: readonly T[],
  size: number,
  length: (item: T) => number,
): { readonly first: number; readonly items: T[] }[] {
  const most = Math.max(size, Math.ceil(all.length / PAGES));
  const pages: { first: number; items: T[] }[] = [];
  let characters = 0;
  for (const [index, item] of all.entries()) {
    const last = pages.at(-1);
    characters += length(item);
    if (last === undefined || last.items.length >= most || characters > MOST_CHARACTERS) {
      pages.push({ first: index + 1, items: [item] });
      characters = length(item);
    } else last.items.push(item);
  }
  return pages;
}

/** About how many characters a line takes on its way. */
const lengthOf = ({ sentence, facts, warnings }: SpelledLine): number =>
  [
    ...sentence.map(({ value }) => value),
    ...facts.flatMap(({ label, value, note = '' }) => [label, value, note]),
    ...warnings.flatMap(({ title, text }) => [title, text]),
  ].reduce((sum, { length }) => sum + length, 0);
