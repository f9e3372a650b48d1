import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshSigner, resultOf } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { ProcessService } from '#test/fixtures/process-service.ts';
import { addMember, addPolicy } from '#test/fixtures/team.ts';

describe.skipIf(noPostgres !== undefined)(
  `a dump of a PostgreSQL, restored on another server ${noPostgres ?? ''}`,
  () => {
    let server: PostgresServer;
    let other: PostgresServer;
    let folder: string;

    beforeAll(async () => {
      [server, other] = [await PostgresServer.start(), await PostgresServer.start()];
      folder = mkdtempSync(join(tmpdir(), 'keyops-restore-'));
    });
    afterAll(async () => {
      await Promise.all([server.stop(), other.stop()]);
      rmSync(folder, { recursive: true, force: true });
    });

    it('starts with the same storage key, has the same keys and users, signs, and takes changes', async () => {
      const [root, storageKey] = [freshSigner(), randomBytes(32)];
      const before = await ProcessService.start(root, {
        server,
        url: await server.makeDatabase(),
        storageKey,
      });
      const ann = await addMember(before, 'Ann');
      await addPolicy(before, { consensus: `approvers.any(user, user.id == '${ann.userId}')` });
      const signWith = await before.createPrivateKey('CURVE_ED25519');
      const sign = async (at: ProcessService) => {
        const payload = { signWith, payload: '00', encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' };
        const hashFunction = 'HASH_FUNCTION_NOT_APPLICABLE';
        return resultOf(await at.submit('sign_raw_payload', { ...payload, hashFunction }, ann.signer));
      };
      // Ed25519 gives the same bytes the same signature.
      const signature = await sign(before);
      await before.stop();
      const file = join(folder, 'keyops.dump');
      server.dump('made_1', file);

      const url = await other.makeDatabase();
      other.restore(url, file);
      const after = await ProcessService.start(root, { server: other, url, storageKey });
      try {
        const { organizationId, rootUserId, keys } = after.ready;
        expect({ organizationId, rootUserId, keys }).toEqual({
          organizationId: before.ready.organizationId,
          rootUserId: before.ready.rootUserId,
          keys: before.ready.keys,
        });
        expect(await sign(after)).toEqual(signature);
        const ben = await addMember(after, 'Ben');
        expect((await after.query('whoami', {}, ben.signer)).json['userId']).toBe(ben.userId);
        expect((await after.submit('delete_users', { userIds: [ann.userId] })).status).toBe(200);
        expect((await after.query('whoami', {}, ann.signer)).status).toBe(401);
      } finally {
        await after.stop();
      }
      await expect(
        ProcessService.start(root, { server: other, url, storageKey: randomBytes(32) }),
      ).rejects.toThrow('STORAGE_KEY_WRONG');
    });
  },
);
