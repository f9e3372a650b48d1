import type { PageModel } from '#preload/approval-card/batch-model.ts';
import type { BatchList } from '#preload/contract/batch-pages.ts';
import { element, icon } from './element.ts';
import { TEXT } from './text.ts';

/** Asks for a page that did not come along. */
export type ReadPage = (list: BatchList, page: number) => Promise<PageModel | null>;

/** One list of a batch, drawn page by page. */
export interface Pager {
  readonly root: HTMLElement;
  /** Whether every page of it was drawn. */
  isSeen(): boolean;
}

/**
 * Draws a list by pages, and keeps account of those that were shown. A page counts as seen once it was drawn whole.
 * @param draw makes the elements of one page
 * @param of what the list has: "recipients, new first"
 */
export function drawPager(options: {
  readonly list: BatchList;
  readonly pages: number;
  readonly total: number;
  readonly of: string;
  readonly first: PageModel | undefined;
  readonly draw: (page: PageModel) => Node;
  readonly read: ReadPage;
}): Pager {
  const { list, pages, total, of, first, draw, read } = options;
  const seen = new Set<number>();
  const place = element('div');
  const where = element('p', { class: 'where', 'aria-live': 'polite' });
  const count = element('p', { class: 'seen-pages' });
  const previous = element('button', { type: 'button', class: 'back' }, icon('more'), TEXT.previous);
  const next = element('button', { type: 'button' }, TEXT.next, icon('more'));
  const dashes = Array.from({ length: pages }, () => element('i'));
  let at = 0;

  const show = (page: PageModel): void => {
    place.replaceChildren(draw(page));
    at = page.page;
    seen.add(at);
    const from = page.from.toLocaleString('en');
    const to = page.to.toLocaleString('en');
    where.textContent = TEXT.pageOf(from, to, total.toLocaleString('en'), of);
    for (const [index, dash] of dashes.entries()) dash.classList.toggle('seen', seen.has(index));
    count.textContent = TEXT.pagesSeen(seen.size, pages);
    previous.disabled = at === 0;
    next.disabled = at === pages - 1;
  };
  const go = (page: number): void => {
    previous.disabled = true;
    next.disabled = true;
    const failed = (): void => {
      where.textContent = TEXT.pageFailed;
      previous.disabled = at === 0;
      next.disabled = at === pages - 1;
    };
    read(list, page).then((found) => {
      // A page of another place or list is not the one that was asked for.
      if (found?.list !== list || found.page !== page) failed();
      else show(found);
    }, failed);
  };
  previous.addEventListener('click', () => go(at - 1));
  next.addEventListener('click', () => go(at + 1));
  if (first !== undefined) show(first);
  const progress = element('div', { class: 'dashes', 'aria-hidden': 'true' }, ...dashes);
  const controls = element('div', { class: 'pager' }, where, progress, count, previous, next);
  return {
    root: element('div', { class: 'paged' }, place, ...(pages > 1 ? [controls] : [])),
    isSeen: () => seen.size === pages,
  };
}
