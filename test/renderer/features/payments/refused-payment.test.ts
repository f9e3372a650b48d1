import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, replaceConsole } from '#renderer/bridge/console.ts';
import {
  choosePaymentChain,
  followPayment,
  payAddress,
  paymentFlow,
  preparePaymentAgain,
  startPaymentOver,
  usePayment,
} from '#renderer/features/payments/payment-store.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const TO = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
const ME = 'local 02aa';
const refuse = (): Promise<never> =>
  Promise.reject(new FakeRefusal('SERVICE_UNREACHABLE', 'The service isn’t reachable.', 'Try again.'));

/** A console that builds every payment. */
function built(): FakeConsole {
  const fake = new FakeConsole();
  fake.overrides.set('transfers.build', () => Promise.resolve({ ok: true, unsignedTransaction: '0x02f8' }));
  return fake;
}

describe('a payment that was refused', () => {
  test.each(['requests.prepare', 'transfers.build'])(
    'by %s is asked for once, and again on demand alone',
    async (call) => {
      const fake = built();
      replaceConsole(connect(fake.exposed()));
      startPaymentOver();
      await choosePaymentChain('TRANSACTION_TYPE_ETHEREUM');
      await payAddress('TRANSACTION_TYPE_ETHEREUM', TO, null);
      usePayment.setState({ signWith: 'key', amount: '1' });
      const answer = fake.overrides.get(call);
      fake.overrides.set(call, refuse);
      await followPayment(ME, false);
      const before = usePayment.getState();
      await followPayment(ME, false);
      expect(paymentFlow.useFlow.getState()).toMatchObject({
        stage: 'refused',
        error: { code: 'SERVICE_UNREACHABLE' },
      });
      expect(fake.calls.filter(({ name }) => name === call)).toHaveLength(1);
      // What the screen follows hasn’t changed: it doesn’t ask in a circle.
      expect(usePayment.getState()).toBe(before);
      if (answer) fake.overrides.set(call, answer);
      else fake.overrides.delete(call);
      await preparePaymentAgain(ME, false);
      expect(paymentFlow.useFlow.getState().stage).toBe('ready');
      startPaymentOver();
    },
  );
});

describe.skipIf(browserPath === undefined)('the screen of a refused payment', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  test('offers to try again', async () => {
    const fake = built();
    fake.overrides.set('requests.prepare', refuse);
    const { page } = await bench.open(fake);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Payments' }).click();
    await page.getByRole('button', { name: /From$/ }).click();
    await page.getByRole('option').first().click();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    fake.overrides.delete('requests.prepare');
    await again.click();
    await page.getByText('SHA-256 of the request').waitFor();
    await page.context().close();
  });
});
