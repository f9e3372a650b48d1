import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocalService, resultOf } from '../../fixtures/local-service.ts';

const KEYS = 1_000;
let service: LocalService;
let ids: string[];
beforeAll(async () => {
  service = await LocalService.start();
  const key = { curve: 'CURVE_P256', privateKeyTags: [], addressFormats: ['ADDRESS_FORMAT_UNCOMPRESSED'] };
  const created: string[] = [];
  for (let at = 0; at < KEYS; at += 100) {
    const privateKeys = Array.from({ length: 100 }, (_, n) => ({ ...key, privateKeyName: `key ${at + n}` }));
    const sent = await service.submit('create_private_keys', { privateKeys });
    const { privateKeys: made } = resultOf(sent) as { privateKeys: { privateKeyId: string }[] };
    created.push(...made.map(({ privateKeyId }) => privateKeyId));
  }
  ids = created;
});
afterAll(async () => {
  await service.stop();
});

interface Listed {
  readonly privateKeys: readonly { readonly privateKeyId: string; readonly addresses: readonly unknown[] }[];
}
const LISTS = {
  list_private_keys: (body: unknown) => body as Listed,
  get_organization: (body: unknown) => (body as { organizationData: Listed }).organizationData,
};

describe.each(Object.entries(LISTS))('attack: %s without a page, with many keys', (path, keysOf) => {
  test('lists each key once, in its order, with its addresses', async () => {
    const { privateKeys } = keysOf((await service.query(path)).json);
    expect(privateKeys.map(({ privateKeyId }) => privateKeyId)).toEqual(ids);
    expect(privateKeys.every(({ addresses }) => addresses.length === 1)).toBe(true);
  });

  test('others are answered while it is read and written', async () => {
    const answered: string[] = [];
    const asked = [path, 'whoami', 'whoami'].map((each) =>
      service.query(each).then(() => answered.push(each)),
    );
    await Promise.all(asked);
    expect(answered).toEqual(['whoami', 'whoami', path]);
  });

  test('a key that is made meanwhile leaves no gap and comes at most once', async () => {
    const list = service.query(path);
    const made = await service.createPrivateKey('CURVE_P256', ['ADDRESS_FORMAT_UNCOMPRESSED']);
    const found = keysOf((await list).json).privateKeys.map(({ privateKeyId }) => privateKeyId);
    ids.push(made.id);
    expect(found).toEqual(ids.slice(0, found.length));
    expect(found.length).toBeGreaterThanOrEqual(ids.length - 1);
  });
});
