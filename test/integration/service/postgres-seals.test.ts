import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAC_TABLES } from '#service/storage/row-macs.ts';
import { freshSigner, LocalService, type Sent } from '#test/fixtures/local-service.ts';
import { Passkey } from '#test/fixtures/passkey.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { activityOf, addMember, addPolicy, resultOf, vote, type Member } from '#test/fixtures/team.ts';

describe.skipIf(noPostgres !== undefined)(
  `attack: somebody with the database changes ${noPostgres ?? ''}`,
  () => {
    let server: PostgresServer;
    let service: LocalService;
    let ann: Member;
    let policyId: string;

    beforeAll(async () => {
      server = await PostgresServer.start();
    });
    afterAll(() => server.stop());
    beforeEach(async () => {
      await (service as LocalService | undefined)?.stop();
      const shared = { url: await server.makeDatabase(), storageKey: randomBytes(32) };
      service = await LocalService.start(freshSigner(), shared);
      ann = await addMember(service, 'Ann');
      policyId = await addPolicy(service, { consensus: "approvers.any(user, user.id == 'nobody')" });
    });
    afterAll(() => service.stop());

    let databases = 0;
    beforeEach(() => void (databases += 1));
    const ask = (statement: string) => server.ask(`made_${databases}`, statement);
    const makeKey = (by: Member): Promise<Sent> =>
      service.submit(
        'create_private_keys',
        {
          privateKeys: [
            { privateKeyName: 'Stolen', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
          ],
        },
        by.signer,
      );
    const expectNoticed = (sent: Sent): void => {
      expect(sent.status).toBe(503);
      expect(sent.text).toContain('Another program changed the service’s database');
    };
    const keys = async (): Promise<number> => (await ask('SELECT 1 FROM private_key')).length;

    it('a policy’s text', async () => {
      expect((await makeKey(ann)).status).toBe(403);
      await ask(`UPDATE policy SET consensus = 'approvers.any(user, user.id == ''${ann.userId}'')'`);
      expectNoticed(await makeKey(ann));
      expectNoticed(await service.query('get_policy', { policyId }));
      expectNoticed(await service.query('list_policies'));
      expect(await keys()).toBe(0);
    });

    it('a policy’s text, and then has the service write it in another change', async () => {
      await ask(`UPDATE policy SET consensus = 'true'`);
      expectNoticed(await service.submit('update_policy', { policyId, policyName: 'Another name' }));
      expectNoticed(await service.query('get_policy', { policyId }));
    });

    it('a credential’s public key', async () => {
      const thief = freshSigner();
      await ask(`UPDATE api_key SET public_key = '${thief.publicKey}' WHERE user_id <> '${ann.userId}'`);
      expectNoticed(await makeKey({ userId: '', signer: thief }));
      expectNoticed(await service.query('whoami', {}, thief));
      expect(await keys()).toBe(0);
    });

    it('who has credentials: a copy of the root user’s key with another public key', async () => {
      for (const mac of ['NULL', 'row_mac']) {
        const thief = freshSigner();
        await ask(`INSERT INTO api_key (id, organization_id, user_id, name, public_key, curve, created_at, updated_at, row_mac)
          SELECT gen_random_uuid()::text, organization_id, user_id, name, '${thief.publicKey}', curve,
            created_at, updated_at, ${mac} FROM api_key WHERE name = 'Root key' ORDER BY rowid LIMIT 1`);
        expectNoticed(await makeKey({ userId: '', signer: thief }));
      }
      expect(await keys()).toBe(0);
    });

    it('whose a credential is', async () => {
      await ask(`UPDATE api_key SET user_id = '${service.ready.rootUserId}' WHERE user_id = '${ann.userId}'`);
      expectNoticed(await makeKey(ann));
      expect(await keys()).toBe(0);
    });

    it('a passkey’s public key; its counter moves as it should', async () => {
      const passkey = new Passkey();
      await service.submit('create_authenticators', {
        ...{ userId: ann.userId, authenticators: [passkey.register()] },
      });
      const list = () => service.query('get_authenticators', { userId: ann.userId });
      await ask('UPDATE authenticator SET counter = counter + 1');
      expect((await list()).status).toBe(200);
      await ask(`UPDATE authenticator SET public_key = '${freshSigner().publicKey}'`);
      expectNoticed(await list());
    });

    it('the root quorum', async () => {
      await service.submit('update_root_quorum', {
        ...{ threshold: 2, userIds: [service.ready.rootUserId, ann.userId] },
      });
      expect(activityOf(await makeKey(ann)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await ask('UPDATE root_quorum SET threshold = 1');
      expectNoticed(await makeKey(ann));
      expect(await keys()).toBe(0);
    });

    it('what kind of credential another one has who could approve', async () => {
      const [ben, cid] = [await addMember(service, 'Ben'), await addMember(service, 'Cid')];
      await service.submit('update_root_quorum', {
        ...{ threshold: 2, userIds: [service.ready.rootUserId, ann.userId] },
      });
      const open = activityOf(await makeKey(ann));
      await ask(`INSERT INTO session_key (api_key_id, kind, row_mac)
        SELECT id, 'CREDENTIAL_TYPE_LOGIN', 'session_key:00' FROM api_key WHERE user_id = '${ben.userId}'`);
      // What the root quorum may say depends on its members alone.
      expect((await service.query('get_activity', { activityId: open.id }, ann.signer)).status).toBe(200);
      expectNoticed(await service.query('get_activity', { activityId: open.id }, cid.signer));
      expectNoticed(await vote(service, 'approve', open, cid.signer));
      expect(await keys()).toBe(0);
    });

    it('who of a root quorum has a passkey', async () => {
      const claims = { iss: 'https://issuer.example', sub: 's', aud: 'a' };
      const made = await service.submit('create_users', {
        users: [
          {
            ...{ userName: 'Without a key', apiKeys: [], authenticators: [], userTags: [] },
            oauthProviders: [{ providerName: 'One', oidcClaims: claims }],
          },
        ],
      });
      const [userId = ''] = (resultOf(made, 'createUsersResult') as { userIds: string[] }).userIds;
      const quorum = { threshold: 2, userIds: [service.ready.rootUserId, userId] };
      expect((await service.submit('update_root_quorum', quorum)).status).toBe(400);
      await ask(`INSERT INTO authenticator (id, organization_id, user_id, name, credential_id, public_key, cose_key, counter,
          transports, attestation_type, aaguid, rp_id, created_at, updated_at)
        SELECT 'a', organization_id, id, 'a', 'c', 'p', '\\x00', 0, '[]', '', '', '', 1, 1 FROM "user" WHERE id = '${userId}'`);
      expectNoticed(await service.submit('update_root_quorum', quorum));
    });

    it('what a waiting request asks for, and who voted', async () => {
      await service.submit('update_root_quorum', {
        ...{ threshold: 2, userIds: [service.ready.rootUserId, ann.userId] },
      });
      for (const change of [
        `UPDATE activity SET intent = replace(intent, 'Stolen', 'Other') WHERE id = `,
        `UPDATE vote SET user_id = 'somebody' WHERE activity_id = `,
      ]) {
        const open = activityOf(
          await service.submit('create_private_keys', {
            privateKeys: [
              { privateKeyName: 'Stolen', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
            ],
          }),
        );
        await ask(`${change} '${open.id}'`);
        expectNoticed(await vote(service, 'approve', open, ann.signer));
      }
      expect(await keys()).toBe(0);
    });

    it('an address, and the key that it leads to', async () => {
      const { id } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
      const look = () => service.query('get_private_key', { privateKeyId: id });
      await ask(`UPDATE private_key_address SET address = '0x00'`);
      expectNoticed(await look());
      await ask('DELETE FROM private_key_address');
      expect((await look()).status).toBe(200);
      await ask(`UPDATE private_key SET public_key = '00'`);
      expectNoticed(await look());
    });

    it('a user’s tags', async () => {
      await ask(`UPDATE "user" SET tags = '["signers"]' WHERE id = '${ann.userId}'`);
      expectNoticed(await makeKey(ann));
    });

    it('nothing: what the service itself wrote and changed holds', async () => {
      const notes = 'of two halves: 😀';
      expect((await service.submit('update_policy', { policyId, policyNotes: notes })).status).toBe(200);
      expect((await service.query('get_policy', { policyId })).status).toBe(200);
      await service.restart();
      expect((await service.query('list_policies')).status).toBe(200);
      const tables = await ask(
        `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'row_mac'`,
      );
      expect(tables.map(({ name }) => String(name)).sort()).toEqual(Object.keys(MAC_TABLES).sort());
      for (const { name } of tables)
        expect(await ask(`SELECT 1 FROM "${String(name)}" WHERE row_mac IS NULL`)).toEqual([]);
    });
  },
);
