import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertRow } from '#service/storage/rows.ts';
import { findAccountOfWallet, insertWalletAccount } from '#service/storage/signing-keys.ts';
import { type Store, openStore } from '#service/storage/store.ts';
import { notingStatements, planOf } from '#test/fixtures/noted-statements.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyops-keys-'));
const OURS = 'ours';
let store: Store;
beforeAll(async () => {
  store = await openStore(folder);
  for (const id of [OURS, 'theirs']) await insertRow(store, 'organization', { id, name: id, created_at: 1 });
  for (const id of ['first', 'second']) {
    await insertRow(store, 'wallet', {
      ...{ id, organization_id: OURS, name: id, exported: 0, imported: 0, created_at: 1, updated_at: 1 },
      ...{
        sealed_words: new Uint8Array(1),
        sealed_seed: new Uint8Array(1),
        key_version: null,
        data_key: null,
      },
    });
    for (const [at, curve] of ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'].entries())
      await insertWalletAccount(store, {
        ...{
          id: `${id} ${at}`,
          organization_id: OURS,
          wallet_id: id,
          name: null,
          curve: curve as 'CURVE_P256',
        },
        ...{ path_format: 'PATH_FORMAT_BIP32', path: at === 2 ? 'm/1' : 'm/0', public_key: '' },
        ...{ address_format: 'ADDRESS_FORMAT_ETHEREUM', address: at === 0 ? '0xA' : '0xB' },
        ...{ created_at: 1, updated_at: 1 },
      });
  }
});
afterAll(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  [{ address: '0xb', path: undefined }, 'second 1', 'wallet_account_lookup (organization_id=? AND lookup=?)'],
  [{ address: '0xb', path: 'm/1' }, 'second 2', ''],
  [{ address: undefined, path: 'm/0' }, 'second 0', '(wallet_id=? AND path=?)'],
  [{ address: '0xc', path: undefined }, undefined, 'lookup=?'],
  [{ address: '0xa', path: 'm/1' }, undefined, ''],
])('finds an account of a wallet among thousands by what is asked for: %o', async (wanted, id, by) => {
  const noted = notingStatements(store);
  const wallet = { id: 'second', organization_id: OURS };
  expect((await findAccountOfWallet(noted.store, wallet, wanted))?.id).toBe(id);
  expect(await findAccountOfWallet(store, { ...wallet, id: 'none' }, wanted)).toBeUndefined();
  for (const statement of noted.statements()) {
    const plan = (await planOf(store, statement)).join();
    expect(plan).toContain(by);
    expect(plan).not.toContain('SCAN');
    expect(plan).not.toMatch(/\((?:organization_id=\? AND )?wallet_id=\?\)/);
  }
});
