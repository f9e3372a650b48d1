import { describe, expect, it } from 'vitest';
import { WITHOUT_POSTGRES as noPostgresTitle } from '#test/fixtures/postgres-server.ts';
import { type Report, outcomeOf, sumOf } from '../../scripts/test-outcome.mjs';

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

it('says how many tests were left out without a PostgreSQL', () => {
  const leftOut = ['keeps its rows', 'tells the other'].map((name) => ({
    fullName: `two processes ${noPostgresTitle} ${name}`,
    status: 'pending',
  }));
  const without = report({
    numPendingTests: 2,
    testResults: [{ status: 'passed', assertionResults: [passed, ...leftOut] }],
  });
  expect(outcomeOf(without, { code: 0, electronExpected: true })).toEqual({
    lines: [
      'No PostgreSQL is installed. Tests that were left out for it: 2.',
      '1 passed, 0 failed, 2 skipped',
    ],
    failed: false,
  });
});

describe('the gate’s last line', () => {
  const tests = { output: 'words\n5 passed, 0 failed\n', code: 0 };

  it('adds the tests and the rows of the packages up', () => {
    const packages = { output: 'a table\n\n3 proven, 0 not, 2 skipped\n', code: 0 };
    expect(sumOf([tests, packages])).toEqual({ line: '8 passed, 0 failed, 2 skipped', failed: false });
  });

  it.each([
    ['a row that was not proven', { output: '3 proven, 1 not', code: 1 }, '8 passed, 1 failed'],
    ['one that failed and says nothing of it', { output: '3 proven, 0 not', code: 1 }, '8 passed, 1 failed'],
    ['one that was killed', { output: '3 proven, 0 not', code: null }, '8 passed, 1 failed'],
    ['one that ended before its last line', { output: 'ok    first row', code: 0 }, '5 passed, 1 failed'],
    ['one that wrote nothing', { output: '', code: 0 }, '5 passed, 1 failed'],
    ['a number in its words alone', { output: '9 passed, 0 failed and more', code: 0 }, '5 passed, 1 failed'],
  ])('counts %s as a failure', (_what, run, line) => {
    expect(sumOf([tests, run])).toEqual({ line, failed: true });
  });
});
