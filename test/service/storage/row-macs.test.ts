import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { StorageKey } from '#service/keys/storage-key.ts';
import { MAC_COLUMN, MAC_TABLES, RowMacs } from '#service/storage/row-macs.ts';
import { SEALED_TABLES } from '#service/storage/sealed-rows.ts';

const unlocked = (): RowMacs => {
  const macs = new RowMacs();
  macs.unlock(new StorageKey(new Secret(new Uint8Array(randomBytes(32)))));
  return macs;
};
const row = { id: 'a', organization_id: 'b', name: 'c', expires_at: null, created_at: 1 };

describe('the MAC of a row', () => {
  const macs = unlocked();
  const sealed = (values: object, table = 'policy') => ({
    ...values,
    [MAC_COLUMN]: macs.of(table, values as Record<string, unknown>),
  });

  it('holds whatever the order of columns, with and without nulls and the row’s number', () => {
    const { expires_at: left, ...rest } = row;
    expect(left).toBeNull();
    const backwards = Object.fromEntries(Object.entries(row).reverse());
    for (const same of [rest, backwards, { ...row, rowid: 7 }])
      expect(() => macs.require({ ...same, [MAC_COLUMN]: macs.of('policy', row) })).not.toThrow();
  });

  it('attack: no value, name or type can be another, and no value move to another column', () => {
    const values = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
    );
    const textOf = (of: Record<string, unknown>): string =>
      JSON.stringify(
        Object.entries(of)
          .filter(([, value]) => value !== null)
          .sort(),
      );
    fc.assert(
      fc.property(values, values, (one, other) => {
        fc.pre(textOf(one) !== textOf(other));
        expect(macs.of('policy', one)).not.toBe(macs.of('policy', other));
      }),
    );
    expect(macs.of('policy', { a: 1 })).not.toBe(macs.of('policy', { a: '1' }));
    expect(macs.of('policy', { a: 'x","b":"y' })).not.toBe(macs.of('policy', { a: 'x', b: 'y' }));
  });

  it.each([
    ['is gone', { ...row, [MAC_COLUMN]: null }],
    ['is empty', { ...row, [MAC_COLUMN]: '' }],
    ['names no table', { ...row, [MAC_COLUMN]: 'nowhere:00' }],
    ['is that of another table', { ...row, [MAC_COLUMN]: macs.of('user', row)?.replace('user', 'policy') }],
    ['is that of another row', { ...row, [MAC_COLUMN]: macs.of('policy', { ...row, id: 'z' }) }],
    ['is of another key', { ...row, [MAC_COLUMN]: unlocked().of('policy', row) }],
    ['is longer', { ...row, [MAC_COLUMN]: `${macs.of('policy', row) ?? ''}0` }],
  ])('attack: a row whose MAC %s is refused', (_, changed) => {
    expect(() => macs.require(changed)).toThrow(expect.objectContaining({ code: 'DATABASE_CHANGED' }));
    expect(() => macs.require(sealed(row))).not.toThrow();
  });

  it('is of tables alone that SQLite seals too', () => {
    for (const table of Object.keys(MAC_TABLES))
      expect([...SEALED_TABLES, 'activity', 'vote']).toContain(table);
    expect(macs.of('webhook_event', row)).toBeNull();
    expect(new RowMacs().of('policy', row)).toBeNull();
  });
});
