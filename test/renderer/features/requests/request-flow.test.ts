import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '#preload/contract/requests.ts';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import { createRequestFlow } from '#renderer/features/requests/request-flow.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { preview } from '../../fake-data.ts';

let fake: FakeConsole;
const named = (name: string) => fake.calls.filter((call) => call.name === name);

beforeEach(() => {
  fake = new FakeConsole();
  replaceConsole(connect(fake.exposed()));
});

describe('the request flow', () => {
  it('prepares, reviews and ends with the outcome', async () => {
    const flow = createRequestFlow();
    await flow.prepare('sign_transaction', {});
    expect(flow.useFlow.getState()).toMatchObject({ stage: 'ready', preview: { id: preview.id } });
    const outcome = await flow.review();
    expect(outcome?.state).toBe('completed');
    expect(flow.useFlow.getState()).toMatchObject({ stage: 'ended', outcome: { state: 'completed' } });
    expect(named('requests.review').map((call) => call.input)).toEqual([{ previewId: preview.id }]);
  });

  it('shows why preparing was refused', async () => {
    fake.overrides.set('requests.prepare', () =>
      Promise.reject(new FakeRefusal('NO_KEY', 'No such key.', 'Choose another.')),
    );
    const flow = createRequestFlow();
    await flow.prepare('sign_transaction', {});
    expect(flow.useFlow.getState()).toMatchObject({
      stage: 'refused',
      error: { code: 'NO_KEY', remedy: 'Choose another.' },
    });
  });

  it('keeps the last of two preparations, whichever answers last, and gives the other preview up', async () => {
    const answers: ((id: string) => void)[] = [];
    fake.overrides.set(
      'requests.prepare',
      () => new Promise((resolve) => answers.push((id) => resolve({ ...preview, id }))),
    );
    const flow = createRequestFlow();
    const first = flow.prepare('sign_transaction', {});
    const second = flow.prepare('sign_transaction', {});
    answers[1]?.('second');
    answers[0]?.('first');
    await Promise.all([first, second]);
    expect(flow.useFlow.getState()).toMatchObject({ stage: 'ready', preview: { id: 'second' } });
    expect(named('requests.discard').map((call) => call.input)).toEqual([{ previewId: 'first' }]);
  });

  it('gives a preview up that is discarded', async () => {
    const flow = createRequestFlow();
    await flow.prepare('sign_transaction', {});
    flow.discard();
    expect(flow.useFlow.getState()).toEqual({ stage: 'idle' });
    expect(named('requests.discard')).toHaveLength(1);
  });

  it('reviews a preview once: a second press does nothing', async () => {
    let end: (outcome: Outcome) => void = () => undefined;
    fake.overrides.set('requests.review', () => new Promise((resolve) => (end = resolve)));
    const flow = createRequestFlow();
    await flow.prepare('sign_transaction', {});
    const first = flow.review();
    expect(await flow.review()).toBeNull();
    end({ state: 'denied' });
    expect(await first).toEqual({ state: 'denied' });
    expect(named('requests.review')).toHaveLength(1);
  });

  it('cannot be prepared anew or discarded while the approval surface is in front', async () => {
    fake.overrides.set('requests.review', () => new Promise(() => undefined));
    const flow = createRequestFlow();
    await flow.prepare('sign_transaction', {});
    void flow.review();
    await flow.prepare('sign_transaction', { other: true });
    flow.discard();
    expect(flow.useFlow.getState().stage).toBe('reviewing');
    expect(named('requests.prepare')).toHaveLength(1);
    expect(named('requests.discard')).toHaveLength(0);
  });

  it('ends as failed, with code and remedy, when the review is refused', async () => {
    fake.overrides.set('requests.review', () =>
      Promise.reject(new FakeRefusal('LOCKED', 'The console is locked.', 'Unlock it.')),
    );
    const flow = createRequestFlow();
    await flow.prepare('sign_transaction', {});
    expect(await flow.review()).toEqual({
      state: 'failed',
      code: 'LOCKED',
      message: 'The console is locked.',
      remedy: 'Unlock it.',
    });
  });

  it('resumes by fingerprint and keeps what it was about', async () => {
    fake.overrides.set('requests.review', () =>
      Promise.resolve({
        state: 'unanswered',
        fingerprint: 'sha256:aa',
        message: 'No answer.',
        remedy: 'Resume.',
      }),
    );
    const flow = createRequestFlow();
    await flow.prepare('sign_transaction', {});
    await flow.review();
    await flow.resume('sha256:aa');
    expect(flow.useFlow.getState()).toMatchObject({
      stage: 'ended',
      preview: { id: preview.id },
      outcome: { state: 'denied' },
    });
    expect(named('requests.resume').map((call) => call.input)).toEqual([{ fingerprint: 'sha256:aa' }]);
  });
});
