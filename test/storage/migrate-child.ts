// Runs as a process of its own: brings a database from its first schema to its second, and dies where it is told to.
// Arguments: the database file, `die` or nothing.
import { basename } from 'node:path';
import { openDatabase } from '#storage/open-database.ts';

const [file = '', when] = process.argv.slice(2);
const first = {
  name: '001-notes',
  statements: ['CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'],
};
// A function of the connection: what it does happens after the copy, within the migration.
const second = {
  name: '002-index',
  statements: ['CREATE INDEX note_text ON note (text)', 'SELECT at_migration()'],
};
const atMigration = (): number => {
  if (when === 'die') process.kill(process.pid, 'SIGKILL');
  return 0;
};

openDatabase({ file, migrations: [first, second], functions: { at_migration: atMigration } }).then(
  async (database) => {
    await database.destroy();
    process.stdout.write(`migrated ${basename(file)}\n`);
  },
  (error: unknown) => {
    process.stdout.write(`${JSON.stringify({ code: (error as { code?: unknown }).code })}\n`);
    process.exitCode = 1;
  },
);
