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
    expect(useKeys.getState()).toEqual({ state: 'ready', keys: privateKeys, isPart: false });
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
    expect(useKeys.getState()).toEqual({ state: 'ready', keys: [], isPart: false });
  });

  const [template] = privateKeys;
  const many = Array.from({ length: 450 }, (_, index) => ({
    ...template,
    privateKeyId: `0191f3a2-7c4e-7d10-8a5b-${String(index).padStart(12, '0')}`,
  }));
  const page = (input: unknown): unknown[] => {
    const { after } = (input ?? {}) as { after?: string };
    const from = many.findIndex((key) => key.privateKeyId === after) + 1;
    return many.slice(from, from + 100);
  };

  it('are shown from the first page on, and say when they are all', async () => {
    fake.overrides.set('keys.list', (input) => Promise.resolve(page(input)));
    const shown: string[] = [];
    const end = useKeys.subscribe((now) => {
      if (now.state === 'ready') shown.push(`${now.keys.length}${now.isPart ? ' so far' : ''}`);
    });
    await loadKeys();
    await loadKeys();
    end();
    // The second time, the beginning of the list does not take the place of the whole.
    expect(shown).toEqual(['100 so far', '200 so far', '400 so far', '450', '450']);
  });

  it('are not asked for to their end when somebody asked again', async () => {
    fake.overrides.set('keys.list', (input) => Promise.resolve(page(input)));
    await Promise.all([loadKeys(), loadKeys()]);
    expect(fake.calls.filter(({ name }) => name === 'keys.list')).toHaveLength(1 + 5);
    expect(useKeys.getState()).toMatchObject({ state: 'ready', isPart: false });
  });
});
