import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRouter } from '#main/bridge/router.ts';
import { call, news } from '#preload/contract/call.ts';
import { readErrorBody } from '#main/service-client/service-refusal.ts';
import { AppError } from '#protocol/error.ts';
import { storageError } from '#storage/storage-error.ts';
import { toErrorBody } from '#protocol/error-body.ts';

const contract = {
  door: {
    open: call('write', z.object({ times: z.number().int() }), z.object({ opened: z.number() })),
    lie: call('read', z.undefined(), z.object({ opened: z.number() })),
    fail: call('read', z.undefined(), z.undefined()),
    refuse: call('read', z.undefined(), z.undefined()),
    ask: call('read', z.undefined(), z.undefined()),
    moved: news(z.string()),
  },
};
const REFUSED = toErrorBody('INVALID_ARGUMENT', 'REQUEST_INVALID', 'No such door.', [
  { field: 'parameters.door', description: 'unknown' },
]);
const unlocked = (): boolean => false;
const faults: [string, unknown][] = [];
const OPEN_CONTRACT = {
  door: { ...contract.door, fail: call('read', z.undefined(), z.undefined(), { whileLocked: true }) },
};
const HANDLERS = {
  door: {
    open: ({ times }: { times: number }) => Promise.resolve({ opened: times, key: 'not in the contract' }),
    lie: () => Promise.resolve({ opened: 'twice' as unknown as number }),
    fail: () => Promise.reject(new Error('password hunter2 in /etc/passwd')),
    ask: () => Promise.reject(readErrorBody(400, JSON.stringify(REFUSED))),
    refuse: () => Promise.reject(new AppError('NO', 'No.', 'Ask again.')),
  },
};
const route = createRouter(contract, HANDLERS, (name, error) => faults.push([name, error]), unlocked);

describe('the router', () => {
  it('gives parsed input, and back only what the contract has', async () => {
    expect(await route('door.open', { times: 2, more: true })).toEqual({ ok: true, value: { opened: 2 } });
  });

  it.each([
    'door.moved',
    'door.close',
    'door',
    '',
    'door.open.times',
    'door.constructor',
    '__proto__.toString',
    'toString',
  ])('refuses a name that is no call: %j', async (name) => {
    expect(await route(name, undefined)).toMatchObject({ ok: false, code: 'CALL_UNKNOWN' });
  });

  it.each([undefined, null, {}, { times: '2' }, { times: 1.5 }, [], 'times'])(
    'refuses the input %j',
    async (input) => {
      expect(await route('door.open', input)).toMatchObject({ ok: false, code: 'INPUT_INVALID' });
    },
  );

  it('passes a typed refusal on with its code, message and remedy', async () => {
    const refusal = { ok: false, code: 'NO', message: 'No.', remedy: 'Ask again.' };
    expect(await route('door.refuse', undefined)).toEqual(refusal);
  });

  it('passes on what the service said, part by part', async () => {
    expect(await route('door.ask', undefined)).toMatchObject({
      ok: false,
      code: 'REQUEST_INVALID',
      message: 'No such door.',
      service: {
        httpStatus: 400,
        status: 3,
        errorCode: 'REQUEST_INVALID',
        fieldViolations: [{ field: 'parameters.door', description: 'unknown' }],
      },
    });
  });

  it('shows nothing of an unexpected error, and reports it inside', async () => {
    const answer = await route('door.fail', undefined);
    expect(answer).toMatchObject({ ok: false, code: 'INTERNAL' });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(faults.at(-1)?.[0]).toBe('door.fail');
  });

  it('tells in words what a database says of its disk, and nothing of it while locked', async () => {
    const full = storageError('DISK_FULL', {});
    const handlers = { ...HANDLERS, door: { ...HANDLERS.door, fail: () => Promise.reject(full) } };
    let isLocked = false;
    const told = createRouter(
      OPEN_CONTRACT,
      handlers,
      (name, error) => faults.push([name, error]),
      () => isLocked,
    );
    const { message, remedy } = full;
    expect(await told('door.fail', undefined)).toEqual({ ok: false, code: 'DISK_FULL', message, remedy });
    expect(faults.at(-1)).toEqual(['door.fail', full]);
    isLocked = true;
    expect(await told('door.fail', undefined)).toMatchObject({ ok: false, code: 'INTERNAL' });
  });

  it('lets no output out that the contract does not describe', async () => {
    expect(await route('door.lie', undefined)).toMatchObject({ ok: false, code: 'INTERNAL' });
  });

  it('cannot be made without a handler for every call', () => {
    const handlers = { door: {} } as unknown as Parameters<typeof createRouter<typeof contract>>[1];
    expect(() => createRouter(contract, handlers, () => undefined, unlocked)).toThrow('door.open');
  });
});

describe('the router of a locked console', () => {
  const door = {
    door: {
      look: call('read', z.undefined(), z.string()),
      knock: call('write', z.undefined(), z.string(), { whileLocked: true }),
      turn: call('write', z.undefined(), z.string()),
    },
  };
  let isLocked = true;
  const lockAndSay = (text: string) => () => {
    isLocked = true;
    return Promise.resolve(text);
  };
  const ask = createRouter(
    door,
    { door: { look: lockAndSay('seen'), knock: lockAndSay('heard'), turn: lockAndSay('open') } },
    () => undefined,
    () => isLocked,
  );

  it('answers what the contract names and refuses the rest, whatever the input is', async () => {
    isLocked = true;
    expect(await ask('door.knock', undefined)).toEqual({ ok: true, value: 'heard' });
    expect(await ask('door.look', undefined)).toMatchObject({ ok: false, code: 'CONSOLE_LOCKED' });
    expect(await ask('door.turn', { wrong: true })).toMatchObject({ ok: false, code: 'CONSOLE_LOCKED' });
  });

  it('shows nothing that was read while the lock came, and says how an act ended', async () => {
    isLocked = false;
    expect(await ask('door.look', undefined)).toMatchObject({ ok: false, code: 'CONSOLE_LOCKED' });
    isLocked = false;
    expect(await ask('door.turn', undefined)).toEqual({ ok: true, value: 'open' });
  });
});
