import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encryptOauth2ClientSecret, encryptOnRampSecret } from '@turnkey/crypto';
import { sealOnRampCredential } from '#protocol/bundle/credential-bundle.ts';
import { QUORUM_RANDOM_LENGTH, sealToQuorumKey } from '#protocol/bundle/quorum-envelope.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { generateP256KeyPair, P256_RANDOM_LENGTH } from '#protocol/p256-key.ts';
import { Secret } from '#protocol/secret.ts';
import type { Signer } from '#protocol/stamp.ts';
import { openStore } from '#service/storage/store.ts';
import { openKeyRing } from '#test/fixtures/key-ring.ts';
import { codeOf, LocalService, resultOf, wrongFields } from '#test/fixtures/local-service.ts';
import { activityOf, addMember, addPolicy, vote } from '#test/fixtures/team.ts';
import { flipBit } from '#test/protocol/keys.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

const secretOf = (text: string) => new Secret(new TextEncoder().encode(text));
const sealOnRamp = (text: string, key = service.ready.keys.onRampEncryption) =>
  sealOnRampCredential(secretOf(text), key);
const sealClientSecret = (text: string, key = service.ready.keys.fetcherQuorum) =>
  sealToQuorumKey(secretOf(text), key, new Uint8Array(randomBytes(QUORUM_RANDOM_LENGTH)));
const foreignKey = () => generateP256KeyPair(new Uint8Array(randomBytes(P256_RANDOM_LENGTH))).publicKey;
const isoNow = () => new Date(service.now).toISOString();

const onRamp = (parameters: object) =>
  service.submit('create_fiat_on_ramp_credential', {
    onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY',
    publishableApiKey: 'pk_live_1',
    ...parameters,
  });
const oauth2 = (parameters: object) =>
  service.submit('create_oauth2_credential', {
    provider: 'OAUTH2_PROVIDER_X',
    clientId: 'client 1',
    ...parameters,
  });
const onRampList = async () =>
  (await service.query('list_fiat_on_ramp_credentials')).json['fiatOnRampCredentials'] as object[];
const oauth2List = async () =>
  (await service.query('list_oauth2_credentials')).json['oauth2Credentials'] as object[];

describe('fiat on-ramp credentials', () => {
  test('a credential with every field is shown as it was made, and its keys are kept under the storage key', async () => {
    const encryptedSecretApiKey = await sealOnRamp('sk_live_very secret');
    const encryptedPrivateApiKey = await sealOnRamp('private key text');
    const sent = await onRamp({
      onrampProvider: 'FIAT_ON_RAMP_PROVIDER_COINBASE',
      projectId: 'project 1',
      encryptedSecretApiKey,
      encryptedPrivateApiKey,
      sandboxMode: true,
    });
    const id = resultOf(sent)['fiatOnRampCredentialId'] as string;
    expect(await onRampList()).toContainEqual({
      fiatOnrampCredentialId: id,
      organizationId: service.ready.organizationId,
      onrampProvider: 'FIAT_ON_RAMP_PROVIDER_COINBASE',
      projectId: 'project 1',
      publishableApiKey: 'pk_live_1',
      encryptedSecretApiKey,
      encryptedPrivateApiKey,
      sandboxMode: true,
      createdAt: isoNow(),
      updatedAt: isoNow(),
    });

    const store = await openStore(service.data);
    const row = await store
      .selectFrom('fiat_on_ramp_credential')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const keyRing = await openKeyRing(store, service.storageKey);
    await store.destroy();
    const kept = [
      keyRing.open('fiat_on_ramp_credential', row, 'sealed_secret_api_key'),
      keyRing.open('fiat_on_ramp_credential', row, 'sealed_private_api_key'),
    ];
    expect(kept.map((secret) => secret.use((bytes) => new TextDecoder().decode(bytes)))).toEqual([
      'sk_live_very secret',
      'private key text',
    ]);
  });

  test('what the published client seals is opened; optional fields stay absent', async () => {
    const encryptedSecretApiKey = encryptOnRampSecret('sk', service.ready.keys.onRampEncryption);
    const id = resultOf(await onRamp({ encryptedSecretApiKey }))['fiatOnRampCredentialId'];
    const shown = (await onRampList()).find(
      (each) => 'fiatOnrampCredentialId' in each && each.fiatOnrampCredentialId === id,
    );
    expect(Object.keys(shown ?? {})).toEqual([
      'fiatOnrampCredentialId',
      'organizationId',
      'onrampProvider',
      'publishableApiKey',
      'encryptedSecretApiKey',
      'createdAt',
      'updatedAt',
    ]);
  });

  test('a credential sealed to another key is refused, and nothing of it is kept', async () => {
    const before = await onRampList();
    const sealed = await sealOnRamp('secret');
    const foreign = await sealOnRampCredential(secretOf('secret'), foreignKey());
    for (const [parameters, field] of [
      [{ encryptedSecretApiKey: foreign }, 'encryptedSecretApiKey'],
      [{ encryptedSecretApiKey: sealed, encryptedPrivateApiKey: foreign }, 'encryptedPrivateApiKey'],
      [{ encryptedSecretApiKey: sealed.slice(0, -1) }, 'encryptedSecretApiKey'],
      [{ encryptedSecretApiKey: 'plain secret' }, 'encryptedSecretApiKey'],
      [{ encryptedSecretApiKey: await sealOnRamp('') }, 'encryptedSecretApiKey'],
    ] as const) {
      const sent = await onRamp(parameters);
      expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([
        400,
        'REQUEST_INVALID',
        [`parameters.${field}`],
      ]);
    }
    expect(await onRampList()).toEqual(before);
  });

  test('replay of an on-ramp ciphertext: a text copied into another record is refused, deleted or not', async () => {
    const encryptedSecretApiKey = await sealOnRamp('secret');
    const made = resultOf(await onRamp({ encryptedSecretApiKey }));
    const fresh = await sealOnRamp('fresh');
    const refused = async (parameters: object) => {
      const sent = await onRamp({ publishableApiKey: 'pk of the attacker', ...parameters });
      return [sent.status, codeOf(sent), wrongFields(sent)];
    };
    const replay = (member: string) => [400, 'REQUEST_INVALID', [`parameters.${member}`]];
    expect(await refused({ encryptedSecretApiKey })).toEqual(replay('encryptedSecretApiKey'));
    const asOther = { encryptedSecretApiKey: fresh, encryptedPrivateApiKey: encryptedSecretApiKey };
    expect(await refused(asOther)).toEqual(replay('encryptedPrivateApiKey'));
    const twice = { encryptedSecretApiKey: fresh, encryptedPrivateApiKey: fresh };
    expect(await refused(twice)).toEqual(replay('encryptedPrivateApiKey'));
    const fiatOnrampCredentialId = made['fiatOnRampCredentialId'];
    resultOf(await service.submit('delete_fiat_on_ramp_credential', { fiatOnrampCredentialId }));
    await service.restart();
    expect(await refused({ encryptedSecretApiKey })).toEqual(replay('encryptedSecretApiKey'));
    // What was refused spent nothing.
    expect((await onRamp({ encryptedSecretApiKey: fresh })).status).toBe(200);
  });

  test('replay of an on-ramp ciphertext: another user takes it out of a request that waits for votes', async () => {
    const [ann, eve] = [await addMember(service, 'Ann'), await addMember(service, 'Eve')];
    const condition = "activity.kind == 'CREATE_FIAT_ON_RAMP_CREDENTIAL'";
    const [byEve, bySome] = [`approvers.any(user, user.id == '${eve.userId}')`, 'approvers.count() >= 2'];
    for (const consensus of [byEve, bySome]) await addPolicy(service, { condition, consensus });
    const encryptedSecretApiKey = await sealOnRamp('of Ann');
    const create = (publishableApiKey: string, signer: Signer) =>
      service.submit(
        'create_fiat_on_ramp_credential',
        { onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY', publishableApiKey, encryptedSecretApiKey },
        signer,
      );
    const waiting = activityOf(await create('pk of Ann', ann.signer));
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(wrongFields(await create('pk of Eve', eve.signer))).toEqual(['parameters.encryptedSecretApiKey']);
    const done = activityOf(await vote(service, 'approve', waiting, service.root));
    expect(done.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('a third provider is refused', async () => {
    const sent = await onRamp({
      onrampProvider: 'FIAT_ON_RAMP_PROVIDER_OTHER',
      encryptedSecretApiKey: await sealOnRamp('secret'),
    });
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.onrampProvider']]);
  });

  test('a deleted credential is gone, and cannot be deleted again', async () => {
    const made = await onRamp({ encryptedSecretApiKey: await sealOnRamp('secret') });
    const id = resultOf(made)['fiatOnRampCredentialId'];
    const deleteIt = () => service.submit('delete_fiat_on_ramp_credential', { fiatOnrampCredentialId: id });
    expect(resultOf(await deleteIt())).toEqual({ fiatOnRampCredentialId: id });
    expect(JSON.stringify(await onRampList())).not.toContain(id);
    const again = await deleteIt();
    expect([again.status, codeOf(again)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('OAuth 2.0 credentials', () => {
  test('a credential is shown as it was made, and its secret is kept under the storage key', async () => {
    const encryptedClientSecret = await encryptOauth2ClientSecret(
      'client secret',
      service.ready.keys.fetcherQuorum,
    );
    const id = resultOf(await oauth2({ encryptedClientSecret }))['oauth2CredentialId'] as string;
    const shown = {
      oauth2CredentialId: id,
      organizationId: service.ready.organizationId,
      provider: 'OAUTH2_PROVIDER_X',
      clientId: 'client 1',
      encryptedClientSecret,
      createdAt: isoNow(),
      updatedAt: isoNow(),
    };
    expect(await oauth2List()).toContainEqual(shown);
    const one = await service.query('get_oauth2_credential', { oauth2CredentialId: id });
    expect(one.json['oauth2Credential']).toEqual(shown);

    const store = await openStore(service.data);
    const row = await store
      .selectFrom('oauth2_credential')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const keyRing = await openKeyRing(store, service.storageKey);
    await store.destroy();
    const kept = keyRing.open('oauth2_credential', row, 'sealed_client_secret');
    expect(kept.use((bytes) => new TextDecoder().decode(bytes))).toBe('client secret');
  });

  test('a credential is written anew, with another secret; one that does not open changes nothing', async () => {
    const made = await oauth2({ encryptedClientSecret: await sealClientSecret('first') });
    const { oauth2CredentialId } = resultOf(made);
    const change = (encryptedClientSecret: string, id = oauth2CredentialId) =>
      service.submit('update_oauth2_credential', {
        oauth2CredentialId: id,
        provider: 'OAUTH2_PROVIDER_DISCORD',
        clientId: 'client 2',
        encryptedClientSecret,
      });
    const second = await sealClientSecret('second');
    expect(resultOf(await change(second))).toEqual({ oauth2CredentialId });
    const refused = await change(await sealClientSecret('x', service.ready.keys.onRampEncryption));
    expect(wrongFields(refused)).toEqual(['parameters.encryptedClientSecret']);
    expect((await change(second, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    const shown = await service.query('get_oauth2_credential', { oauth2CredentialId });
    expect(shown.json['oauth2Credential']).toMatchObject({
      ...{ provider: 'OAUTH2_PROVIDER_DISCORD', clientId: 'client 2', encryptedClientSecret: second },
    });
  });

  test('replay of a client secret: a text copied into another record is refused, in its own it stays', async () => {
    const encryptedClientSecret = await sealClientSecret('secret');
    const made = resultOf(await oauth2({ encryptedClientSecret }));
    const other = resultOf(await oauth2({ encryptedClientSecret: await sealClientSecret('other') }));
    for (const copy of [encryptedClientSecret, encryptedClientSecret.toUpperCase()]) {
      const sent = await oauth2({ clientId: 'of the attacker', encryptedClientSecret: copy });
      expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.encryptedClientSecret']]);
    }
    const renamed = { provider: 'OAUTH2_PROVIDER_X', clientId: 'renamed', encryptedClientSecret };
    expect((await service.submit('update_oauth2_credential', { ...other, ...renamed })).status).toBe(400);
    expect((await service.submit('update_oauth2_credential', { ...made, ...renamed })).status).toBe(200);
  });

  test('a secret sealed to another key, or to the on-ramp key, is refused', async () => {
    const before = await oauth2List();
    for (const encryptedClientSecret of [
      await sealToQuorumKey(secretOf('x'), foreignKey(), new Uint8Array(randomBytes(QUORUM_RANDOM_LENGTH))),
      await sealClientSecret('x', service.ready.keys.onRampEncryption),
      toHex(flipBit(fromHex(await sealClientSecret('x')), 8 * 100)),
      await sealClientSecret(''),
      'zz',
    ]) {
      const sent = await oauth2({ encryptedClientSecret });
      expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([
        400,
        'REQUEST_INVALID',
        ['parameters.encryptedClientSecret'],
      ]);
    }
    expect(await oauth2List()).toEqual(before);
  });

  test('a deleted credential is gone, and cannot be deleted again', async () => {
    const encryptedClientSecret = await sealClientSecret('x');
    const made = await oauth2({ provider: 'OAUTH2_PROVIDER_DISCORD', encryptedClientSecret });
    const { oauth2CredentialId } = resultOf(made);
    const deleteIt = () => service.submit('delete_oauth2_credential', { oauth2CredentialId });
    expect(resultOf(await deleteIt())).toEqual({ oauth2CredentialId });
    const gone = await service.query('get_oauth2_credential', { oauth2CredentialId });
    expect([gone.status, codeOf(gone)]).toEqual([404, 'NOT_FOUND']);
    expect((await deleteIt()).status).toBe(404);
  });
});
