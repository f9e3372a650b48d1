import { expect, it } from 'vitest';
import { amongBy } from '#chains/model/totals.ts';
import { oncePerList } from '#protocol/once-per-list.ts';

it('makes something of a list once, of an equal list again, and of a list that could not be used never', () => {
  const seen: (readonly string[])[] = [];
  const sizeOf = oncePerList((list) => {
    seen.push(list);
    if (list.includes('bad')) throw new Error('bad');
    return list.length;
  });
  const list = ['a', 'b'];
  expect([sizeOf(list), sizeOf(list), sizeOf([...list])]).toEqual([2, 2, 2]);
  expect(seen).toHaveLength(2);
  const bad = ['bad'];
  expect(() => sizeOf(bad)).toThrow('bad');
  expect(() => sizeOf(bad)).toThrow('bad');
});

it('finds an address in any of some lists by its spelling, and in no other list', () => {
  const among = amongBy((address) => address.toLowerCase());
  const own = ['0xAB', '0xcd'];
  expect(among(['0x11'], own)('0xab')).toBe(true);
  expect(among(['0x11'])('0xab')).toBe(false);
  expect(among(own, ['0x11'])('0x11')).toBe(true);
  expect(among(own)(null)).toBe(false);
  expect(among()('0xab')).toBe(false);
});
