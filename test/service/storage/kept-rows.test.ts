import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { readElectorate } from '#service/engine/decision-context.ts';
import { StorageKey } from '#service/keys/storage-key.ts';
import { RowSeal } from '#service/storage/row-seal.ts';
import {
  allWhere,
  deleteRow,
  deleteWhere,
  firstWhere,
  hasWhere,
  insertRow,
  updateWhere,
} from '#service/storage/rows.ts';
import { SealedRows } from '#service/storage/sealed-rows.ts';
import { openStore, type Store } from '#service/storage/store.ts';
import { sessionKeysAmong } from '#service/storage/credentials.ts';
import { findSessionScope } from '#service/storage/session-keys.ts';
import { findSigner, insertPrivateKey, insertWalletAccount } from '#service/storage/signing-keys.ts';
import { findIpAllowlists, writeIpAllowlist } from '#service/storage/organization.ts';
import { inSavepoint, GroupCommitWriter } from '#service/storage/writer.ts';
import { notingStatements } from '#test/fixtures/noted-statements.ts';

const ORGANIZATION = '11111111-1111-4111-8111-111111111111';
let folder: string;
let store: Store;
let rows: SealedRows;
let writer: GroupCommitWriter;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-kept-'));
  const seal = new RowSeal();
  store = await openStore(folder, seal);
  seal.unlock(new StorageKey(new Secret(new Uint8Array(randomBytes(32)))));
  rows = await SealedRows.open(store, seal, false);
  writer = new GroupCommitWriter(store, rows.require);
  await writer.write((unit) =>
    insertRow(unit, 'organization', { id: ORGANIZATION, name: 'o', created_at: 1 }),
  );
});
afterEach(async () => {
  await store.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const policy = (id: string, condition: string) => ({
  ...{ id, organization_id: ORGANIZATION, name: id, effect: 'EFFECT_ALLOW' as const, condition },
  ...{ consensus: null, time: null, notes: '', created_at: 1, updated_at: 1 },
});
const dated = { organization_id: ORGANIZATION, created_at: 1, updated_at: 1 };
const user = { ...dated, id: 'u', name: 'u', email: null, phone_number: null, tags: '[]' };
const apiKey = (id: string) => ({
  ...{
    ...dated,
    id,
    user_id: 'u',
    name: id,
    public_key: `public-${id}`,
    curve: 'API_KEY_CURVE_P256' as const,
  },
  ...{ expiration_seconds: null, expires_at: null },
});
const authenticator = (id: string) => ({
  ...{ ...dated, id, user_id: 'u', name: id, credential_id: id, public_key: `public-${id}` },
  ...{
    cose_key: new Uint8Array(1),
    counter: 0,
    transports: '[]',
    attestation_type: '',
    aaguid: '',
    rp_id: '',
  },
});
const KIND = 'CREDENTIAL_TYPE_LOGIN';
const privateKey = (id: string) => ({
  ...{ ...dated, id, name: id, curve: 'CURVE_SECP256K1' as const, public_key: `public-${id}`, tags: '[]' },
  ...{ exported: 0, imported: 0, sealed_key: new Uint8Array(1), key_version: null, data_key: null },
});
const wallet = {
  ...{ ...dated, id: 'w', name: 'w', exported: 0, imported: 0 },
  ...{ sealed_words: new Uint8Array(1), sealed_seed: new Uint8Array(1) },
};
const account = (address: string) => ({
  ...{ ...dated, id: address, wallet_id: 'w', name: null, curve: 'CURVE_SECP256K1' as const },
  ...{ path_format: 'P', path: 'm', address_format: 'F', address, lookup: address },
  public_key: `public-${address}`,
});
const ofOrganization = { organization_id: ORGANIZATION };
const conditionsIn = async (from: Store): Promise<(string | null)[]> =>
  (await allWhere(from, 'policy', ofOrganization)).map(({ condition }) => condition);

/** What the file itself says, asked by another connection. */
function inFile(): (string | null)[] {
  const other = new DatabaseSync(join(folder, 'service.sqlite'), { readOnly: true });
  try {
    const found = other.prepare('SELECT condition FROM policy ORDER BY created_at, rowid').all();
    return found.map((row) => (row as { condition: string | null }).condition);
  } finally {
    other.close();
  }
}

describe('rows that decide who may do what', () => {
  it('are read once, and again after a change', async () => {
    const counted = notingStatements(store);
    for (let time = 0; time < 3; time += 1) await conditionsIn(counted.store);
    expect(counted.answered()).toBe(1);
    await writer.write((unit) => insertRow(unit, 'policy', policy('p', 'true')));
    expect(await conditionsIn(counted.store)).toEqual(['true']);
    expect(await conditionsIn(counted.store)).toEqual(['true']);
    expect(counted.answered()).toBe(2);
  });

  it('are read once, whatever changes in other tables meanwhile', async () => {
    const counted = notingStatements(store);
    await conditionsIn(counted.store);
    await writer.write(async (unit) => {
      await insertRow(unit, 'user', user);
      await insertRow(unit, 'api_key', apiKey('k'));
      expect(await conditionsIn(unit)).toEqual([]);
      await deleteRow(unit, 'api_key', ORGANIZATION, 'k');
    });
    await conditionsIn(counted.store);
    expect(counted.answered()).toBe(1);
  });

  it('attack: what a session was, a key, an address or a list is gone by after it changed', async () => {
    const scope = () => findSessionScope(store, ORGANIZATION, 'public-k');
    const kinds = async () => [...(await sessionKeysAmong(store, ['k'])).values()].map(({ kind }) => kind);
    const signer = async (address: string) => (await findSigner(store, ORGANIZATION, address))?.public_key;
    const lists = async () => (await findIpAllowlists(store, ORGANIZATION, [''])).map(({ rules }) => rules);
    const all = async () => [
      await scope(),
      await kinds(),
      await signer('one'),
      await signer('two'),
      await lists(),
    ];
    const seen: unknown[] = [];
    const then = async (change: (unit: Store) => Promise<unknown>): Promise<void> => {
      await writer.write(change);
      const found = await all();
      // Asked again, they are kept.
      expect(await all()).toEqual(found);
      seen.push(found);
    };
    await writer.write(async (unit) => {
      await insertRow(unit, 'user', user);
      await insertRow(unit, 'wallet', wallet);
    });
    expect(await all()).toEqual([undefined, [], undefined, undefined, []]);
    const profile = { ...dated, id: 's', name: 's', scope: 'a', expiration_seconds: null, notes: null };
    await then((unit) => insertRow(unit, 'session_profile', profile));
    await then((unit) => insertRow(unit, 'api_key', apiKey('k')));
    await then((unit) =>
      insertRow(unit, 'session_key', { api_key_id: 'k', kind: KIND, session_profile_id: 's' }),
    );
    await then((unit) => updateWhere(unit, 'session_profile', { id: 's' }, { scope: 'b' }));
    await then((unit) => updateWhere(unit, 'session_key', { api_key_id: 'k' }, { session_profile_id: null }));
    await then((unit) => deleteRow(unit, 'api_key', ORGANIZATION, 'k'));
    expect(seen.map((found) => (found as unknown[]).slice(0, 2))).toEqual([
      [undefined, []],
      [undefined, []],
      ['a', [KIND]],
      ['b', [KIND]],
      [undefined, [KIND]],
      [undefined, []],
    ]);
    seen.length = 0;
    await then((unit) => insertPrivateKey(unit, privateKey('p'), [{ format: 'F', address: 'one' }]));
    await then((unit) => updateWhere(unit, 'private_key', { id: 'p' }, { public_key: 'other' }));
    await then((unit) => deleteWhere(unit, 'private_key_address', { private_key_id: 'p' }));
    await then((unit) => insertWalletAccount(unit, account('two')));
    await then((unit) => deleteWhere(unit, 'wallet_account', { address: 'two' }));
    const list = { organization_id: ORGANIZATION, public_key: '', enabled: 1, rules: '["r"]' };
    await then((unit) => writeIpAllowlist(unit, { ...list, on_evaluation_error: 'DENY' }));
    expect(seen.map((found) => (found as unknown[]).slice(2))).toEqual([
      ['public-p', undefined, []],
      ['other', undefined, []],
      [undefined, undefined, []],
      [undefined, 'public-two', []],
      [undefined, undefined, []],
      [undefined, undefined, ['["r"]']],
    ]);
  });

  it('attack: who can approve is not gone by after a key ended or was deleted, or a user changed', async () => {
    const hands = async (now = 1) =>
      (await readElectorate(store, ORGANIZATION, now)).map(
        ({ user: { tags }, credential: { id, type } }) => ({
          ...{ tags, id, type },
        }),
      );
    const then = async (change: (unit: Store) => Promise<unknown>) => {
      await writer.write(change);
      return await hands();
    };
    const key = { tags: [], id: 'k', type: 'CREDENTIAL_TYPE_API_KEY_P256' };
    const passkey = { ...key, id: 'a', type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' };
    expect(await hands()).toEqual([]);
    expect(await then((unit) => insertRow(unit, 'user', user))).toEqual([]);
    expect(await then((unit) => insertRow(unit, 'api_key', { ...apiKey('k'), expires_at: 100 }))).toEqual([
      key,
    ]);
    expect([await hands(99), await hands(100), await hands(1)]).toEqual([[key], [], [key]]);
    expect(await then((unit) => insertRow(unit, 'authenticator', authenticator('a')))).toEqual([
      key,
      passkey,
    ]);
    expect(await hands(100)).toEqual([passkey]);
    const session = { api_key_id: 'k', kind: KIND, session_profile_id: null } as const;
    expect(await then((unit) => insertRow(unit, 'session_key', session))).toEqual([
      { ...key, type: KIND },
      passkey,
    ]);
    expect(await then((unit) => updateWhere(unit, 'user', { id: 'u' }, { tags: '["ops"]' }))).toEqual([
      { ...key, type: KIND, tags: ['ops'] },
      { ...passkey, tags: ['ops'] },
    ]);
    expect(await then((unit) => deleteRow(unit, 'api_key', ORGANIZATION, 'k'))).toEqual([
      { ...passkey, tags: ['ops'] },
    ]);
    expect(await then((unit) => deleteRow(unit, 'authenticator', ORGANIZATION, 'a'))).toEqual([]);
  });

  it('attack: a policy that a failed request wrote is not gone by', async () => {
    await writer.write((unit) => insertRow(unit, 'policy', policy('p', 'false')));
    const failing = writer.write(async (unit) => {
      await updateWhere(unit, 'policy', { id: 'p' }, { condition: 'true' });
      expect(await conditionsIn(unit)).toEqual(['true']);
      throw new Error('refused after all');
    });
    await expect(failing).rejects.toThrow('refused after all');
    expect(await conditionsIn(store)).toEqual(['false']);
  });

  it('attack: nor is one that failed in company, inside the transaction that goes on', async () => {
    const seen: unknown[] = [];
    const outcomes = await Promise.allSettled([
      writer.write(async (unit) => {
        await insertRow(unit, 'policy', policy('p', 'true'));
        seen.push(await conditionsIn(unit), await hasWhere(unit, 'policy', { id: 'p' }));
        throw new Error('refused after all');
      }),
      writer.write(async (unit) => {
        seen.push(await conditionsIn(unit), await hasWhere(unit, 'policy', { id: 'p' }));
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(seen).toEqual([['true'], true, [], false]);
    expect(await conditionsIn(store)).toEqual([]);
  });

  it('attack: what another program wrote is not gone by', async () => {
    await writer.write((unit) => insertRow(unit, 'policy', policy('p', 'false')));
    expect(await conditionsIn(store)).toEqual(['false']);
    const other = new DatabaseSync(join(folder, 'service.sqlite'), { timeout: 5000 });
    other.exec("UPDATE policy SET condition = 'true'");
    other.close();
    await expect(rows.require(store)).rejects.toMatchObject({ code: 'DATABASE_CHANGED' });
  });

  it('cannot be changed by whoever reads them', async () => {
    await writer.write((unit) => insertRow(unit, 'policy', policy('p', 'false')));
    const [first] = await allWhere(store, 'policy', ofOrganization);
    expect(() => Object.assign(first ?? {}, { condition: 'true' })).toThrow(TypeError);
    (await allWhere(store, 'policy', ofOrganization)).pop();
    expect(Object.isFrozen(await firstWhere(store, 'policy', { id: 'p' }))).toBe(true);
    expect(await conditionsIn(store)).toEqual(['false']);
  });

  it('cannot be changed by whoever reads them past the row functions', async () => {
    const list = { organization_id: ORGANIZATION, public_key: '', enabled: 1, rules: '[]' };
    await writer.write((unit) => writeIpAllowlist(unit, { ...list, on_evaluation_error: 'DENY' }));
    const found = await findIpAllowlists(store, ORGANIZATION, ['']);
    expect(found).toHaveLength(1);
    expect([found, ...found].every((each) => Object.isFrozen(each))).toBe(true);
  });

  it('attack: long questions about what is not there do not stay in memory', async () => {
    const counted = notingStatements(store);
    const ask = (name: string) => hasWhere(counted.store, 'policy', { name });
    await ask('first');
    await ask('first');
    expect(counted.answered()).toBe(1);
    for (let time = 0; time < 6; time += 1) await ask(`${time}${'x'.repeat(1024 * 1024)}`);
    expect(counted.answered()).toBe(7);
    // Kept for ever, this one would be as well.
    await ask('first');
    expect(counted.answered()).toBe(8);
  });

  it('are what the file says, whatever was written, undone and read in between', async () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      act: fc.constantFrom('insert', 'update', 'delete', 'read'),
      isUndone: fc.boolean(),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
        async (groups) => {
          let change = 0;
          const act = async (unit: Store, { id, act: kind }: { id: string; act: string }): Promise<void> => {
            change += 1;
            if (kind === 'insert' && !(await hasWhere(unit, 'policy', { id })))
              await insertRow(unit, 'policy', policy(id, String(change)));
            if (kind === 'update') await updateWhere(unit, 'policy', { id }, { condition: String(change) });
            if (kind === 'delete') await deleteRow(unit, 'policy', ORGANIZATION, id);
            await conditionsIn(unit);
          };
          for (const group of groups) {
            const jobs = group.map((each) =>
              writer.write(async (unit) => {
                if (each.isUndone)
                  await inSavepoint(unit, () =>
                    act(unit, each).then(() => Promise.reject(new Error('undone'))),
                  ).catch(() => undefined);
                else await act(unit, each);
                await conditionsIn(unit);
                if (each.fails) throw new Error('fails');
              }),
            );
            await Promise.allSettled([...jobs, conditionsIn(store)]);
            expect(await conditionsIn(store)).toEqual(inFile());
            expect(await conditionsIn(store)).toEqual(inFile());
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
