// The floors that the service is held against, both bare fastify with the same database and durability: one insert a request,
// and the same cryptographic work by hand with the rows that it leaves.
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from '@photostructure/sqlite';
import fastify from 'fastify';
import { Secret } from '#protocol/secret.ts';
import { fromHex } from '#protocol/encoding.ts';
import { STAMP_HEADER, parseStamp } from '#protocol/stamp.ts';
import { nativeVerifier } from '#service/authentication/native-verify.ts';
import { signEthereumTransaction } from '#service/chains/ethereum.ts';

const database = new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'keyops-floor-')), 'floor.db'));
database.exec(
  `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE request (body TEXT NOT NULL);
   CREATE TABLE activity (id TEXT PRIMARY KEY, intent TEXT, result TEXT, fingerprint TEXT UNIQUE);
   CREATE TABLE vote (id TEXT PRIMARY KEY, activity_id TEXT, message TEXT, signature TEXT)`,
);
const insert = database.prepare('INSERT INTO request (body) VALUES (?)');
const insertActivity = database.prepare('INSERT INTO activity VALUES (?, ?, ?, ?)');
const insertVote = database.prepare('INSERT INTO vote VALUES (?, ?, ?, ?)');

const server = fastify();
// The driver closes a database that nothing refers to any more, also under its statements.
server.addHook('onClose', () => database.close());
// The bytes as they came: a stamp is over them.
server.removeAllContentTypeParsers();
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
server.post('/', (request) => {
  insert.run(JSON.stringify(JSON.parse(String(request.body))));
  return { ok: true };
});

const verify = nativeVerifier(() => false);
const [storageKey, nonce] = [randomBytes(32), randomBytes(12)];
const cipher = createCipheriv('aes-256-gcm', storageKey, nonce);
const sealed = Buffer.concat([cipher.update(Buffer.alloc(32, 1)), cipher.final()]);
const tag = cipher.getAuthTag();

interface Signing {
  readonly parameters: { readonly unsignedTransaction: string };
}

/** Requests that came in one turn share a transaction, as in the service. */
const waiting: (() => () => void)[] = [];
function commitSoon(write: () => () => void): void {
  if (waiting.push(write) > 1) return;
  setImmediate(() => {
    database.exec('BEGIN');
    const answers = waiting.splice(0).map((each) => each());
    database.exec('COMMIT');
    for (const answer of answers) answer();
  });
}

server.post('/by-hand', async (request) => {
  const body = request.body as Buffer;
  const stamp = parseStamp(String(request.headers[STAMP_HEADER.toLowerCase()]));
  const { scheme, publicKey, signature } = stamp;
  if (!(await verify(scheme, fromHex(publicKey), body, fromHex(signature))))
    throw new Error('The stamp does not hold.');
  const { parameters } = JSON.parse(String(body)) as Signing;
  const decipher = createDecipheriv('aes-256-gcm', storageKey, nonce).setAuthTag(tag);
  const key = new Secret(new Uint8Array(Buffer.concat([decipher.update(sealed), decipher.final()])));
  const signed = signEthereumTransaction(parameters.unsignedTransaction, key);
  key.wipe();
  const id = randomUUID();
  const fingerprint = createHash('sha256').update(body).digest('hex');
  await new Promise<void>((resolve) => {
    commitSoon(() => {
      insertActivity.run(id, JSON.stringify(parameters), signed, fingerprint);
      insertVote.run(randomUUID(), id, String(body), stamp.signature);
      return resolve;
    });
  });
  return { id, signed, body: String(body) };
});
process.stdout.write(`${JSON.stringify({ url: await server.listen({ host: '127.0.0.1', port: 0 }) })}\n`);
