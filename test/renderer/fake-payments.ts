import type { LookedAtPayments, PaymentRowView } from '#preload/contract/payment-files.ts';

const row = (
  line: number,
  to: string,
  rest: Partial<PaymentRowView> & Pick<PaymentRowView, 'state'>,
): PaymentRowView => ({
  ...{ line, to, amount: '1850', asset: 'USDC', reference: `ONB-${line}` },
  ...{ address: to, again: null, name: null, problem: null, resembles: null },
  ...rest,
});

/** A file of which one line can't be paid, one could be taken for another, and one is a first payment. */
export const lookedAtPayments: LookedAtPayments = {
  state: 'looked',
  counts: { wrong: 1, alike: 1, again: 1, new: 1, ready: 54 },
  rows: [
    row(48, 'Fenwick Courier', {
      state: 'wrong',
      amount: '84.1234567',
      address: null,
      problem: { field: 'amount', message: 'It has 7 decimals; USDC has 6.' },
    }),
    row(12, '0x4B7Ea1f2D3e472BE13298A66210E440436c93D5e', {
      state: 'alike',
      resembles: {
        address: '0x4B7Ea169aBA959124014D317E12e393a65C93d5e',
        name: 'Brightline Logistics',
        line: null,
      },
    }),
    row(9, '0x5f6404B4533ab25cDD0a44f4886A025113c74F27', { state: 'again', again: 2, name: 'Cobalt Cloud' }),
    row(5, '0x875636a511Dab3de413499A61CA1d7AC1FDd97a6', { state: 'new' }),
    row(2, '0x5f6404B4533ab25cDD0a44f4886A025113c74F27', { state: 'ready', name: 'Cobalt Cloud' }),
  ],
  totals: [
    { payments: 41, total: '184,250.00 USDC' },
    { payments: 16, total: '3.75 ETH' },
  ],
  fees: ['0.1131 ETH'],
  lacks: [],
  wrongDigest: 'w1',
};
