// Storage keys that are elsewhere, on a PostgreSQL that several services share: turned by a command while both sign.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { GivenKeys } from '#service/boot/check-database.ts';
import { rewrapDatabase } from '#service/boot/rewrap-database.ts';
import { tokenKeyHolder } from '#service/keys/pkcs11/token-key.ts';
import { vaultKeyHolder } from '#service/keys/vault-key.ts';
import { storageKeyOf } from '#test/fixtures/key-ring.ts';
import { LocalService, resultOf, type Sent } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { noToken, SoftToken } from '#test/fixtures/soft-token.ts';
import { TransitServer } from '#test/fixtures/transit-server.ts';

/** A holder of keys for a test, as each process has one of its own. */
interface Elsewhere {
  readonly keyService: NonNullable<GivenKeys['keyService']>;
  /** Makes the next version of its key. */
  readonly makeNext: () => void;
}

async function inVault(): Promise<Elsewhere> {
  const engine = await TransitServer.start();
  onTestFinished(() => engine.close());
  const place = { url: engine.url, mount: 'transit', name: 'keyops', token: () => engine.token };
  return {
    keyService: () => Promise.resolve(vaultKeyHolder(place)),
    makeNext: () => engine.rotate('keyops'),
  };
}

function inToken(): Promise<Elsewhere> {
  const token = new SoftToken();
  onTestFinished(() => token.remove());
  token.makeKey('01');
  return Promise.resolve({
    keyService: () => Promise.resolve(tokenKeyHolder(token.place())),
    makeNext: () => token.makeKey('02'),
  });
}

const HOLDERS = [
  { what: 'a transit engine', why: undefined, open: inVault },
  { what: 'a token', why: noToken, open: inToken },
] as const;

describe.each(HOLDERS)('a shared database whose key is in $what', ({ what, why, open }) => {
  const reason = noPostgres ?? why;
  const title = `two services start, sign, and go on while the key is turned to its next version and to a descriptor (${what})`;
  describe.skipIf(reason !== undefined)(reason ?? 'on a PostgreSQL', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start();
    });
    afterAll(() => server.stop());

    it(title, async () => {
      const { keyService, makeNext } = await open();
      const url = await server.makeDatabase();
      const last = randomBytes(32);
      const newStorageKey = () => Promise.resolve(storageKeyOf(last));
      const first = await startService(url, { keyService, newStorageKey });
      const second = await startService(url, { keyService, newStorageKey }, first);
      const services = [first, second];
      const { id } = await first.createPrivateKey('CURVE_SECP256K1', []);
      const signAll = async (): Promise<void> => {
        for (const service of services) expect(resultOf(await sign(service, id))).toHaveProperty('r');
      };
      await signAll();
      makeNext();
      const place = { database: url };
      expect(await rewrapDatabase(place, { keyService }, () => first.now)).toMatchObject({
        version: 2,
        left: 0,
      });
      await signAll();
      const turned = await rewrapDatabase(place, { keyService, newStorageKey }, () => first.now);
      expect(turned).toMatchObject({
        version: 3,
        left: 0,
        keyId: expect.stringMatching(/^local:/u) as string,
      });
      await signAll();
      for (const service of services) {
        const ready = await fetch(`${service.ready.url}/readyz`);
        expect(ready.status).toBe(200);
      }
      // One that has the service that wraps alone isn't at the newest version any more.
      first.keys = { keyService };
      await expect(first.restart()).rejects.toMatchObject({ code: 'STORAGE_KEY_WRONG' });
      await second.stop();
    });
  });
});

let stamped = 0;
const sign = (service: LocalService, signWith: string): Promise<Sent> => {
  stamped += 1;
  service.now += stamped;
  return service.submit('sign_raw_payload', {
    ...{ signWith, payload: '00'.repeat(32), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
};

/** @param other whose root key it has */
async function startService(url: string, keys: GivenKeys, other?: LocalService): Promise<LocalService> {
  return await LocalService.start(other?.root, { url, storageKey: randomBytes(32), keys });
}
