import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, toHex } from '#protocol/encoding.ts';

test('hex is the platform’s, of any length', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.uint8Array({ minLength: 4_094, maxLength: 4_100, size: 'max' }),
  );
  fc.assert(
    fc.property(bytes, (given) => {
      const hex = toHex(given);
      expect(hex).toBe(Buffer.from(given).toString('hex'));
      if (given.length > 0) expect(fromHex(hex)).toEqual(given);
    }),
  );
});
