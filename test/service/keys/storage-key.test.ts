import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { StorageKey } from '#service/keys/storage-key.ts';

const key = () => new StorageKey(new Secret(new Uint8Array(randomBytes(32))));
const record = '01234567-0000-4000-8000-000000000000';

test('what is sealed for a record opens for that record, with a fresh nonce each time', () => {
  const storageKey = key();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.uuid(), (plaintext, id) => {
      const [one, two] = [storageKey.seal(plaintext, id), storageKey.seal(plaintext, id)];
      expect(one).not.toEqual(two);
      expect(one.length).toBe(12 + plaintext.length + 16);
      expect(storageKey.open(one, id).use((bytes) => Uint8Array.from(bytes))).toEqual(plaintext);
    }),
    { numRuns: 50 },
  );
});

test('swapped records: what was sealed for one does not open for another', () => {
  const storageKey = key();
  const sealed = storageKey.seal(new Uint8Array(32), record);
  expect(() => storageKey.open(sealed, record.replace('0', 'a'))).toThrow(
    expect.objectContaining({ code: 'SEALED_DATA_INVALID' }),
  );
});

test('a changed, cut or foreign ciphertext does not open', () => {
  const storageKey = key();
  const sealed = storageKey.seal(new Uint8Array(32), record);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => storageKey.open(changed, record)).toThrow(
      expect.objectContaining({ code: 'SEALED_DATA_INVALID' }),
    );
  }
  for (const length of [0, 1, 12, 27, 28, 59]) {
    expect(() => storageKey.open(sealed.subarray(0, length), record)).toThrow(
      expect.objectContaining({ code: 'SEALED_DATA_INVALID' }),
    );
  }
  expect(() => key().open(sealed, record)).toThrow(expect.objectContaining({ code: 'SEALED_DATA_INVALID' }));
});

test.each([0, 16, 31, 33])('a storage key of %i bytes is refused', (length) => {
  expect(() => new StorageKey(new Secret(new Uint8Array(length)))).toThrow(
    expect.objectContaining({ code: 'STORAGE_KEY_INVALID' }),
  );
});
