import { expect, it, vi } from 'vitest';
import { type ModuleParts, defineModule, listModules } from '#main/context/module.ts';
import { faultsToStderr } from '#test/fixtures/fault-log.ts';

/** A module that writes down what is asked of it. */
const noting = (name: string, log: string[]) =>
  defineModule({
    start: (): ModuleParts => {
      log.push(`start ${name}`);
      return {
        begin: () => Promise.resolve(void log.push(`begin ${name}`)),
        onLock: () => void log.push(`lock ${name}`),
        onProfileChange: () => void log.push(`leave ${name}`),
        close: async () => {
          log.push(`close ${name}`);
          await Promise.resolve();
          log.push(`closed ${name}`);
        },
        idle: () => Promise.resolve(void log.push(`idle ${name}`)),
      };
    },
  });

it('starts, locks and leaves in the order of the list, and closes from its end, one after the other', async () => {
  const log: string[] = [];
  const { hooks } = await listModules().add(noting('one', log)).add(noting('two', log)).start({});
  await hooks.begin();
  hooks.onLock();
  hooks.onProfileChange();
  await hooks.close();
  await hooks.idle();
  expect(log).toEqual([
    ...['start one', 'start two', 'begin one', 'begin two'],
    ...['lock one', 'lock two', 'leave one', 'leave two'],
    ...['close two', 'closed two', 'close one', 'closed one', 'idle one', 'idle two'],
  ]);
});

it('passes over the hooks that a module has not', async () => {
  const silent = defineModule({ start: (): ModuleParts => ({}) });
  const { hooks } = await listModules().add(silent).start({});
  hooks.onLock();
  hooks.onProfileChange();
  await Promise.all([hooks.begin(), hooks.close(), hooks.idle()]);
});

it('begins, locks, leaves and closes every module, also behind one that throws, and reports what it threw', async () => {
  const log: string[] = [];
  const fails = (hook: string): never => {
    throw new Error(`${hook} failed`);
  };
  const failing = defineModule({
    start: (): ModuleParts => ({
      begin: () => fails('begin'),
      onLock: () => fails('onLock'),
      onProfileChange: () => fails('onProfileChange'),
      close: () => fails('close'),
    }),
  });
  const { hooks } = await listModules()
    .add(noting('one', log))
    .add(failing)
    .add(noting('two', log))
    .start({});
  faultsToStderr();
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  log.length = 0;
  await hooks.begin();
  hooks.onLock();
  hooks.onProfileChange();
  await hooks.close();
  expect(log).toEqual([
    ...['begin one', 'begin two', 'lock one', 'lock two', 'leave one', 'leave two'],
    ...['close two', 'closed two', 'close one', 'closed one'],
  ]);
  const reported = write.mock.calls.map(
    ([line]) => (JSON.parse(String(line)) as { message: string }).message,
  );
  write.mockRestore();
  expect(reported).toEqual(['begin failed', 'onLock failed', 'onProfileChange failed', 'close failed']);
});

const gate = defineModule({
  start: ({ limitMs }: { limitMs: number }): ModuleParts<never, { gate: string }> => ({
    parts: { gate: `open for ${limitMs} ms` },
  }),
});
const none = (): Promise<never[]> => Promise.resolve([]);
const flow = defineModule({
  start: (needs: { gate: string }): ModuleParts<'keys', { flow: string }> => ({
    parts: { flow: `flow through a gate ${needs.gate}` },
    handlers: { keys: { list: none, known: none, accounts: none } },
  }),
});

it('gives a module what those before it have, and all of it to who composed them', async () => {
  const { parts, handlers } = await listModules<{ limitMs: number }>()
    .add(gate)
    .add(flow)
    .start({ limitMs: 5 });
  expect(parts).toEqual({ limitMs: 5, gate: 'open for 5 ms', flow: 'flow through a gate open for 5 ms' });
  expect(await handlers.keys.list(undefined)).toEqual([]);
});

it('does not compile where a need is missing, or stands behind the module that has it', () => {
  // @ts-expect-error nobody has the gate
  listModules<{ limitMs: number }>().add(flow);
  // @ts-expect-error the gate comes too late
  listModules<{ limitMs: number }>().add(flow).add(gate);
  // @ts-expect-error the base has no limit
  listModules<{ limitMs: string }>().add(gate);
});
