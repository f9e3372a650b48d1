import { expect, test } from 'vitest';
import { BridgeError, asBridgeError, connect } from '#renderer/bridge/console.ts';
import { FakeConsole, FakeRefusal } from '../fake-console.ts';

const connected = (fake: FakeConsole) => connect(fake.exposed());

test('a call resolves to the value in its envelope', async () => {
  const fake = new FakeConsole();
  expect(await connected(fake).app.bootstrap()).toEqual(fake.bootstrap);
});

test('a call carries its input', async () => {
  const fake = new FakeConsole();
  await connected(fake).app.copy({ text: '0xab' });
  expect(fake.calls).toEqual([{ name: 'app.copy', input: { text: '0xab' } }]);
});

test('a refused call throws its code, message and remedy', async () => {
  const fake = new FakeConsole();
  fake.overrides.set('keys.list', () =>
    Promise.reject(new FakeRefusal('SERVICE_DOWN', 'It is down.', 'Start it.')),
  );
  const refusal = await connected(fake)
    .keys.list()
    .catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(BridgeError);
  expect(refusal).toMatchObject({ code: 'SERVICE_DOWN', message: 'It is down.', remedy: 'Start it.' });
});

test('an envelope out of another world, which is no instance of this Promise, is opened too', async () => {
  const foreign = { then: (resolve: (value: unknown) => void) => resolve({ ok: true, value: 7 }) };
  const opened = connect({ app: { bootstrap: () => foreign } });
  expect(await opened.app.bootstrap()).toBe(7);
});

test('news reach the listener until it unsubscribes', async () => {
  const fake = new FakeConsole();
  const heard: boolean[] = [];
  const stop = connected(fake).app.changed(({ locked }) => void heard.push(locked));
  await fake.change({ locked: true });
  stop();
  await fake.change({ locked: false });
  expect(heard).toEqual([true]);
});

test('whatever was thrown can be shown with a remedy', () => {
  expect(asBridgeError(new Error('odd'))).toMatchObject({ code: 'WINDOW', message: 'odd' });
  expect(asBridgeError('text').remedy).not.toBe('');
});
