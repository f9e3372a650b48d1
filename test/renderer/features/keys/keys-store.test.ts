import { beforeEach, describe, expect, it } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { loadKeys, useKeys } from '#renderer/features/keys/keys-store.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { privateKeys } from '../../fake-data.ts';

let fake: FakeConsole;

beforeEach(() => {
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
  useKeys.setState({ state: 'loading' }, true);
});

describe('the keys', () => {
  it('are loaded', async () => {
    await loadKeys();
    expect(useKeys.getState()).toEqual({ state: 'ready', keys: privateKeys });
  });

  it('say why they are not there', async () => {
    fake.overrides.set('keys.list', () =>
      Promise.reject(new FakeRefusal('NO_ANSWER', 'No answer.', 'Try again.')),
    );
    await loadKeys();
    expect(useKeys.getState()).toMatchObject({ state: 'failed', error: { remedy: 'Try again.' } });
  });

  it('are those of the last question, whichever answers last', async () => {
    const answers: ((keys: unknown) => void)[] = [];
    fake.overrides.set('keys.list', () => new Promise((resolve) => answers.push(resolve)));
    const first = loadKeys();
    const second = loadKeys();
    answers[1]?.([]);
    answers[0]?.(privateKeys);
    await Promise.all([first, second]);
    expect(useKeys.getState()).toEqual({ state: 'ready', keys: [] });
  });
});
