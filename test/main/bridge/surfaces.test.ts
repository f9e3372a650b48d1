import { expect, it } from 'vitest';
import { denyPending } from '#main/bridge/deny-pending.ts';
import { CHROMIUM_SURFACES, ELECTRON_SURFACES, screenUrl } from '#main/bridge/surfaces.ts';

const recording = (current: unknown) => {
  const calls: unknown[][] = [];
  const dispatch = (...call: [string, string, unknown]) => {
    calls.push(call);
    return Promise.resolve({ ok: true, value: current } as const);
  };
  return { calls, dispatch };
};

it('denies what a closed approval surface left undecided', async () => {
  const { calls, dispatch } = recording({ preview: { id: 'p1' }, deniesAtMs: 1 });
  await denyPending(dispatch);
  expect(calls.at(-1)).toEqual(['approval', 'approval.decide', { previewId: 'p1', decision: 'deny' }]);
});

it('does nothing when nothing is under review', async () => {
  const { calls, dispatch } = recording(null);
  await denyPending(dispatch);
  expect(calls).toHaveLength(1);
});

it('keeps the screen that an address names', () => {
  expect(screenUrl(ELECTRON_SURFACES.console, 'app://console/index.html#journal')).toBe(
    'app://console/index.html#journal',
  );
});

it.each([
  'app://console/index.html#0123456789abcdef',
  'app://console/index.html#Abandon',
  'app://console/index.html#journal/secret',
  'app://console/index.html?a=secret',
  'app://console/other.html#abandonabilityableaboutabove',
  'https://console.keyops.invalid/index.html#journal',
  'about:blank#journal',
  'nothing',
])('attack: an address that could carry a secret over the lock is not gone back to: %s', (url) => {
  expect(screenUrl(ELECTRON_SURFACES.console, url)).toBe('app://console/index.html');
  if (url.startsWith('app:'))
    expect(screenUrl(CHROMIUM_SURFACES.console, url)).toBe('https://console.keyops.invalid/index.html');
});
