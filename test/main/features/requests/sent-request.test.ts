import { expect, it, vi } from 'vitest';
import { type ResultHandler, applyResult } from '#main/features/requests/sent-request.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { AppError } from '#protocol/error.ts';
import { faultsToStderr } from '#test/fixtures/fault-log.ts';

const completed: Outcome = {
  state: 'completed',
  activityId: 'a',
  fingerprint: 'sha256:f',
  result: {},
  verifications: [{ name: 'Same request', passed: true, detail: '' }],
  transaction: null,
};

function recording(end: () => Promise<never[]> = () => Promise.resolve([])) {
  const calls: string[] = [];
  const resultHandler: ResultHandler = {
    completed: () => {
      calls.push('completed');
      return end();
    },
    onAbandoned: () => void calls.push('dropped'),
  };
  return { calls, resultHandler };
}

it('turns a result that cannot be used into a check that failed', async () => {
  const { resultHandler } = recording(() =>
    Promise.reject(new AppError('SIGNER_KEY_MISMATCH', 'Another key signed it.', 'Do not use it.')),
  );
  expect(await applyResult(resultHandler, completed)).toMatchObject({
    state: 'completed',
    verifications: [
      { name: 'Same request', passed: true },
      { name: 'SIGNER_KEY_MISMATCH', passed: false, detail: 'Another key signed it. Do not use it.' },
    ],
  });
});

it('attack: a result that its flow can’t read leaves no outcome and no line', async () => {
  faultsToStderr();
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { resultHandler } = recording(() => Promise.reject(new TypeError('null is not an object')));
  const outcome = await applyResult(resultHandler, completed);
  const said = write.mock.calls.map(([line]) => String(line)).join('');
  write.mockRestore();
  expect(outcome).toMatchObject({
    state: 'completed',
    verifications: [
      { name: 'Same request', passed: true },
      { name: 'INTERNAL', passed: false },
    ],
  });
  expect(JSON.stringify(outcome)).not.toContain('null is not');
  expect(said).toContain('null is not an object');
});

it.each([
  { state: 'denied' },
  { state: 'expired' },
  { state: 'failed', code: 'X', message: '', remedy: '' },
] as const)('drops what was made when the request is $state', async (outcome) => {
  const { resultHandler, calls } = recording();
  await applyResult(resultHandler, outcome);
  expect(calls).toEqual(['dropped']);
});

it.each([
  { state: 'waiting', activityId: 'a', fingerprint: 'f', message: '', consensus: null },
  { state: 'unanswered', fingerprint: 'f', message: '', remedy: '' },
] as const)('keeps what was made while the request is $state', async (outcome) => {
  const { resultHandler, calls } = recording();
  expect(await applyResult(resultHandler, outcome)).toBe(outcome);
  expect(calls).toEqual([]);
});
