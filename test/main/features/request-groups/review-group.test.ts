import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DigestList } from '#main/features/request-groups/review-group.ts';

const bodies = fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 20 });
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const listOf = (given: readonly Uint8Array[]): DigestList => {
  const list = new DigestList();
  for (const [position, body] of given.entries()) list.add(position, body);
  return list;
};

describe('the digest over many bodies', () => {
  it('is SHA-256 over their SHA-256 digests, one after the other', () => {
    fc.assert(
      fc.property(bodies, (given) => {
        expect(listOf(given).digest()).toBe(sha256(Buffer.concat(given.map(sha256))).toString('hex'));
      }),
    );
  });

  it('attack: covers no other body, none in another place, and none beside the list', () => {
    fc.assert(
      fc.property(bodies, fc.nat(), fc.uint8Array({ maxLength: 40 }), (given, at, other) => {
        const list = listOf(given);
        const place = at % given.length;
        const body = given[place] ?? new Uint8Array();
        const isSame = Buffer.compare(Buffer.from(body), Buffer.from(other)) === 0;
        expect(list.covers(place, body)).toBe(true);
        expect(list.covers(place, other)).toBe(isSame);
        expect(list.covers(given.length, body)).toBe(false);
      }),
    );
  });
});
