import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { answers } from '../../fake-answers.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

describe.skipIf(browserPath === undefined)(`the Solana history in a browser${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const history = async (double: FakeConsole) => {
    const { page } = await bench.open(double);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Wallets and secrets' })
      .click();
    await page.getByRole('radio', { name: 'Solana history' }).click();
    return page;
  };

  test('turns pages both ways by the service’s cursors, and saves what it was told', async () => {
    const double = new FakeConsole();
    const page = await history(double);
    const asked = (): unknown[] =>
      double.calls
        .map(
          ({ input }) =>
            input as { operation?: string; parameters?: { paginationOptions?: unknown } } | undefined,
        )
        .filter((input) => input?.operation === 'list_sol_transaction_history')
        .map((input) => input?.parameters?.paginationOptions);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(asked).toContainEqual({ limit: '25', before: 'last' });
    await page.getByText('In 1.5').waitFor();
    double.overrides.set('queries.ask', (input) => {
      const { operation } = input as { operation: string };
      const answer = answers[operation] ?? {};
      const pageInfo = { hasNextPage: false, hasPreviousPage: true, startCursor: 'first' };
      return Promise.resolve({ ...answer, pageInfo });
    });
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    await page.getByText('Saved 1 transaction').waitFor();
    const saved = double.calls.find(({ name }) => name === 'app.save')?.input;
    expect(saved).toMatchObject({ name: 'solana-history-9fW3tYkQ.csv' });
    await page.context().close();
  });

  test('says what to start the service with where it has no node', async () => {
    const double = new FakeConsole();
    double.overrides.set('queries.ask', (input) => {
      const { operation } = input as { operation: string };
      if (operation !== 'list_sol_transaction_history') return Promise.resolve(answers[operation] ?? {});
      const words = 'no Solana endpoint is configured for mainnet; start the service with --solana-rpc';
      return Promise.reject(new FakeRefusal('UNSPECIFIED', words, 'Correct the request and try again.'));
    });
    const page = await history(double);
    await page.getByRole('heading', { name: 'No Solana node for this network' }).waitFor();
    await page.getByText('--solana-rpc solana:mainnet=URL').waitFor();
    await page.context().close();
  });
});
