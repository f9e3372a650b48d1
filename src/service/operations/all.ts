// Written by `npm run generate`; do not edit.

/** What every operation of the catalogue does, in name order. */
export const operations = [
] as const;
