import { describe, expect, it } from 'vitest';
import { createLiveQuery } from '#renderer/bridge/live-query.ts';

/** A privileged side that answers when it is told to, and counts who listens. */
function source() {
  const answers: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const listeners = new Set<(value: string) => void>();
  const followed = createLiveQuery(() => ({
    current: () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
    changed: (listener: (value: string) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  }));
  return { answers, listeners, followed, state: () => followed.useStore.getState() };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a projection that follows the privileged side', () => {
  it('shows the answer, then each change', async () => {
    const { answers, listeners, followed, state } = source();
    followed.follow();
    expect(state()).toEqual({ state: 'loading' });
    answers[0]?.resolve('first');
    await settled();
    expect(state()).toEqual({ state: 'ready', value: 'first' });
    for (const tell of listeners) tell('second');
    expect(state()).toEqual({ state: 'ready', value: 'second' });
  });

  it('takes news for newer than an answer that was under way', async () => {
    const { answers, listeners, followed, state } = source();
    followed.follow();
    for (const tell of listeners) tell('news');
    answers[0]?.resolve('old');
    await settled();
    expect(state()).toEqual({ state: 'ready', value: 'news' });
  });

  it('takes news for newer than a question that fails after it', async () => {
    const { answers, listeners, followed, state } = source();
    followed.follow();
    for (const tell of listeners) tell('news');
    answers[0]?.reject(new Error('out of reach'));
    await settled();
    expect(state()).toEqual({ state: 'ready', value: 'news' });
  });

  it('is asked again after a failure without listening twice', async () => {
    const { answers, listeners, followed, state } = source();
    followed.follow();
    answers[0]?.reject(new Error('out of reach'));
    await settled();
    expect(state()).toMatchObject({ state: 'failed' });
    const again = followed.load();
    answers[1]?.resolve('there');
    await again;
    expect(state()).toEqual({ state: 'ready', value: 'there' });
    expect(listeners.size).toBe(1);
  });

  it('leaves nothing behind when it ends, not even what was under way', async () => {
    const { answers, listeners, followed, state } = source();
    const end = followed.follow();
    end();
    answers[0]?.resolve('late');
    await settled();
    expect(state()).toEqual({ state: 'loading' });
    expect(listeners.size).toBe(0);
    const endAgain = followed.follow();
    endAgain();
    answers[1]?.reject(new Error('out of reach'));
    await settled();
    expect(state()).toEqual({ state: 'loading' });
  });
});
