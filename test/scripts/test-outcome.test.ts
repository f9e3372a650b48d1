import { expect, it } from 'vitest';
import { type Report, outcomeOf } from '../../scripts/test-outcome.mjs';

const passed = { fullName: 'signs, in chromium', status: 'passed' };
const withoutElectron = {
  fullName: 'signs, in electron: skipped, no Electron was found is shown',
  status: 'pending',
};

const report = (more: Partial<Report> = {}): Report => ({
  numPassedTests: 1,
  numFailedTests: 0,
  numPendingTests: 0,
  testResults: [{ status: 'passed', assertionResults: [passed] }],
  ...more,
});
const skipping = report({
  numPendingTests: 1,
  testResults: [{ status: 'passed', assertionResults: [passed, withoutElectron] }],
});

it('adds up a run in which all passed', () => {
  expect(outcomeOf(report(), { code: 0, electronExpected: true })).toEqual({
    lines: ['1 passed, 0 failed'],
    failed: false,
  });
});

it('counts a file that could not be loaded as a failure', () => {
  const broken = report({ testResults: [{ status: 'failed', assertionResults: [] }] });
  expect(outcomeOf(broken, { code: 1, electronExpected: false })).toEqual({
    lines: ['1 passed, 1 failed'],
    failed: true,
  });
});

it('counts a runner that failed outside of any test, and one that left no report', () => {
  const { lines, failed } = outcomeOf(report(), { code: 1, electronExpected: false });
  expect(lines.at(-1)).toBe('1 passed, 1 failed');
  expect(failed).toBe(true);
  expect(outcomeOf(undefined, { code: 1, electronExpected: false })).toEqual({
    lines: ['0 passed, 1 failed'],
    failed: true,
  });
});

it('says that Electron was not tested, right above its numbers', () => {
  expect(outcomeOf(skipping, { code: 0, electronExpected: false })).toEqual({
    lines: [
      'No Electron was found. Tests of its window that were skipped: 1.',
      '1 passed, 0 failed, 1 skipped',
    ],
    failed: false,
  });
});

it('fails without Electron where one has to be there', () => {
  const { lines, failed } = outcomeOf(skipping, { code: 0, electronExpected: true });
  expect(lines).toEqual([
    'No Electron was found. Tests of its window that were skipped: 1.',
    'CI has a runtime for them, so this run counts as failed.',
    '1 passed, 1 failed, 1 skipped',
  ]);
  expect(failed).toBe(true);
});
