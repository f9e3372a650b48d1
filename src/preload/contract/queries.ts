import { z } from 'zod';
import { call } from './call.ts';

/** Queries of the catalogue: stamped without asking, because they only read. */
export const queryCalls = {
  /** Asks any query by its path; gives its response as the catalogue describes it. */
  ask: call(
    'read',
    z.object({ operation: z.string(), parameters: z.record(z.string(), z.json()) }),
    z.json(),
  ),
};
