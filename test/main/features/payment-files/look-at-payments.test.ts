import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf } from '#chains/chains.ts';
import { csvRecords } from '#main/features/batches/module.ts';
import { type KnownAddresses, lookAtPayments } from '#main/features/payment-files/look-at-payments.ts';
import { type PaymentSource, paymentLines, paymentRows } from '#main/features/payment-files/payment-lines.ts';

const SENDER = '0x7777777777777777777777777777777777777777';
const ADA = '0x5f6404B4533ab25cDD0a44f4886A025113c74F27';
const EVE = '0x0a361fF6267A17BC8ff3972C1885E3f426c66790';
const BRIGHTLINE = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
/** The same first and last characters as {@link BRIGHTLINE}. */
const POISON = '0x4b7ea1f2d3e472be13298a66210e440436c93d5e';

const book: Readonly<Record<string, string>> = { [ADA]: 'Ada', [BRIGHTLINE]: 'Brightline Logistics' };
const known = (change: Partial<KnownAddresses> = {}): KnownAddresses => ({
  own: { addresses: [SENDER], nameOf: (address) => (address === SENDER ? 'Treasury hot' : undefined) },
  contacts: { addresses: Object.keys(book), nameOf: (address) => book[address] },
  paid: [],
  ...change,
});

const chain = chainOf('TRANSACTION_TYPE_ETHEREUM');
const source: PaymentSource = {
  chain,
  columns: { to: 'to', amount: 'amount', asset: 'asset', reference: 'reference' },
  signWith: SENDER,
  sender: { address: SENDER },
  network: '1',
  asset: '',
  values: { nonce: '0', maxFee: '30', tip: '1', gasLimit: '' },
  nowMs: 0,
};

async function* textOf(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text;
}
const rowsOf = (lines: readonly string[]) =>
  paymentRows(
    csvRecords(textOf(['to,amount,asset,reference', ...lines, ''].join('\n'))),
    source,
    known().contacts,
    () => Promise.resolve(),
  );
const look = async (lines: readonly string[], who = known(), isStale = () => false) => {
  const at = { chain, network: '1', signer: { address: SENDER }, ownAddresses: [SENDER], whole: null };
  const looked = await lookAtPayments(rowsOf(lines), at, who, isStale);
  if (looked === null) throw new Error('superseded');
  return looked;
};

describe('a look through the payments of a file', () => {
  it('shows what wants attention first, and adds up what can be paid', async () => {
    const looked = await look([
      'Ada,2400.5,USDC,INV-1',
      `${EVE},0.25,ETH,INV-2`,
      'Ada,84.1234567,USDC,INV-3',
      `${POISON},1,ETH,INV-4`,
      'Ada,100,USDC,INV-5',
    ]);
    expect(looked.counts).toEqual({ wrong: 1, alike: 1, again: 0, new: 1, ready: 2 });
    expect(looked.rows.map(({ line, state }) => [line, state])).toEqual([
      [4, 'wrong'],
      [5, 'alike'],
      [3, 'new'],
      [2, 'ready'],
      [6, 'ready'],
    ]);
    expect(looked.totals).toEqual([
      { payments: 2, total: '2,500.50 USDC' },
      { payments: 2, total: '1.25 ETH' },
    ]);
    // As many as there are payments, each at its highest.
    expect(looked.fees).toHaveLength(1);
    expect(looked.fees[0]).toMatch(/^0\.\d+ ETH$/);
    const [wrong, alike, , first] = looked.rows;
    expect(wrong).toMatchObject({ to: 'Ada', amount: '84.1234567', address: null });
    expect(wrong?.problem).toMatchObject({ field: 'amount' });
    expect(alike?.resembles).toEqual({ address: BRIGHTLINE, name: 'Brightline Logistics', line: null });
    expect(first).toMatchObject({ name: 'Ada', address: ADA, asset: 'USDC', reference: 'INV-1' });
    // One form of an asset's amounts, however the file writes them; what is wrong stands as it is.
    const amounts = await look([`Ada,00100,USDC,`, `Ada,1234567.10,ETH,`, `Ada,"1,5",ETH,`]);
    expect(amounts.rows.map(({ amount }) => amount)).toEqual(['1,5', '100.00', '1,234,567.1']);
  });

  it('attack: an address that looks like an earlier recipient, or like another line', async () => {
    const none = { contacts: { addresses: [], nameOf: () => undefined } };
    const before = await look([`${POISON},1,ETH,`], known({ ...none, paid: [BRIGHTLINE] }));
    expect(before.rows[0]).toMatchObject({
      state: 'alike',
      resembles: { address: BRIGHTLINE, name: null, line: null },
    });
    const beside = await look([`${BRIGHTLINE},1,ETH,`, `${POISON},1,ETH,`], known(none));
    expect(beside.rows.map(({ line, state }) => [line, state])).toEqual([
      [3, 'alike'],
      [2, 'new'],
    ]);
    expect(beside.rows[0]?.resembles).toMatchObject({ address: BRIGHTLINE, line: 2 });
    // One that was paid before by mistake still looks like the contact.
    const again = await look([`${POISON},1,ETH,`], known({ paid: [POISON] }));
    expect(again.rows[0]?.state).toBe('alike');
  });

  it('attack: one paid before by mistake still looks like who was meant, and a contact like an own address', async () => {
    const none = { contacts: { addresses: [], nameOf: () => undefined } };
    const again = await look([`${POISON},1,ETH,`], known({ ...none, paid: [POISON, BRIGHTLINE] }));
    expect(again.rows[0]).toMatchObject({ state: 'alike', resembles: { address: BRIGHTLINE } });
    // As its preview warns.
    const own = { addresses: [BRIGHTLINE], nameOf: (address: string) => ({ [BRIGHTLINE]: 'Cold' })[address] };
    const nameOf = (address: string) => (address.toLowerCase() === POISON ? 'Eve' : undefined);
    const contact = await look(
      [`${POISON},1,ETH,`],
      known({ own, contacts: { addresses: [POISON], nameOf } }),
    );
    expect(contact.rows[0]).toMatchObject({ state: 'alike', name: 'Eve', resembles: { name: 'Cold' } });
  });

  it('attack: a hundred wrong rows hide neither a look-alike nor a first payment', async () => {
    const wrong = Array.from({ length: 150 }, () => 'Ada,x,USDC,');
    const looked = await look([...wrong, `${POISON},1,ETH,`, `${EVE},1,ETH,`]);
    expect(looked.counts).toMatchObject({ wrong: 150, alike: 1, new: 1 });
    expect(looked.rows.slice(100).map(({ line, state }) => [line, state])).toEqual([
      [152, 'alike'],
      [153, 'new'],
    ]);
  });

  it('attack: a cell that can’t be seen is told as it is, and at no length', async () => {
    const looked = await look([`"${'x\u202e'.repeat(5_000)}",1,ETH,`, `${EVE},"${'9'.repeat(9_000)}",ETH,`]);
    expect(looked.counts.wrong).toBe(2);
    expect(looked.rows[0]?.to).not.toContain('\u202e');
    for (const { to, amount, problem } of looked.rows)
      for (const text of [to, amount, problem?.message ?? '']) expect(text.length).toBeLessThan(2_000);
  });

  it('calls nobody new where nobody says who was paid', async () => {
    const { counts } = await look([`${EVE},1,ETH,`], known({ paid: undefined }));
    expect(counts).toEqual({ wrong: 0, alike: 0, again: 0, new: 0, ready: 1 });
  });

  it('shows a hundred rows of many, and ends where a later look took its place', async () => {
    const many = Array.from({ length: 400 }, (_, index) => `Ada,${index + 1},USDC,`);
    const looked = await look(many);
    expect([looked.counts.ready, looked.rows.length]).toEqual([400, 100]);
    const at = { chain, network: '1', signer: { address: SENDER }, ownAddresses: [SENDER], whole: null };
    const lines = Array.from({ length: 20_000 }, (_, index) => `Ada,${index + 1},USDC,`);
    let asked = 0;
    expect(await lookAtPayments(rowsOf(lines), at, known(), () => (asked += 1) > 1)).toBeNull();
    expect(asked).toBe(2);
  });

  it('counts each line once, and as payable exactly what a batch would take', async () => {
    const cell = fc.constantFrom('Ada', EVE, POISON, 'Nobody', '', '0x12', '1', '-1', '1e3', 'USDC', 'ETH');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 12 }), async (cells) => {
        const lines = cells.map((row) => `${row.join(',')},`).filter((line) => line !== ',,,');
        const { counts } = await look(lines);
        const taken = { entry: 0, problem: 0 };
        const batch = paymentLines(
          csvRecords(textOf(['to,amount,asset,reference', ...lines, ''].join('\n'))),
          source,
          known().contacts,
          () => Promise.resolve(),
        );
        for await (const line of batch) taken['entry' in line ? 'entry' : 'problem'] += 1;
        expect(counts.wrong).toBe(taken.problem);
        expect(counts.alike + counts.again + counts.new + counts.ready).toBe(taken.entry);
      }),
      { numRuns: 40 },
    );
  });
});
