import type { Migration } from '#storage/migrate.ts';

/** One sealed digest over every row that decides who may do what (docs/decisions/101-sealed-rows.md). */
export const rowSealTable: Migration = {
  name: '010-row-seal',
  statements: [
    `CREATE TABLE row_seal (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      sealed BLOB NOT NULL
    ) STRICT`,
  ],
};
