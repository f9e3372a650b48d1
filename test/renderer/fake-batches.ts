import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { BatchFailures, BatchLine, BatchSummary } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';

type GroupHandlers = Handlers<ConsoleContract>['requestGroups'];
type BatchHandlers = Handlers<ConsoleContract>['batches'];

const TOTAL = 10_000;

/** A batch of ten thousand transfers that was read and not approved yet. */
export const preparedBatch: RequestGroup = {
  id: '5f0c9f0e-1c1a-4d52-9c0b-0a6f2f6f1a01',
  purpose: 'batch',
  title: 'payouts.jsonl',
  results: '/home/ops/payouts.jsonl.results.jsonl',
  state: 'prepared',
  total: TOTAL,
  done: 0,
  failed: 0,
  waiting: 0,
  perSecond: null,
  msLeft: null,
  stopped: null,
};

const summary: BatchSummary = {
  effect: 'sign',
  sentence: [
    { kind: 'text', value: 'Sign and send 10,000 requests: 10,000 payments of ' },
    { kind: 'amount', value: '1,234.5 ETH' },
    { kind: 'text', value: ' to 812 addresses.' },
  ],
  facts: [
    { label: 'Operation', value: 'Sign a transaction', kind: 'text', note: '10,000 requests' },
    { label: 'Network', value: 'Ethereum mainnet', kind: 'text', note: '10,000 transactions' },
    {
      label: 'You send',
      value: '1,234.5 ETH',
      kind: 'amount',
      note: '10,000 transactions, 812 recipients on Ethereum mainnet; median 0.1 ETH',
    },
  ],
  warnings: [
    {
      code: 'BATCH_HIGH_AMOUNT',
      severity: 'caution',
      title: 'Unusually high',
      text: 'Line 45: more than 10 times the median of 0.1 ETH.',
    },
  ],
};

/** Two lines that the service refused; the second one has no name. */
const failedLines: BatchFailures = {
  failures: [
    {
      line: 45,
      reference: 'payout-44',
      failure: { code: 'REQUEST_NOT_AUTHORIZED', message: 'No policy allows this request.' },
    },
    {
      line: 1_204,
      reference: null,
      failure: {
        code: 'ACTIVITY_FAILED',
        message: 'The service couldn’t carry out the request and gave no reason.',
      },
    },
  ],
  again: 2,
};

const lineAt = (position: number, state: BatchLine['state']): BatchLine => ({
  position,
  line: position + 1,
  reference: `payout-${position}`,
  operation: 'sign_transaction',
  sentence: `Send 0.1 ETH to 0x${String(position).padStart(40, '0')}`,
  state,
  activityId: null,
});

/** The double's batches: one file that is right, and one whose name says that it is not. */
export function fakeBatches(tell: (set: RequestGroup) => void): {
  requestGroups: GroupHandlers;
  batches: BatchHandlers;
} {
  let current: RequestGroup | null = null;
  const change = (changes: Partial<RequestGroup>): RequestGroup => {
    current = { ...(current ?? preparedBatch), ...changes };
    tell(current);
    return current;
  };
  return {
    requestGroups: {
      list: () => Promise.resolve(current === null ? [] : [current]),
      run: () => {
        change({ state: 'running', done: 2_500, perSecond: 125, msLeft: 60_000 });
        return Promise.resolve({ decision: 'approve' });
      },
      pause: () => {
        change({ state: 'paused', perSecond: null, msLeft: null });
        return Promise.resolve(undefined);
      },
      refresh: () => Promise.resolve(change({ waiting: 0 })),
      discard: () => Promise.resolve(undefined),
    },
    batches: {
      read: ({ file }) => {
        if (!file.includes('wrong')) return Promise.resolve({ state: 'prepared', set: change({}) });
        const problem = { line: 7, field: 'parameters.signWith', message: 'is needed' };
        return Promise.resolve({ state: 'refused', problems: [problem], total: 1 });
      },
      summary: () => Promise.resolve(summary),
      lines: ({ after, limit }) =>
        Promise.resolve(
          Array.from({ length: Math.min(limit, TOTAL - after - 1) }, (_, index) =>
            lineAt(after + 1 + index, 'new'),
          ),
        ),
      failures: () => Promise.resolve(failedLines),
      tryAgain: () => Promise.resolve(change({ state: 'prepared', failed: 0 })),
      discard: () => {
        current = null;
        return Promise.resolve(undefined);
      },
    },
  };
}
