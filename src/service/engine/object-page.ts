import type { z } from 'zod';
import type { paginationOptions } from '#protocol/catalogue/fields.ts';
import type { ObjectPage } from '../storage/rows.ts';

const DEFAULT_LIMIT = 10;

/** The page that a request asks for. */
export const objectPageOf = (options: z.output<typeof paginationOptions> | null | undefined): ObjectPage => ({
  limit: Number(options?.limit ?? DEFAULT_LIMIT),
  before: options?.before?.toLowerCase(),
  after: options?.after?.toLowerCase(),
});
