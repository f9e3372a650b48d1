import { expect, test } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { followUnfinished } from '#renderer/features/signing/unfinished-notes.tsx';
import { FakeConsole } from '../../fake-console.ts';

test('asks again for requests without an answer when the console says that they are others', () => {
  const fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
  const asked = (): number => fake.calls.filter(({ name }) => name === 'requests.unfinished').length;
  const stop = followUnfinished();
  expect(asked()).toBe(1);
  fake.tell('requests.unfinishedChanged', null);
  expect(asked()).toBe(2);
  stop();
  fake.tell('requests.unfinishedChanged', null);
  expect(asked()).toBe(2);
});
