import { expect, it } from 'vitest';
import { denyPending } from '#main/bridge/surfaces.ts';

const recording = (current: unknown) => {
  const calls: unknown[][] = [];
  const dispatch = (...call: [string, string, unknown]) => {
    calls.push(call);
    return Promise.resolve({ ok: true, value: current } as const);
  };
  return { calls, dispatch };
};

it('denies what a closed approval surface left undecided', async () => {
  const { calls, dispatch } = recording({ preview: { id: 'p1' }, deniesAtMs: 1 });
  await denyPending(dispatch);
  expect(calls.at(-1)).toEqual(['approval', 'approval.decide', { previewId: 'p1', decision: 'deny' }]);
});

it('does nothing when nothing is under review', async () => {
  const { calls, dispatch } = recording(null);
  await denyPending(dispatch);
  expect(calls).toHaveLength(1);
});
