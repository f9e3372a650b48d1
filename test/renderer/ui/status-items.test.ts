import { describe, expect, test } from 'vitest';
import type { Health } from '#preload/contract/app.ts';
import { type StatusItem, statusItems } from '#renderer/ui/status.tsx';
import { workingSnapshot } from '../fake-data.ts';

const working = workingSnapshot.health;
const item = (health: Partial<Health>, id: keyof Health) => {
  const found = statusItems({ ...working, ...health }).find((each) => each.id === id);
  if (!found) throw new Error(`No item ${id}.`);
  return found;
};

test('a working console says four true things and has no fault', () => {
  const items = statusItems(working);
  expect(items.map((each) => each.words)).toEqual([
    'Keychain unlocked',
    'Local service',
    'Journal: 1,204 lines, verified',
    'Clock within 0.2 s',
  ]);
  expect(items.every((each) => each.tone === 'ok' && each.fault === null)).toBe(true);
});

test('a disk that takes nothing is named first, with its remedy, and not otherwise', () => {
  const disk = { message: 'The disk is full', remedy: 'Free up space.' };
  const [first, ...others] = statusItems({ ...working, disk });
  expect(first).toEqual({ id: 'disk', tone: 'bad', words: disk.message, fault: disk });
  expect(others).toEqual(statusItems(working));
});

describe('a fault names itself and carries its remedy', () => {
  const message = 'what happened';
  const remedy = 'what to do';
  test.each([
    [
      'keychain',
      { keychain: { ...working.keychain, state: 'locked' as const, message, remedy } },
      'Keychain locked',
    ],
    [
      'keychain',
      { keychain: { ...working.keychain, state: 'missing' as const, message, remedy } },
      'No keychain',
    ],
    ['service', { service: { state: 'failed' as const, message, remedy } }, 'Service failed'],
    [
      'journal',
      { journal: { state: 'tampered' as const, lines: 9, message, remedy } },
      'Journal was changed',
    ],
  ] as const)('%s: %o', (id, health, words) => {
    expect(item(health, id)).toEqual({ id, tone: 'bad', words, fault: { message, remedy } });
  });
});

describe('a service that was not started here', () => {
  const message = 'Service at 127.0.0.1:4000';
  const service = (state: 'unknown' | 'reachable' | 'unreachable', sinceMs?: number): StatusItem =>
    item(
      { service: { state, message, remedy: 'Check.', ...(sinceMs === undefined ? {} : { sinceMs }) } },
      'service',
    );

  test('is named by its host, and is well once it answered', () => {
    expect(service('reachable')).toMatchObject({ tone: 'ok', words: message, fault: null });
  });

  test('is not well before anything was answered', () => {
    expect(service('unknown')).toMatchObject({
      tone: 'wait',
      words: 'Service at 127.0.0.1:4000: not contacted yet',
      fault: null,
    });
  });

  test('is a fault since the first call that got no answer', () => {
    const { tone, words, fault } = service('unreachable', Date.UTC(2026, 10, 21, 9, 30));
    expect(tone).toBe('bad');
    expect(words).toMatch(/^Service unreachable since \d\d:\d\d \S+$/u);
    expect(fault?.message).toContain('Service at 127.0.0.1:4000 has not answered since ');
    expect(fault?.remedy).toBe('Check.');
  });
});

test('a service that is starting is neither well nor a fault', () => {
  expect(item({ service: { state: 'starting', message: '', remedy: '' } }, 'service')).toMatchObject({
    tone: 'wait',
    fault: null,
  });
});

test('a journal that is being checked is neither intact nor a fault', () => {
  expect(
    item({ journal: { state: 'checking', lines: 0, message: '', remedy: '' } }, 'journal'),
  ).toMatchObject({
    tone: 'wait',
    fault: null,
  });
});

test.each([
  [null, 'Clock not checked yet', 'wait'],
  [0, 'Clock within 0 s', 'ok'],
  [-60_000, 'Clock within 60 s', 'ok'],
  [60_001, 'Clock is 60.1 s off', 'bad'],
  [-240_000, 'Clock is 4 min off', 'bad'],
  [3_725_000, 'Clock is 1 h 2 min off', 'bad'],
] as const)('a clock that is %s ms off: %s', (offsetMs, words, tone) => {
  expect(item({ clock: { offsetMs } }, 'clock')).toMatchObject({ words, tone });
});
