// The floor that the service is held against: bare fastify, the same database and durability, one insert a request.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from '@photostructure/sqlite';
import fastify from 'fastify';

const database = new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'keyops-floor-')), 'floor.db'));
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE request (body TEXT NOT NULL)',
);
const insert = database.prepare('INSERT INTO request (body) VALUES (?)');

const server = fastify();
// The driver closes a database that nothing refers to any more, also under its statements.
server.addHook('onClose', () => database.close());
server.post('/', (request) => {
  insert.run(JSON.stringify(request.body));
  return { ok: true };
});
process.stdout.write(`${JSON.stringify({ url: await server.listen({ host: '127.0.0.1', port: 0 }) })}\n`);
