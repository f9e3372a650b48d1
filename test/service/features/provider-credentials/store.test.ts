import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onRampEncapsulatedKey } from '#protocol/bundle/sealed-text.ts';
import { sealOnRampCredential } from '#protocol/bundle/credential-bundle.ts';
import { quorumEphemeralKey, sealToQuorumKey } from '#protocol/bundle/quorum-envelope.ts';
import { generateP256KeyPair } from '#protocol/p256-key.ts';
import { Secret } from '#protocol/secret.ts';
import { firstSenderOf } from '#service/features/provider-credentials/store.ts';
import { migrations } from '#service/storage/migrations/all.ts';
import type { ServiceSchema } from '#service/storage/schema.ts';
import { openStore } from '#service/storage/store.ts';
import { openDatabase } from '#storage/open-database.ts';
import { notingStatements, planOf } from '#test/fixtures/noted-statements.ts';

test('replay of a ciphertext that an earlier version took: the upgrade knows what it was used for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-spent-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const organization_id = '11111111-1111-4111-8111-111111111111';
  const { publicKey } = generateP256KeyPair(new Uint8Array(48).fill(7));
  const secret = () => new Secret(Uint8Array.of(1, 2, 3));
  const texts = await Promise.all([1, 2].map(() => sealOnRampCredential(secret(), publicKey)));
  const [encrypted_secret_api_key = '', encrypted_private_api_key = ''] = texts;
  const encrypted_client_secret = await sealToQuorumKey(secret(), publicKey, new Uint8Array(60).fill(9));

  const file = join(folder, 'service.sqlite');
  const old = await openDatabase<ServiceSchema>({ file, migrations: migrations.slice(0, 11) });
  const times = { created_at: 1, updated_at: 1 };
  await old.insertInto('organization').values({ id: organization_id, name: 'Acme', created_at: 1 }).execute();
  const onRamp = {
    ...{ organization_id, provider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY' as const, project_id: null },
    ...{ publishable_api_key: 'pk', sandbox_mode: null, encrypted_secret_api_key, ...times },
    ...{ sealed_secret_api_key: Buffer.of(1), sealed_private_api_key: null },
  };
  await old
    .insertInto('fiat_on_ramp_credential')
    .values([
      { ...onRamp, id: 'c1', encrypted_private_api_key },
      { ...onRamp, id: 'a copy of it', encrypted_private_api_key: null },
      { ...onRamp, id: 'no sealed text', encrypted_secret_api_key: 'x', encrypted_private_api_key: null },
    ])
    .execute();
  const oauth2 = { id: 'o1', organization_id, provider: 'OAUTH2_PROVIDER_X' as const, client_id: 'c' };
  await old
    .insertInto('oauth2_credential')
    .values({ ...oauth2, ...times, encrypted_client_secret, sealed_client_secret: Buffer.of(1) })
    .execute();
  await old.destroy();

  const store = await openStore(folder);
  const kept = await store.selectFrom('spent_sealing').selectAll().execute();
  await store.destroy();
  expect(new Map(kept.map(({ encapsulated_key, record }) => [encapsulated_key, record]))).toEqual(
    new Map([
      [onRampEncapsulatedKey(encrypted_secret_api_key), 'c1/encryptedSecretApiKey'],
      [onRampEncapsulatedKey(encrypted_private_api_key), 'c1/encryptedPrivateApiKey'],
      [quorumEphemeralKey(encrypted_client_secret), 'o1'],
    ]),
  );
});

test('who sent a sealed text first is looked for among activities of its types alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-sender-'));
  const store = await openStore(folder);
  onTestFinished(async () => {
    await store.destroy();
    rmSync(folder, { recursive: true, force: true });
  });
  const noted = notingStatements(store);
  await firstSenderOf(noted.store, 'an organization', ['A', 'B'], 'a text');
  const [statement] = noted.statements();
  if (statement === undefined) throw new Error('Nothing was asked.');
  expect(await planOf(store, statement)).toContain(
    'SEARCH activity USING INDEX activity_kind (organization_id=? AND status=? AND type=?)',
  );
});
