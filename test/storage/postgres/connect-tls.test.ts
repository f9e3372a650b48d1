import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '#storage/postgres/open-postgres.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { createAuthority } from '#test/fixtures/self-signed.ts';

describe.skipIf(noPostgres !== undefined)(`a PostgreSQL over TLS ${noPostgres ?? ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-database-tls-'));
  const authority = createAuthority('Ours');
  const own = join(folder, 'ca.pem');
  const other = join(folder, 'other.pem');
  const none = join(folder, 'none.pem');
  let server: PostgresServer;
  let plain: PostgresServer;
  let misnamed: PostgresServer;

  beforeAll(async () => {
    writeFileSync(own, authority.cert);
    writeFileSync(other, createAuthority('Another').cert);
    writeFileSync(none, 'nothing');
    server = await PostgresServer.start(authority.issue('localhost'));
    plain = await PostgresServer.start();
    misnamed = await PostgresServer.start(authority.issue('db.example'));
  });
  afterAll(async () => {
    await Promise.all([server.stop(), plain.stop(), misnamed.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (which: PostgresServer, root: string | undefined, host = 'localhost'): string => {
    const url = new URL(which.urlOf('postgres'));
    url.hostname = host;
    url.searchParams.set('sslmode', 'verify-full');
    if (root !== undefined) url.searchParams.set('sslrootcert', root);
    return url.href;
  };
  const refusalOf = async (url: string): Promise<string> => {
    const error: unknown = await openPostgres(url, []).then(
      (database) => database.destroy(),
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    return String(error);
  };

  it('is reached, and every connection is encrypted', async () => {
    const database = await openPostgres(at(server, own), []);
    const { rows } = await sql<{ ssl: boolean; version: string }>`
      SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()`.execute(database);
    expect(rows).toEqual([{ ssl: true, version: 'TLSv1.3' }]);
    await database.destroy();
  });

  it('attack: a server in the middle with a certificate of another authority gets nothing', async () => {
    expect(await refusalOf(at(server, other))).toMatch(/certificate|signature/u);
    expect(await refusalOf(at(server, undefined))).toMatch(/certificate/u);
  });

  it('attack: a certificate of our authority for another host is refused, for an address too', async () => {
    expect(await refusalOf(at(misnamed, own))).toContain('does not match');
    expect(await refusalOf(at(server, own, '127.0.0.1'))).toContain('127.0.0.1');
  });

  it('attack: a server that says it has no TLS is not spoken to without it', async () => {
    expect(await refusalOf(at(plain, own))).toContain('does not support SSL');
  });

  it('refuses a file of authorities without a certificate', async () => {
    for (const root of [none, join(folder, 'missing.pem')])
      expect(await refusalOf(at(server, root))).toContain('sslrootcert');
  });
});
