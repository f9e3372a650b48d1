import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteSecrets } from '#protocol/catalogue/secrets.ts';
import { isInSessionScope } from '#service/engine/condition-values.ts';
import { insertRow } from '#service/storage/rows.ts';
import { type Store, openStore } from '#service/storage/store.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-scope-'));
  store = await openStore(folder);
  await insertRow(store, 'organization', { id: 'o', name: 'o', created_at: 1 });
  const made = { organization_id: 'o', created_at: 1, updated_at: 1 };
  await insertRow(store, 'user', {
    ...{ ...made, id: 'u', name: 'u', email: null, phone_number: null, tags: '[]' },
  });
});
afterEach(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true });
});

/** Whether a session of that scope may delete so many secrets. */
async function covers(scope: string, count: number): Promise<boolean> {
  const id = `${count} ${scope}`;
  const made = { organization_id: 'o', created_at: 1, updated_at: 1 };
  await insertRow(store, 'session_profile', {
    ...{ ...made, id, name: id, scope, expiration_seconds: null, notes: null },
  });
  await insertRow(store, 'api_key', {
    ...{ ...made, id, user_id: 'u', name: id, public_key: id, curve: 'API_KEY_CURVE_P256' },
    ...{ expiration_seconds: null, expires_at: null },
  });
  await insertRow(store, 'session_key', {
    api_key_id: id,
    session_profile_id: id,
    kind: 'read-write',
  } as never);
  const things = Array.from({ length: count }, (_, at) => ({ secret: { id: String(at) } }));
  const rules = { eachConditionValues: () => Promise.resolve(things) };
  const stamp = { publicKey: id, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: '' } as const;
  const attempt = { operation: deleteSecrets, rules, parameters: { secretIds: [] } };
  return await isInSessionScope(store, { organizationId: 'o', userId: 'u', stamp }, attempt, 1);
}

test('a scope must hold for each thing of a request', async () => {
  expect(await covers("secret.id != '7'", 7)).toBe(true);
  expect(await covers("secret.id != '7'", 8)).toBe(false);
});

test('attack: a scope that takes the most work for each of a hundred things has one bound for all of them', async () => {
  const list = `[${Array.from({ length: 100 }, (_, at) => at).join()}]`;
  const long = `${list}.any(a, ${list}.any(b, a == b && a > 100)) || secret.id != ''`;
  expect(await covers(long, 10)).toBe(true);
  expect(await covers(long, 100)).toBe(false);
});
