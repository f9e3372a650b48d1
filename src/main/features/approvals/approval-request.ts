import type { BatchList, BatchOutline, BatchPage } from '#preload/contract/batch-pages.ts';
import type { Preview } from '#preload/contract/requests.ts';

/** What the gate shows: the preview, under the id and the digest that a decision is bound to. */
export interface ApprovalRequest {
  readonly id: string;
  readonly digest: string;
  readonly preview: Preview;
  /** Of a batch: all pages of its lists, made from the bodies that the digest is over. */
  readonly batch?: BatchPages;
}

/** A batch by pages: none of it is left out, and no page is too large to be sent. */
export interface BatchPages {
  readonly outline: BatchOutline;
  /** @param page from 0 */
  page(list: BatchList, page: number): BatchPage | undefined;
  /** Every page of both lists, in order. */
  all(): BatchPage[];
}
