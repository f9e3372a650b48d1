import { describe, expect, it } from 'vitest';
import { type Wire, buildApi } from '#preload/api.ts';
import { bindingWire } from '#preload/publish-api.ts';
import type { Envelope } from '#preload/contract/call.ts';

const shape = { keys: { list: 'call', changed: 'news' } } as const;

describe('the API of a contract', () => {
  it('has one function for each name and calls by the full name', async () => {
    const calls: unknown[] = [];
    const wire: Wire = {
      invoke: (...call) => {
        calls.push(call);
        return Promise.resolve({ ok: true, value: 1 });
      },
      subscribe: () => () => undefined,
    };
    const api = buildApi(shape, wire);
    expect(Object.keys(api)).toEqual(['keys']);
    expect(await api['keys']?.['list']?.({ a: 1 })).toEqual({ ok: true, value: 1 });
    expect(calls).toEqual([['keys.list', { a: 1 }]]);
  });

  it('takes no listener that is not a function', () => {
    const wire: Wire = { invoke: () => new Promise(() => undefined), subscribe: () => () => undefined };
    expect(() => buildApi(shape, wire)['keys']?.['changed']?.('x')).toThrow(TypeError);
  });
});

describe('the wire over a binding', () => {
  const open = () => {
    const globals: {
      keyopsCall?: (name: string, input: unknown) => Promise<Envelope>;
      keyopsNews?: (name: string, payload: unknown) => void;
    } = { keyopsCall: () => Promise.resolve({ ok: true, value: 'answer' }) };
    return { globals, wire: bindingWire(globals) };
  };

  it("takes the raw binding away from the page's scripts", () => {
    const { globals } = open();
    expect(globals.keyopsCall).toBeUndefined();
  });

  it('calls through it', async () => {
    expect(await open().wire.invoke('keys.list', undefined)).toEqual({ ok: true, value: 'answer' });
  });

  it('brings news to its own listeners, until they unsubscribe', () => {
    const { globals, wire } = open();
    const heard: unknown[] = [];
    const stop = wire.subscribe('keys.changed', (payload) => heard.push(payload));
    globals.keyopsNews?.('keys.changed', 1);
    globals.keyopsNews?.('other.changed', 2);
    stop();
    globals.keyopsNews?.('keys.changed', 3);
    expect(heard).toEqual([1]);
  });

  it('cannot be built where the host gave no binding', () => {
    expect(() => bindingWire({})).toThrow('no binding');
  });
});
