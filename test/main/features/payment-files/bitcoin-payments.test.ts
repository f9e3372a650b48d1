import { Psbt, address as addresses, networks } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf } from '#chains/chains.ts';
import { lookAtPayments } from '#main/features/payment-files/look-at-payments.ts';
import { paymentRows, wholeOf } from '#main/features/payment-files/payment-lines.ts';
import { OTHER, OWN, PUBLIC_KEY, fundingOf, scriptOf } from '#test/chains/bitcoin/unsigned.ts';
import { approvalOf } from './batch-approval.ts';
import { NOBODY, linesOf, problemOf, recordsOf, sourceOf, unsignedIn } from './payment-csv.ts';

const addressOf = (payment: { address?: string | undefined }): string => payment.address ?? '';
const SENDER = addressOf(OWN.p2wpkh);
const TO = addressOf(OTHER.p2wpkh);
const ELSE = addressOf(OTHER.p2tr);
const btc = (satoshis: bigint): string =>
  `${satoshis / 100_000_000n}.${(satoshis % 100_000_000n).toString().padStart(8, '0')}`;

/** Coins of the sender, with the transactions that they are of. */
const coinsOf = (amounts: readonly bigint[]) => {
  const funding = amounts.map((amount, at) => fundingOf(scriptOf(OWN.p2wpkh), amount, at));
  return {
    coins: amounts.map((amount, at) => `${funding[at]?.getId()}:0 ${btc(amount)}`).join('\n'),
    previous: funding.map((each) => each.toHex()).join('\n'),
  };
};
const HAVE = [10_000_000n, 20_000_000n];
const chain = chainOf('TRANSACTION_TYPE_BITCOIN');
const source = sourceOf(chain, SENDER, { ...coinsOf(HAVE), rate: '10' });
const read = (rows: readonly string[], from = source) => linesOf(rows, from);
/** What a PSBT pays to whom, in the order of its outputs, as bitcoinjs reads it. */
const outputsOf = (hex: string): readonly (readonly [string, bigint])[] =>
  Psbt.fromHex(hex, { network: networks.bitcoin }).txOutputs.map(({ script, value }) => [
    addresses.fromOutputScript(script, networks.bitcoin),
    value,
  ]);
const withValues = (values: Readonly<Record<string, string>>) => ({
  ...source,
  values: { ...source.values, ...values },
});

const look = (rows: readonly string[], from = source) =>
  lookAtPayments(
    paymentRows(recordsOf(rows), from, NOBODY, () => Promise.resolve()),
    { chain, network: 'bitcoin', signer: { address: SENDER }, ownAddresses: [SENDER], whole: wholeOf(from) },
    { own: { addresses: [SENDER], nameOf: () => undefined }, contacts: NOBODY, paid: [TO] },
    () => false,
  );

describe('payments on Bitcoin out of a file', () => {
  it('are one transaction that pays each line, and gives the rest back to the sender’s own address', async () => {
    const lines = await read([`${TO},0.1,BTC,A`, `${ELSE},0.05,BTC,B`, `${TO},0.1,BTC,C`]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ entry: { line: 2, reference: null } });
    const [first, second, third, change, ...more] = outputsOf(unsignedIn(lines[0]));
    expect([first, second, third, more]).toEqual([
      [TO, 10_000_000n],
      [ELSE, 5_000_000n],
      [TO, 10_000_000n],
      [],
    ]);
    expect(change?.[0]).toBe(SENDER);
    const fee = 30_000_000n - 25_000_000n - (change?.[1] ?? 0n);
    // Two inputs of 68 vB, four outputs of 31 and one of them 43: 10 sat/vB.
    expect(fee).toBe(2_830n);
    // A line alone keeps its name.
    expect((await read([`${TO},0.1,BTC,A`]))[0]).toMatchObject({ entry: { reference: 'A' } });
  });

  it.each([
    ['an address of Solana', '3pMtAw9a5ukU6Eyk5UjRkZsbRfRwREFkeFwXRc1zhny4,1,BTC,', /^to: .*Bitcoin/],
    ['an address of Tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8,0.1,BTC,', /^to: .*Bitcoin/],
    ['an address of a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx,0.1,BTC,', /^to: .*testnet/],
    [
      'an address with one letter changed',
      `${TO.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))},0.1,BTC,`,
      /^to: /,
    ],
    ['dust', `${TO},0.00000293,BTC,`, /^amount: .*too little/],
    ['nine decimals', `${TO},0.000000001,BTC,`, /9 decimals; BTC has 8/],
    ['a separator', `${TO},"1,5",BTC,`, /isn’t a number/],
    ['an asset of another chain', `${TO},1,ETH,`, /^asset: no local list/],
  ])('attack: %s is no row that is paid', async (_, row, message) => {
    expect(await problemOf(row, source)).toMatch(message);
  });

  it('attack: the transaction is made without the row that is wrong', async () => {
    const lines = await read([`${TO},0.1,BTC,`, `${TO},x,BTC,`, `${ELSE},0.1,BTC,`]);
    expect(lines).toMatchObject([{ problem: { line: 3, field: 'amount' } }]);
    expect(await read([])).toEqual([]);
  });

  it.each([
    ['no coins', { coins: '' }, 'coins'],
    ['too little for all lines together', coinsOf([10_000_000n, 10_000_100n]), 'coins'],
    [
      'a coin that its transaction says less of',
      { coins: coinsOf(HAVE).coins.replace('0.1', '0.2') },
      'coins',
    ],
    ['coins of nobody’s word', { previous: '' }, 'previous'],
    ['no fee rate', { rate: '' }, 'rate'],
  ])('attack: %s makes no transaction, and says so before the batch', async (_, values, field) => {
    const rows = [`${TO},0.1,BTC,`, `${ELSE},0.1,BTC,`];
    await expect(read(rows, withValues(values))).rejects.toMatchObject({ problems: [{ field }] });
    const looked = await look(rows, withValues(values));
    expect(looked).toMatchObject({ counts: { wrong: 0, new: 1, ready: 1 }, fees: [], lacks: [{ field }] });
    expect(looked?.totals).toEqual([{ payments: 2, total: '0.2 BTC' }]);
  });

  it('are looked through with totals and the fee of the whole', async () => {
    const looked = await look([`${TO},0.1,BTC,`, `${ELSE},0.05,BTC,`, `${TO},0.10,BTC,`, `${TO},no,BTC,`]);
    expect(looked).toMatchObject({
      counts: { wrong: 1, alike: 0, again: 1, new: 1, ready: 1 },
      totals: [{ payments: 3, total: '0.25 BTC' }],
      fees: ['0.0000283 BTC'],
      lacks: [],
    });
  });

  it('attack: more lines than nodes relay in one transaction', async () => {
    const rows = Array.from({ length: 3_001 }, () => `${TO},0.00001,BTC,`);
    const lines = await read(rows);
    expect(lines).toMatchObject([{ problem: { line: 3_002, field: 'to' } }]);
    const large = rows.slice(0, 2_600).map((row) => row.replace(TO, ELSE));
    await expect(read(large)).rejects.toMatchObject({
      problems: [{ field: 'coins', message: expect.stringContaining('nodes relay at most') as string }],
    });
  });

  it('have each recipient with its sum on the approval, and the change as ours', async () => {
    const [line] = await read([`${TO},0.1,BTC,`, `${ELSE},0.05,BTC,`, `${TO},0.1,BTC,`, `${ELSE},0.01,BTC,`]);
    const signer = {
      address: SENDER,
      format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
      publicKey: PUBLIC_KEY,
    } as const;
    const { sentence, warnings, recipients, lines, totals } = await approvalOf(chain, signer, [
      unsignedIn(line),
    ]);
    expect(sentence).toBe('Sign and send 1 request: 4 payments of 0.26 BTC to 2 addresses.');
    expect(recipients).toMatchObject([
      { address: TO, payments: 2, sums: ['0.2 BTC'] },
      { address: ELSE, payments: 2, sums: ['0.06 BTC'] },
    ]);
    expect(warnings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
    expect(totals).toMatchObject([{ value: '0.2600326 BTC' }, { value: '0.0000326 BTC' }]);
    const change = lines[0]?.facts.find(({ label }) => label.endsWith('Back to'));
    expect(change).toMatchObject({ value: SENDER });
    // Each output is spelled out.
    const said = lines[0]?.facts.map(({ value }) => value);
    expect(said).toEqual(expect.arrayContaining([TO, ELSE, '0.1 BTC', '0.05 BTC', '0.01 BTC']));
  });

  it('attack: one high payment among many in one transaction is named', async () => {
    const rows = Array.from({ length: 9 }, () => `${TO},0.001,BTC,`);
    const [line] = await read([...rows, `${ELSE},0.2,BTC,`]);
    const signer = {
      address: SENDER,
      format: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
      publicKey: PUBLIC_KEY,
    } as const;
    const { warnings } = await approvalOf(chain, signer, [unsignedIn(line)]);
    const high = warnings.find(({ code }) => code === 'BATCH_HIGH_AMOUNT');
    expect(high?.text).toContain(`it is 0.2 BTC to ${ELSE}`);
  });

  it('never lose or change a payment, and lose no satoshi, whatever the amounts', async () => {
    const amount = fc.bigInt({ min: 1_000n, max: 1_000_000n });
    const row = fc.tuple(fc.constantFrom(TO, ELSE), amount);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const [line] = await read(rows.map(([to, each]) => `${to},${btc(each)},BTC,`));
        const outputs = outputsOf(unsignedIn(line));
        expect(outputs.slice(0, rows.length)).toEqual(rows);
        const [change, ...more] = outputs.slice(rows.length);
        expect([change?.[0], more]).toEqual([SENDER, []]);
        const paid = outputs.reduce((sum, [, each]) => sum + each, 0n);
        expect(30_000_000n - paid).toBeLessThan(10_000n);
      }),
      { numRuns: 40 },
    );
  });
});
