import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { type VaultPlace, vaultKeyHolder } from '#service/keys/vault-key.ts';
import type { KeyHolder, WrappingKey } from '#service/keys/wrapping-key.ts';
import { createAuthority, selfSigned } from '#test/fixtures/self-signed.ts';
import { TransitServer } from '#test/fixtures/transit-server.ts';

let server: TransitServer;
let holder: KeyHolder;
let key: WrappingKey;
const placeOf = (more: Partial<VaultPlace> = {}): VaultPlace => ({
  ...{ url: server.url, mount: 'transit', name: 'keyops', token: () => server.token },
  ...more,
});
const dataKey = (fill = 7) => new Secret(new Uint8Array(32).fill(fill));
const bytesOf = (secret: Secret | undefined) => secret?.use((bytes) => Buffer.from(bytes));
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();
const INVALID = { code: 'SEALED_DATA_INVALID' };
const UNAVAILABLE = { code: 'KEY_SERVICE_UNAVAILABLE' };

beforeAll(async () => {
  server = await TransitServer.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.isSealed = false;
  server.answer = undefined;
  holder = vaultKeyHolder(placeOf());
  key = await holder.newest();
});

it('wraps many at once, under the version that it names, and unwraps them in order', async () => {
  const before = { ...server.asked };
  const wrapped = await key.wrap([dataKey(1), dataKey(2)]);
  expect(wrapped.map(text)).toEqual([1, 2].map(() => expect.stringMatching(/^vault:v\d+:/u) as string));
  const opened = await key.unwrap(wrapped);
  expect(opened.map(bytesOf)).toEqual([Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
  expect(server.asked).toEqual({ encrypt: before.encrypt + 1, decrypt: before.decrypt + 1 });
});

it('goes on wrapping under the version that it is, when the engine has a newer one', async () => {
  server.rotate('keyops');
  const [wrapped] = await key.wrap([dataKey()]);
  const newest = await holder.newest();
  expect(newest.id).not.toBe(key.id);
  expect(holder.of(newest.id)?.id).toBe(newest.id);
  expect(bytesOf((await key.unwrap([wrapped ?? new Uint8Array()]))[0])).toEqual(Buffer.alloc(32, 7));
  for (const id of [
    'vault:transit/keyops/v0',
    'vault:transit/other/v1',
    'vault:transit/keyops/v1x',
    'local:00',
  ])
    expect(holder.of(id)).toBeUndefined();
});

describe('attack: a wrapped data key', () => {
  it('of another version, or said to be of another, is refused', async () => {
    const [wrapped = new Uint8Array()] = await key.wrap([dataKey()]);
    server.rotate('keyops');
    const newest = await holder.newest();
    await expect(newest.unwrap([wrapped])).rejects.toMatchObject(INVALID);
    const edited = text(wrapped).replace(/^vault:v\d+/u, `vault:v${newest.id.split('/v')[1] ?? ''}`);
    await expect(newest.unwrap([Buffer.from(edited)])).rejects.toMatchObject(INVALID);
  });

  it.each(['', 'vault:v1:', 'vault:v1:AAAA', 'vault:vv:AAAA', 'plain', 'vault:v99999:AAAA'])(
    'that is %j is refused',
    async (wrapped) => {
      await expect(key.unwrap([Buffer.from(wrapped)])).rejects.toMatchObject(INVALID);
    },
  );

  it('of another length is refused', async () => {
    const [wrapped = new Uint8Array()] = await key.wrap([new Secret(new Uint8Array(16))]);
    await expect(key.unwrap([wrapped])).rejects.toMatchObject(INVALID);
  });
});

describe('a service that can’t serve', () => {
  it.each([
    ['is sealed', () => (server.isSealed = true), 'it answered with 503'],
    ['answers no JSON', () => (server.answer = '<html>'), 'it answered with 200'],
    ['answers too few', () => (server.answer = '{"data":{"batch_results":[]}}'), 'it answered with 200'],
    ['answers nothing of use', () => (server.answer = '{"data":{"batch_results":[{}]}}'), 'no ciphertext'],
    ['answers without end', () => (server.answer = ' '.repeat(2 ** 21)), 'its answer is too long'],
  ])('%s: nothing is taken for a key', async (_what, act, why) => {
    act();
    await expect(key.wrap([dataKey()])).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining(why) as string,
    });
  });

  it('refuses the token', async () => {
    const stranger = vaultKeyHolder(placeOf({ token: () => 'wrong' }));
    await expect(stranger.newest()).rejects.toMatchObject(UNAVAILABLE);
  });

  it('isn’t there, and is there again', async () => {
    const [wrapped = new Uint8Array()] = await key.wrap([dataKey()]);
    await server.close();
    const refused: unknown = await key.unwrap([wrapped]).catch((error: unknown) => error);
    expect(refused).toMatchObject(UNAVAILABLE);
    expect(String(refused)).not.toContain(server.token);
    await server.listen();
    expect(await key.unwrap([wrapped])).toHaveLength(1);
  });

  it('doesn’t answer in time', async () => {
    server.isHanging = true;
    try {
      await expect(key.wrap([dataKey()])).rejects.toMatchObject({
        ...UNAVAILABLE,
        message: expect.stringContaining('no answer within 5 seconds') as string,
      });
    } finally {
      server.isHanging = false;
    }
  });
});

describe('over TLS', () => {
  it('is believed with a certificate of the authority that was given, and of no other', async () => {
    const authority = createAuthority('Ours');
    const secure = await TransitServer.start(authority.issue('localhost'));
    const url = new URL(`https://localhost:${secure.port}`);
    const place = placeOf({ url, token: () => secure.token });
    const trusting = vaultKeyHolder({ ...place, authorities: [authority.cert] });
    expect((await trusting.newest()).id).toBe('vault:transit/keyops/v1');
    await expect(vaultKeyHolder(place).newest()).rejects.toMatchObject(UNAVAILABLE);
    const other = vaultKeyHolder({ ...place, authorities: [selfSigned('localhost').cert] });
    await expect(other.newest()).rejects.toMatchObject(UNAVAILABLE);
    await secure.close();
  });
});
