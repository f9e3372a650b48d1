import { beforeEach, describe, expect, it } from 'vitest';
import { createQuery, forgetQueries } from '#renderer/bridge/query.ts';
import { useAppState } from '#renderer/bridge/app-state.ts';
import { deskCredential, laptopCredential, workingSnapshot } from '../fake-data.ts';

const show = (changes: Partial<typeof workingSnapshot> = {}): void =>
  useAppState.setState({ state: 'ready', snapshot: { ...workingSnapshot, ...changes } }, true);

beforeEach(() => show());

describe('a projection of what the service keeps', () => {
  it('is loaded, and keeps what is shown while it is asked for again', async () => {
    const answers = ['one', 'two'];
    const remote = createQuery(() => Promise.resolve(answers.shift() ?? ''));
    await remote.load();
    const again = remote.load();
    expect(remote.useStore.getState()).toEqual({ state: 'ready', value: 'one' });
    await again;
    expect(remote.useStore.getState()).toEqual({ state: 'ready', value: 'two' });
  });

  it('shows nothing of one record while another is asked for', async () => {
    const remote = createQuery((id) => Promise.resolve(id));
    await remote.load('first');
    const other = remote.load('second');
    expect(remote.useStore.getState()).toEqual({ state: 'loading' });
    await other;
    expect(remote.useStore.getState()).toEqual({ state: 'ready', value: 'second' });
  });

  it('is the answer to the last question, whichever comes last', async () => {
    const answers: ((value: string) => void)[] = [];
    const remote = createQuery(() => new Promise<string>((resolve) => answers.push(resolve)));
    const both = [remote.load('a'), remote.load('b')];
    answers[1]?.('b');
    answers[0]?.('a');
    await Promise.all(both);
    expect(remote.useStore.getState()).toEqual({ state: 'ready', value: 'b' });
  });

  it('says why it is not there', async () => {
    const remote = createQuery(() => Promise.reject(new Error('no answer')));
    await remote.load();
    expect(remote.useStore.getState()).toMatchObject({ state: 'failed', error: { message: 'no answer' } });
  });

  it.each([
    ['locks', { locked: true }],
    ['goes to another profile', { profileId: 'production' }],
    [
      'stamps with another credential',
      {
        credentials: [
          { ...laptopCredential, current: false },
          { ...deskCredential, current: true },
        ],
      },
    ],
  ])('is forgotten when the console %s: what one may see, another may not', async (_when, changes) => {
    const remote = createQuery(() => Promise.resolve('mine'));
    await remote.load();
    show(changes);
    expect(remote.useStore.getState()).toEqual({ state: 'loading' });
  });

  it('stays when something else changes', async () => {
    const remote = createQuery(() => Promise.resolve('mine'));
    await remote.load();
    show({ theme: 'dark' });
    expect(remote.useStore.getState()).toEqual({ state: 'ready', value: 'mine' });
  });

  it('takes no answer that was asked for before the lock', async () => {
    const answers: ((value: string) => void)[] = [];
    const remote = createQuery(() => new Promise<string>((resolve) => answers.push(resolve)));
    const asked = remote.load();
    forgetQueries();
    answers[0]?.('mine');
    await asked;
    expect(remote.useStore.getState()).toEqual({ state: 'loading' });
  });
});
