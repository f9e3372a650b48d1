import { z } from 'zod';

/**
 * Any JSON object, with every member that it has: `z.record` leaves out one named `__proto__`, and whoever checks the rest
 * would never hear of it.
 */
export const jsonObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'is not an object',
);
