import { firstTables } from './001-first-tables.ts';

/** The history of the service's schema, in order. */
export const migrations = [firstTables] as const;
