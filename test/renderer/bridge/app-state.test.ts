import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { AppSnapshot } from '#preload/contract/app.ts';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { startAppState, useAppState } from '#renderer/bridge/app-state.ts';
import { FakeConsole, FakeRefusal } from '../fake-console.ts';

// There is no page here; the theme is an attribute of its root.
const dataset: Record<string, string> = {};
vi.stubGlobal('document', { documentElement: { dataset } });
afterAll(() => vi.unstubAllGlobals());

let fake: FakeConsole;
beforeEach(() => {
  fake = new FakeConsole({ theme: 'dark' });
  replaceConsole(connect(fake.exposed()));
});

test('the first answer makes the session ready and sets the theme', async () => {
  startAppState();
  expect(useAppState.getState()).toEqual({ state: 'loading' });
  await expect.poll(() => useAppState.getState()).toEqual({ state: 'ready', snapshot: fake.bootstrap });
  expect(dataset['theme']).toBe('dark');
});

test('news that came before the first answer is not undone by it', async () => {
  const old = fake.bootstrap;
  let answer: (value: unknown) => void = () => undefined;
  fake.overrides.set('app.bootstrap', () => new Promise((resolve) => (answer = resolve)));
  startAppState();
  await expect.poll(() => fake.calls).toHaveLength(1);
  await fake.change({ locked: true });
  answer(old);
  // Long enough for the answer to have crossed: every promise on its way is a microtask.
  await new Promise((resolve) => setImmediate(resolve));
  expect(useAppState.getState()).toMatchObject({ state: 'ready', snapshot: { locked: true } });
});

test('nothing is told before there is code to draw it with; then the newest is', async () => {
  let arrive: () => void = () => undefined;
  startAppState(new Promise((resolve) => (arrive = resolve)));
  await expect.poll(() => fake.calls).toHaveLength(1);
  await fake.change({ locked: true });
  await new Promise((resolve) => setImmediate(resolve));
  expect(useAppState.getState()).toEqual({ state: 'loading' });
  arrive();
  await expect
    .poll(() => useAppState.getState())
    .toMatchObject({ state: 'ready', snapshot: { locked: true } });
});

test('code that fails to load makes the start fail, whatever the console says, and another start succeeds', async () => {
  startAppState(Promise.reject(new FakeRefusal('BROKEN', 'It broke.', 'Start again.')));
  await expect.poll(() => useAppState.getState().state).toBe('failed');
  await fake.change({ locked: true });
  expect(useAppState.getState().state).toBe('failed');
  startAppState();
  await expect.poll(() => useAppState.getState().state).toBe('ready');
});

test('a refused start is shown, and a second start follows news once', async () => {
  fake.overrides.set('app.bootstrap', () =>
    Promise.reject(new FakeRefusal('BROKEN', 'It broke.', 'Start again.')),
  );
  startAppState();
  await expect
    .poll(() => useAppState.getState())
    .toMatchObject({ state: 'failed', error: { code: 'BROKEN' } });
  fake.overrides.clear();
  startAppState();
  await expect.poll(() => useAppState.getState().state).toBe('ready');
  const states: unknown[] = [];
  const stop = useAppState.subscribe((state) => states.push(state));
  await fake.change({ locked: true });
  stop();
  expect(states).toHaveLength(1);
});

test('what the console does by itself leaves every other part the very same, so that nothing else is drawn again', async () => {
  startAppState();
  await expect.poll(() => useAppState.getState().state).toBe('ready');
  const shown = (): AppSnapshot => {
    const appState = useAppState.getState();
    if (appState.state !== 'ready') throw new Error('It was ready.');
    return appState.snapshot;
  };
  const before = shown();
  const { health } = structuredClone(fake.bootstrap);
  // As the bridge delivers it: every object is new, and the journal has one more line.
  await fake.change({
    ...structuredClone(fake.bootstrap),
    health: { ...health, journal: { ...health.journal, lines: health.journal.lines + 1 } },
  });
  const after = shown();
  expect(after.health.journal.lines).toBe(before.health.journal.lines + 1);
  expect(after.health.service).toBe(before.health.service);
  expect(after.credentials).toBe(before.credentials);
  expect(after.profiles).toBe(before.profiles);
  await fake.change({ ...structuredClone(fake.bootstrap), credentials: [] });
  expect(shown().credentials).toEqual([]);
  expect(shown().profiles).toBe(before.profiles);
});
