import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { WebhookEndpointRow } from '#service/storage/integrations-schema.ts';
import { isSubscribed, passesFilters, readFilters } from '#service/webhooks/subscriptions.ts';

const facts = {
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  status: 'ACTIVITY_STATUS_COMPLETED',
  canApprove: false,
  msg: { address: 'A', block: { number: 7 } },
};
function passes(criteria: object): boolean {
  const filters = readFilters(JSON.stringify(criteria));
  if (typeof filters === 'string') throw new Error(filters);
  return passesFilters(filters, facts);
}

describe('an event passes', () => {
  test.each([
    [{}, true],
    [{ status: 'ACTIVITY_STATUS_COMPLETED' }, true],
    [{ status: ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_COMPLETED'] }, true],
    [{ status: ['ACTIVITY_STATUS_FAILED'] }, false],
    [{ status: 'ACTIVITY_STATUS_COMPLETED', type: 'ACTIVITY_TYPE_CREATE_USERS' }, false],
    [{ canApprove: false }, true],
    [{ canApprove: 'false' }, false],
    [{ 'msg.address': ['A', 'B'] }, true],
    [{ 'msg.block.number': 7 }, true],
    [{ 'msg.block.hash': '' }, false],
    [{ 'type.length': 27 }, false],
    [{ missing: 'x' }, false],
    [{ 'constructor.name': 'Object' }, false],
  ])('%j: %s', (criteria, expected) => {
    expect(passes(criteria)).toBe(expected);
  });
});

describe('malformed filters are told in words', () => {
  test.each([
    ...['', '{', 'null', '1', '"x"', '[]', '{"a":{}}', '{"a":null}', '{"a":[]}', '{"a":[{}]}', '{"":1}'],
    JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`m${index}`, 1]))),
    JSON.stringify({ a: Array.from({ length: 51 }, () => 1) }),
  ])('%s', (text) => {
    expect(typeof readFilters(text)).toBe('string');
  });
});

test('prototype pollution: a member named __proto__ is refused, and not left out', () => {
  expect(readFilters('{"__proto__":"x"}')).toContain('__proto__');
  expect(passes({ '__proto__.x': 'y' })).toBe(false);
});

test('attack: long filters: those of an endpoint are read once for all activities', () => {
  const subscription = (status: string, isActive?: boolean) => ({
    ...{ eventType: 'ACTIVITY_UPDATES', filtersJson: JSON.stringify({ status }) },
    ...(isActive === undefined ? {} : { isActive }),
  });
  const endpoint: WebhookEndpointRow = {
    ...{ id: 'e', organization_id: 'o', url: 'https://hooks.example.com', name: 'Hooks', is_active: 1 },
    ...{ created_at: 1, updated_at: 1 },
    subscriptions: JSON.stringify([subscription('A'), subscription('B', true), subscription('C', false)]),
  };
  const parse = vi.spyOn(JSON, 'parse');
  const told = ['A', 'B', 'C', 'D'].filter((status) =>
    isSubscribed(endpoint, 'ACTIVITY_UPDATES', { status }),
  );
  expect(told).toEqual(['A', 'B']);
  expect(parse).toHaveBeenCalledTimes(3);
  parse.mockRestore();
  expect(isSubscribed(endpoint, 'BALANCE_CONFIRMED_UPDATES', { status: 'A' })).toBe(false);
  expect(isSubscribed({ ...endpoint, is_active: 0 }, 'ACTIVITY_UPDATES', { status: 'A' })).toBe(false);
});

test('any JSON is read or refused, and what is read can be asked', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.object(), (text, event) => {
      const filters = readFilters(text);
      if (typeof filters !== 'string') expect(typeof passesFilters(filters, event)).toBe('boolean');
    }),
  );
});
