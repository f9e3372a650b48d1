import { decryptSecretBundle, encryptSecretToBundle, generateP256KeyPair } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocalService, resultOf, wrongFields, type Sent } from '#test/fixtures/local-service.ts';
import { addMember, addPolicy } from '#test/fixtures/team.ts';

const DAY = 24 * 60 * 60 * 1000;
const encryptionSuite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

interface Sealed {
  secretPayload: string;
  targetPublicKey: string;
  encryptionSuite: string;
}
const begin = async (numSecrets: number, on = service): Promise<string[]> =>
  resultOf(await on.submit('init_import_secrets', { encryptionSuite, numSecrets }))[
    'enclaveTargetMessages'
  ] as string[];
const seal = async (plaintext: string, ingressTargetBundle: string, on = service): Promise<Sealed> => {
  const { secretPayload, targetPublicKey } = await encryptSecretToBundle({
    plaintext,
    ingressTargetBundle,
    organizationId: on.ready.organizationId,
    dangerouslyOverrideSignerPublicKey: on.ready.keys.enclaveQuorum,
  });
  return { secretPayload, targetPublicKey, encryptionSuite };
};
const sealed = async (plaintext: string): Promise<Sealed> => seal(plaintext, (await begin(1))[0] ?? '');
const importSecrets = (secrets: readonly object[], envelope: object = {}): Promise<Sent> =>
  service.post('submit/import_secrets', service.submitBody('import_secrets', { secrets }, envelope));
const keep = async (plaintext: string, extra: object = {}): Promise<string> => {
  const sent = await importSecrets([{ ...(await sealed(plaintext)), ...extra }]);
  return (resultOf(sent)['secretIds'] as [string])[0];
};
const list = async (on = service) =>
  (await on.query('list_secrets', { paginationOptions: { limit: '100' } })).json['secrets'] as {
    secretId: string;
  }[];
const exported = async (secretIds: readonly string[]): Promise<string[]> => {
  const targets = secretIds.map(() => generateP256KeyPair());
  const sent = await service.submit('export_secrets', {
    secrets: secretIds.map((secretId, index) => ({
      secretId,
      targetPublicKey: targets[index]?.publicKeyUncompressed,
      encryptionSuite,
      requestContext: [{ key: 'purpose', value: 'test' }],
    })),
  });
  const payloads = resultOf(sent)['secretPayloads'] as string[];
  return Promise.all(
    payloads.map((secretPayload, index) =>
      decryptSecretBundle({
        secretPayload,
        embeddedPrivateKey: targets[index]?.privateKey ?? '',
        organizationId: service.ready.organizationId,
        dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
      }),
    ),
  );
};
const refusal = (sent: Sent): unknown => [sent.status, wrongFields(sent)];
const nowhere = '00000000-0000-4000-8000-000000000000';

describe('import_secrets', () => {
  test('ids come in the order of the secrets, and the vendor client reads each back', async () => {
    const targets = await begin(3);
    const secrets = await Promise.all(targets.map((target, index) => seal(`sécret ${index}`, target)));
    // The order of the request counts, not that of the targets.
    const sent = await importSecrets([...secrets].reverse());
    const secretIds = resultOf(sent)['secretIds'] as string[];
    expect(await exported(secretIds)).toEqual(['sécret 2', 'sécret 1', 'sécret 0']);
    await service.restart();
    expect(await exported(secretIds)).toEqual(['sécret 2', 'sécret 1', 'sécret 0']);
  });

  test('static properties are kept as they were given and shown, the value never is', async () => {
    const staticProperties = [
      { key: 'b', value: '2' },
      { key: 'a', value: '' },
    ];
    const secretId = await keep('hunter2-is-the-value', { name: 'database', staticProperties });
    const record = { secretId, name: 'database', staticProperties, createdAtUnixMs: String(service.now) };
    expect(await list()).toContainEqual(record);
    const unnamed = await keep('x');
    expect(await list()).toContainEqual({
      secretId: unnamed,
      staticProperties: [],
      createdAtUnixMs: String(service.now),
    });
    const everything = [
      await service.query('list_secrets', { paginationOptions: { limit: '100' } }),
      await service.query('list_activities'),
    ];
    for (const { text } of everything) expect(text).not.toContain('hunter2');
  });

  test('a property may leave out its key or its value, as the specification has both optional', async () => {
    const staticProperties = [{ key: 'reviewed' }, { value: 'only a value' }];
    const secretId = await keep('x', { staticProperties });
    expect(await list()).toContainEqual(expect.objectContaining({ secretId, staticProperties }));
    const twiceWithout = await importSecrets([
      { ...(await sealed('x')), staticProperties: [{ value: '1' }, {}] },
    ]);
    expect(refusal(twiceWithout)).toEqual([400, ['parameters.secrets.0.staticProperties']]);
    const condition = "secret.static_properties['reviewed'] == ''";
    const ann = await addMember(service, 'Ann');
    const asks = async () => {
      const { publicKeyUncompressed: targetPublicKey } = generateP256KeyPair();
      const secrets = [{ secretId, targetPublicKey, encryptionSuite }];
      return (await service.submit('export_secrets', { secrets }, ann.signer)).status;
    };
    expect(await asks()).toBe(403);
    await addPolicy(service, { condition, consensus: `approvers.any(u, u.id == '${ann.userId}')` });
    expect(await asks()).toBe(200);
  });

  test('property shadowing: a key that is given twice is refused, so that nobody reads another value than policies do', async () => {
    const staticProperties = ['dev', 'prod'].map((value) => ({ key: 'env', value }));
    const sent = await importSecrets([{ ...(await sealed('x')), staticProperties }]);
    expect(refusal(sent)).toEqual([400, ['parameters.secrets.0.staticProperties']]);
  });

  test('generateAppProofs is not a member of the request, true, false, in the envelope or the parameters', async () => {
    const secret = await sealed('x');
    for (const value of [true, false]) {
      expect(refusal(await importSecrets([secret], { generateAppProofs: value }))).toEqual([
        400,
        ['generateAppProofs'],
      ]);
      const inside = await service.submit('import_secrets', { secrets: [secret], generateAppProofs: value });
      expect(refusal(inside)).toEqual([400, ['parameters.generateAppProofs']]);
    }
    // Published clients send null for absent.
    expect((await importSecrets([secret], { generateAppProofs: null })).status).toBe(200);
  });

  test('duplicate name: refused, in the same request too, and nothing of the request is kept', async () => {
    await keep('first', { name: 'only one' });
    const before = await list();
    const taken = await importSecrets([await sealed('a'), { ...(await sealed('b')), name: 'only one' }]);
    expect(refusal(taken)).toEqual([400, ['parameters.secrets.1.name']]);
    const twice = await importSecrets([
      { ...(await sealed('a')), name: 'twin' },
      { ...(await sealed('b')), name: 'twin' },
    ]);
    expect(refusal(twice)).toEqual([400, ['parameters.secrets.1.name']]);
    expect(await list()).toEqual(before);
  });

  test('duplicate names racing: of many imports at once, one gets the name', async () => {
    const secrets = await Promise.all((await begin(8)).map((target, n) => seal(`racer ${n}`, target)));
    const sent = await Promise.all(secrets.map((secret) => importSecrets([{ ...secret, name: 'race' }])));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await list()).filter((secret) => 'name' in secret && secret.name === 'race')).toHaveLength(1);
  });

  test('the name of another organization is free', async () => {
    await keep('mine', { name: 'shared name' });
    const other = await LocalService.start();
    const [target = ''] = await begin(1, other);
    const secret = { ...(await seal('theirs', target, other)), name: 'shared name' };
    const sent = await other.submit('import_secrets', { secrets: [secret] });
    await other.stop();
    expect(sent.status).toBe(200);
  });
});

describe('targets of secrets', () => {
  test('target key reused: refused, also twice in one request', async () => {
    const secret = await sealed('once');
    const twice = await importSecrets([secret, secret]);
    expect(refusal(twice)).toEqual([400, ['parameters.secrets.1.targetPublicKey']]);
    expect((await importSecrets([secret])).status).toBe(200);
    expect(refusal(await importSecrets([secret]))).toEqual([400, ['parameters.secrets.0.targetPublicKey']]);
  });

  test('expired: a target cannot be used after a day', async () => {
    const [last, late] = [await sealed('a'), await sealed('b')];
    service.now += DAY - 1;
    expect((await importSecrets([last])).status).toBe(200);
    service.now += 1;
    expect(refusal(await importSecrets([late]))).toEqual([400, ['parameters.secrets.0.targetPublicKey']]);
  });

  test('import of a swapped key: a payload under the target of another does not open', async () => {
    const [a, b] = [await sealed('a'), await sealed('b')];
    const before = await list();
    const sent = await importSecrets([
      { ...a, targetPublicKey: b.targetPublicKey },
      { ...b, targetPublicKey: a.targetPublicKey },
    ]);
    expect(refusal(sent)).toEqual([400, ['parameters.secrets.0.secretPayload']]);
    expect(await list()).toEqual(before);
    // Neither target was used up by the attempt.
    expect((await importSecrets([a, b])).status).toBe(200);
  });

  test('bundle to another organization: a target of another organization is unknown here', async () => {
    const other = await LocalService.start();
    const [target = ''] = await begin(1, other);
    await expect(seal('x', target)).rejects.toThrow();
    const foreign = await seal('x', target, other);
    await other.stop();
    expect(refusal(await importSecrets([foreign]))).toEqual([400, ['parameters.secrets.0.targetPublicKey']]);
  });

  test('target of an import of another kind: it takes no secret', async () => {
    const { rootUserId: userId } = service.ready;
    const bundle = resultOf(await service.submit('init_import_wallet', { userId }))['importBundle'];
    const sent = await importSecrets([await seal('x', bundle as string)]);
    expect(refusal(sent)).toEqual([400, ['parameters.secrets.0.targetPublicKey']]);
  });

  test.each([0, 101, 1.5, '2'])('no %s targets', async (numSecrets) => {
    const sent = await service.submit('init_import_secrets', { encryptionSuite, numSecrets });
    expect(refusal(sent)).toEqual([400, ['parameters.numSecrets']]);
  });
});

describe('export_secrets', () => {
  test('export of a foreign key: a secret of another organization is not found', async () => {
    const secretId = await keep('mine alone');
    const other = await LocalService.start();
    const secret = {
      secretId,
      targetPublicKey: generateP256KeyPair().publicKeyUncompressed,
      encryptionSuite,
    };
    const sent = await other.submit('export_secrets', { secrets: [secret] });
    await other.stop();
    expect(sent.status).toBe(404);
  });

  test('all or nothing: one secret that is not there, or one wrong target, and none comes out', async () => {
    const secretId = await keep('half');
    const good = { secretId, targetPublicKey: generateP256KeyPair().publicKeyUncompressed, encryptionSuite };
    const missing = await service.submit('export_secrets', {
      secrets: [good, { ...good, secretId: nowhere }],
    });
    expect([missing.status, missing.json.activity]).toEqual([404, undefined]);
    const wrong = { ...good, targetPublicKey: `04${'11'.repeat(64)}` };
    const sent = await service.submit('export_secrets', { secrets: [good, wrong] });
    expect([refusal(sent), sent.json.activity]).toEqual([
      [400, ['parameters.secrets.1.targetPublicKey']],
      undefined,
    ]);
  });

  test('one secret can go to two targets', async () => {
    const secretId = await keep('twice');
    expect(await exported([secretId, secretId])).toEqual(['twice', 'twice']);
  });
});

describe('delete_secrets', () => {
  test('a deleted secret is gone, and its name is free', async () => {
    const secretId = await keep('gone', { name: 'short-lived' });
    const sent = await service.submit('delete_secrets', { secretIds: [secretId] });
    expect(resultOf(sent)).toEqual({ secretIds: [secretId] });
    expect((await list()).map((secret) => secret.secretId)).not.toContain(secretId);
    const target = { targetPublicKey: generateP256KeyPair().publicKeyUncompressed, encryptionSuite };
    const again = await service.submit('export_secrets', { secrets: [{ secretId, ...target }] });
    expect(again.status).toBe(404);
    await keep('next', { name: 'short-lived' });
  });

  test('all or nothing: with one that is not there, or a foreign one, none is deleted', async () => {
    const secretId = await keep('stays');
    const sent = await service.submit('delete_secrets', { secretIds: [secretId, nowhere] });
    expect(sent.status).toBe(404);
    expect((await list()).map((secret) => secret.secretId)).toContain(secretId);
    const other = await LocalService.start();
    const foreign = await other.submit('delete_secrets', { secretIds: [secretId] });
    await other.stop();
    expect(foreign.status).toBe(404);
  });
});

test('list_secrets gives pages in the order of making', async () => {
  const all = await list();
  const page = async (paginationOptions?: object) => {
    const { json } = await service.query('list_secrets', { paginationOptions });
    return json['secrets'];
  };
  expect(await page()).toEqual(all.slice(0, 10));
  expect(await page({ after: all[9]?.secretId, limit: '2' })).toEqual(all.slice(10, 12));
  expect(await page({ before: all[3]?.secretId, limit: '2' })).toEqual(all.slice(1, 3));
});
