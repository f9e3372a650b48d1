import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, LocalService, send, wrongFields, type Sent } from '#test/fixtures/local-service.ts';
import { cbor, Passkey, type Deviation } from '#test/fixtures/passkey.ts';

let service: LocalService;
let userId = '';
beforeAll(async () => {
  service = await LocalService.start();
  userId = service.ready.rootUserId;
});
afterAll(async () => {
  await service.stop();
});

type Registration = ReturnType<Passkey['register']>;
const create = (authenticators: readonly object[], user = userId): Promise<Sent> =>
  service.submit('create_authenticators', { userId: user, authenticators });
const idsOf = ({ json }: Sent): string[] =>
  (json.activity?.result?.['createAuthenticatorsResult'] as { authenticatorIds: string[] }).authenticatorIds;
const list = async (user = userId): Promise<object[]> =>
  (await service.query('get_authenticators', { userId: user })).json['authenticators'] as object[];
const remove = (authenticatorIds: readonly string[], user = userId): Promise<Sent> =>
  service.submit('delete_authenticators', { userId: user, authenticatorIds });

/** Another user of the organization, with nothing to stamp with. */
async function createUser(): Promise<string> {
  const user = { userName: 'Ada', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
  const sent = await service.submit('create_users', { users: [user] });
  const { userIds } = sent.json.activity?.result?.['createUsersResult'] as { userIds: string[] };
  return userIds[0] ?? '';
}

describe('create_authenticators', () => {
  test('queries show the passkey, under its user too', async () => {
    const passkey = new Passkey(7);
    const sent = await create([passkey.register()]);
    const [authenticatorId] = idsOf(sent);
    const time = new Date(service.now).toISOString();
    const record = {
      authenticatorId,
      authenticatorName: 'A passkey',
      attestationType: 'none',
      aaguid: '00000000-0000-0000-0000-000000000000',
      credentialId: passkey.id.toString('base64url'),
      model: '',
      credential: {
        publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/) as string,
        type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
      },
      transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL', 'AUTHENTICATOR_TRANSPORT_HYBRID'],
      createdAt: time,
      updatedAt: time,
    };
    expect(await list()).toContainEqual(record);
    const one = await service.query('get_authenticator', { authenticatorId });
    expect(one.json['authenticator']).toEqual(record);
    const { json } = await service.query('get_user', { userId });
    expect((json['user'] as { authenticators: object[] }).authenticators).toContainEqual(record);
  });

  test('a credential id in CBOR, as the specification has it, is the same passkey', async () => {
    const passkey = new Passkey();
    const registration = passkey.register();
    registration.attestation.credentialId = cbor(passkey.id).toString('base64url');
    expect((await create([registration])).status).toBe(200);
    expect(await list()).toContainEqual(
      expect.objectContaining({ credentialId: passkey.id.toString('base64url') }),
    );
  });

  test('a challenge that is text is taken as its bytes', async () => {
    const challenge = Buffer.from('a challenge').toString('base64url');
    const registration = { ...new Passkey().register({ challenge }), challenge: 'a challenge' };
    expect((await create([registration])).status).toBe(200);
  });

  describe('refused:', () => {
    const field = 'parameters.authenticators.0.attestation';
    const refuse = async (registration: Registration): Promise<void> => {
      const before = await list();
      // The good one before it is not kept either.
      const sent = await create([registration, new Passkey().register()]);
      expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([400, 'REQUEST_INVALID', [field]]);
      expect(sent.json.message).toContain('invalid authenticator attestation');
      expect(await list()).toEqual(before);
    };

    test.each<[string, Deviation]>([
      ['made on another origin', { origin: 'https://example.com' }],
      ['made for another relying party', { rpId: 'example.com' }],
      ['without user verification', { userVerified: false }],
      ['without user presence', { userPresent: false }],
      ['that is an assertion', { type: 'webauthn.get' }],
      ['made for another challenge', { challenge: 'AAAA' }],
    ])('an attestation %s', async (_, deviation) => {
      await refuse(new Passkey().register(deviation));
    });

    test('an attestation under the credential id of another passkey', async () => {
      const registration = new Passkey().register();
      registration.attestation.credentialId = new Passkey().id.toString('base64url');
      await refuse(registration);
    });

    test.each(['0', 'A', 'AAAAA', '-1', 'AB=='])(
      'attack: the credential id %s is told of, and is no failure of the service',
      async (credentialId) => {
        const registration = new Passkey().register();
        registration.attestation.credentialId = credentialId;
        await refuse(registration);
      },
    );

    test('an attestation that cannot be read', async () => {
      for (const attestationObject of ['AAAA', 'oA', 'v_8']) {
        const registration = new Passkey().register();
        await refuse({ ...registration, attestation: { ...registration.attestation, attestationObject } });
      }
      const registration = new Passkey().register();
      await refuse({ ...registration, attestation: { ...registration.attestation, clientDataJson: 'AAAA' } });
    });
  });

  test('a passkey belongs to one user: the same one again is a conflict', async () => {
    const passkey = new Passkey();
    expect((await create([passkey.register()])).status).toBe(200);
    const again = await create([passkey.register()], await createUser());
    expect([again.status, codeOf(again)]).toEqual([400, 'CREDENTIAL_CONFLICT']);
  });

  test('an eleventh authenticator of a user is refused', async () => {
    const user = await createUser();
    const ten = Array.from({ length: 10 }, () => new Passkey().register());
    expect((await create(ten, user)).status).toBe(200);
    const sent = await create([new Passkey().register()], user);
    expect([sent.status, sent.json.code, sent.json.message]).toEqual([
      429,
      8,
      'user has exceeded maximum authenticators',
    ]);
    expect(await list(user)).toHaveLength(10);
  });

  test('a user that does not exist', async () => {
    const sent = await create([new Passkey().register()], '00000000-0000-4000-8000-000000000000');
    expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the origins feature of an organization', () => {
  const whoami = (passkey: Passkey, deviation: Deviation): Promise<Sent> => {
    const body = JSON.stringify({ organizationId: service.ready.organizationId });
    const url = `${service.ready.url}/public/v1/query/whoami`;
    return send(url, body, passkey.stamp(body, deviation));
  };

  test('takes the place of localhost, in registration and in stamps', async () => {
    const user = await createUser();
    const local = new Passkey();
    expect((await create([local.register()], user)).status).toBe(200);
    await service.submit('set_organization_feature', {
      name: 'FEATURE_NAME_WEBAUTHN_ORIGINS',
      value: 'https://wallet.example.com, https://other.example.com:8443',
    });
    const site = { origin: 'https://wallet.example.com', rpId: 'example.com' };
    const passkey = new Passkey();
    expect((await create([passkey.register(site)], user)).status).toBe(200);
    expect((await whoami(passkey, site)).status).toBe(200);
    expect((await whoami(passkey, { ...site, origin: 'https://other.example.com:8443' })).status).toBe(200);
    // Attacks: a sibling of the sites, http, the port left out, another RP id than it was made for, a whole top-level domain.
    for (const attack of [
      { origin: 'https://evil.example.com' },
      { origin: 'http://wallet.example.com' },
      { origin: 'https://other.example.com' },
      { rpId: 'wallet.example.com' },
    ])
      expect((await whoami(passkey, { ...site, ...attack })).status).toBe(401);
    expect((await create([new Passkey().register({ ...site, rpId: 'com' })], user)).status).toBe(400);
    expect((await whoami(local, {})).status).toBe(401);
    await service.submit('remove_organization_feature', { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS' });
    expect((await whoami(local, {})).status).toBe(200);
  });
});

describe('delete_authenticators', () => {
  test('a deleted passkey stamps nothing any more', async () => {
    const passkey = new Passkey();
    const user = await createUser();
    const [id = ''] = idsOf(await create([passkey.register()], user));
    const body = JSON.stringify({ organizationId: service.ready.organizationId });
    const url = `${service.ready.url}/public/v1/query/whoami`;
    expect((await send(url, body, passkey.stamp(body))).json['userId']).toBe(user);
    const sent = await remove([id], user);
    expect(sent.json.activity?.result).toEqual({ deleteAuthenticatorsResult: { authenticatorIds: [id] } });
    expect(codeOf(await send(url, body, passkey.stamp(body)))).toBe('CREDENTIAL_NOT_FOUND');
    expect(await list(user)).toEqual([]);
    const gone = await service.query('get_authenticator', { authenticatorId: id });
    expect([gone.status, codeOf(gone)]).toEqual([404, 'CREDENTIAL_NOT_FOUND']);
  });

  test('one that belongs to another user is not deleted in passing', async () => {
    const [user, other] = [await createUser(), await createUser()];
    const [own = ''] = idsOf(await create([new Passkey().register()], user));
    const [foreign = ''] = idsOf(await create([new Passkey().register()], other));
    const sent = await remove([own, foreign], user);
    expect([sent.status, codeOf(sent)]).toEqual([404, 'CREDENTIAL_NOT_FOUND']);
    expect([await list(user), await list(other)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('a user is deleted with their passkeys', async () => {
    const passkey = new Passkey();
    const user = await createUser();
    await create([passkey.register()], user);
    expect((await service.submit('delete_users', { userIds: [user] })).status).toBe(200);
    const body = JSON.stringify({ organizationId: service.ready.organizationId });
    const sent = await send(`${service.ready.url}/public/v1/query/whoami`, body, passkey.stamp(body));
    expect(codeOf(sent)).toBe('CREDENTIAL_NOT_FOUND');
  });
});

test('a user adds their own passkey with a passkey, and nobody else one', async () => {
  const user = await createUser();
  const passkey = new Passkey();
  await create([passkey.register()], user);
  const url = `${service.ready.url}/public/v1/submit/create_authenticators`;
  const submit = (owner: string): Promise<Sent> => {
    const body = service.submitBody('create_authenticators', {
      userId: owner,
      authenticators: [new Passkey().register()],
    });
    return send(url, body, passkey.stamp(body));
  };
  expect((await submit(user)).status).toBe(200);
  const other = await submit(userId);
  expect([other.status, codeOf(other)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
});
