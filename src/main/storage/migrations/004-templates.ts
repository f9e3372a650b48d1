import type { Migration } from '#storage/migrate.ts';

/** Parameters that the operator keeps under a name, to start a form from. */
export const templateTable: Migration = {
  name: '004-templates',
  statements: [
    `CREATE TABLE template (
      operation TEXT NOT NULL,
      name TEXT NOT NULL,
      parameters TEXT NOT NULL,
      PRIMARY KEY (operation, name)
    ) STRICT`,
  ],
};
