import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeContext } from '#main/app/console.ts';
import type { ConsoleContext } from '#main/context/console-context.ts';
import type { ModuleHooks } from '#main/context/module.ts';
import { keepFaultsIn } from '#main/platform/errors.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

let folder: string;
let giveUp: () => void;
const faults = (): string => readFileSync(join(folder, 'logs', 'console.log'), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-closing-'));
  giveUp = keepFaultsIn(join(folder, 'logs', 'console.log'));
});
afterEach(() => {
  giveUp();
  rmSync(folder, { recursive: true, force: true });
});

/** A console whose steps of closing only say that they were taken; one may end otherwise. */
function closing(step: string, ends: () => Promise<void>) {
  const done: string[] = [];
  const end = (name: string) => (): Promise<void> => {
    done.push(name);
    return name === step ? ends() : Promise.resolve();
  };
  const clock = fakeClock();
  const context = {
    clock,
    runtime: { closed: false },
    news: { locked: { emit: () => void done.push('lock') } },
    client: { close: end('client') },
    routes: { close: end('routes') },
    service: { stop: end('service') },
    refreshing: { idle: end('refreshing') },
    recovered: Promise.resolve(),
    journal: { close: end('journal') },
    storage: { close: end('storage') },
    keychain: { settled: end('keychain') },
  } as unknown as ConsoleContext;
  const hooks = { close: end('modules'), idle: end('work') } as unknown as Required<ModuleHooks>;
  return { done, clock, closed: closeContext(context, hooks) };
}

const ALL = [
  ...['lock', 'modules', 'client', 'routes', 'service', 'refreshing', 'work', 'journal', 'storage'],
  'keychain',
];

it.each(['modules', 'service', 'work', 'journal', 'keychain'])(
  'closes the files though closing “%s” never ends, and says so in the log',
  async (step) => {
    const { done, clock, closed } = closing(step, () => new Promise(() => undefined));
    const ended = expect(closed).rejects.toThrow('took too long');
    // The steps before it end in turns of their own.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    expect(done.at(-1)).toBe(step);
    clock.forward(10_000);
    await ended;
    expect(done).toEqual(ALL);
    expect(faults()).toContain(`close ${step}`);
  },
);

it('closes the files though a step fails, and tells what failed', async () => {
  const { done, closed } = closing('client', () => Promise.reject(new Error('the agent is gone')));
  await expect(closed).rejects.toThrow('the agent is gone');
  expect(done).toEqual(ALL);
  expect(faults()).toContain('close client');
});
