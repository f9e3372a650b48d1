import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf } from '#chains/chains.ts';
import { csvRecords, describeBatch } from '#main/features/batches/module.ts';
import { checkedRequests } from '#main/features/batches/checked-requests.ts';
import { paymentRows } from '#main/features/payment-files/payment-lines.ts';
import { WrongRows, problemTitle, wrongRowsFile } from '#main/features/payment-files/wrong-rows.ts';
import type { PreviewReads } from '#main/features/previews/preview-maker.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { NOBODY, linesOf, recordsOf, sourceOf } from './payment-csv.ts';

const SENDER = '0x7777777777777777777777777777777777777777';
const ADA = '0x5f6404B4533ab25cDD0a44f4886A025113c74F27';
const GOOD = `${ADA},0.25,ETH,INV-1`;
const chain = chainOf('TRANSACTION_TYPE_ETHEREUM');
const source = sourceOf(chain, SENDER, { nonce: '7', maxFee: '30', tip: '1', gasLimit: '' });

const rowsOf = (rows: readonly string[]) =>
  paymentRows(recordsOf(rows), source, NOBODY, () => Promise.resolve());
/** What a look says of the wrong rows. */
const digestOf = async (rows: readonly string[]): Promise<string> => {
  const wrong = new WrongRows();
  for await (const row of rowsOf(rows)) if ('message' in row.made) wrong.add(row);
  return wrong.digest();
};
const readOut = (rows: readonly string[], leaveOut: string | null) => linesOf(rows, { ...source, leaveOut });
const WRONG = [`${ADA},"84,5",ETH,INV-2`, 'Nobody I know,1,ETH,"INV ""3"""'];

describe('wrong rows of a payment file', () => {
  it('stop the whole file until they are left out, and leave no gap in the nonces', async () => {
    const rows = [GOOD, ...WRONG, GOOD.replace('INV-1', 'INV-4')];
    const stopped = await readOut(rows, null);
    expect(stopped.filter((each) => 'problem' in each)).toHaveLength(2);
    const lines = await readOut(rows, await digestOf(rows));
    expect(lines.map((each) => ('leftOut' in each ? each.leftOut : 'paid'))).toEqual(['paid', 3, 4, 'paid']);
  });

  it.each([
    ['another row is wrong by now', [GOOD, `${ADA},1e3,ETH,INV-2`, WRONG[1] ?? '']],
    ['one more is wrong', [GOOD, ...WRONG, `${ADA},1e3,ETH,INV-9`]],
    ['one of them was mended', [GOOD, WRONG[0] ?? '']],
    ['they stand on other lines', [GOOD, GOOD, ...WRONG]],
    ['none is wrong', [GOOD]],
  ])('attack: what was left out covers no other rows: %s', async (_what, rows) => {
    const agreed = await digestOf([GOOD, ...WRONG]);
    await expect(readOut(rows, agreed)).rejects.toMatchObject({ code: 'PAYMENT_ROWS_CHANGED' });
  });

  it('attack: two lists of rows pass for each other', async () => {
    const digests = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ line: fc.nat(30), raw: fc.string({ maxLength: 6 }) }), { maxLength: 4 }),
        (rows) => {
          const wrong = new WrongRows();
          for (const row of rows) wrong.add(row);
          const digest = wrong.digest();
          expect(digests.get(digest) ?? JSON.stringify(rows)).toBe(JSON.stringify(rows));
          digests.set(digest, JSON.stringify(rows));
          return Promise.resolve();
        },
      ),
    );
  });

  it('attack: one transaction for all rows leaves a row out in silence', async () => {
    const bitcoin = chainOf('TRANSACTION_TYPE_BITCOIN');
    const together = {
      ...sourceOf(bitcoin, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', {}),
      leaveOut: 'x',
    };
    await expect(linesOf(['nobody,1,BTC,A'], together)).rejects.toMatchObject({
      code: 'PAYMENT_ROWS_CHANGED',
    });
  });

  it('are counted at the approval, with their lines', async () => {
    const format = 'ADDRESS_FORMAT_ETHEREUM';
    const key = {
      ...{ privateKeyId: SENDER, privateKeyName: 'payouts', publicKey: '' },
      addresses: [{ format, address: SENDER }],
    };
    const reads = {
      listPrivateKeys: () => Promise.resolve([key]),
      listAccounts: () => Promise.resolve([]),
    } as unknown as PreviewReads;
    const rows = [GOOD, ...WRONG];
    const description = describeBatch(reads, fakeClock());
    async function* lines() {
      yield* await readOut(rows, await digestOf(rows));
    }
    const requests = [];
    for await (const each of checkedRequests(lines(), description)) requests.push(each);
    expect(requests).toHaveLength(1);
    const said = await description.end();
    expect(said.warnings).toContainEqual({
      ...{ code: 'BATCH_ROWS_LEFT_OUT', severity: 'caution', title: 'Left out: 2 rows of the file' },
      text: 'Lines 3 and 4: wrong, and no part of this batch. They aren’t paid.',
    });
    expect(said.facts).toContainEqual(
      expect.objectContaining({ label: 'Left out of the file', value: '2 rows', note: 'Lines 3 and 4' }),
    );
    // As much is said of what was kept, for example after a crash.
    const { count, lines: first } = description.leftOut;
    const resumed = await describeBatch(reads, fakeClock(), { leftOut: { count, lines: first } }).end();
    expect(resumed.warnings).toEqual(said.warnings.filter(({ code }) => code === 'BATCH_ROWS_LEFT_OUT'));
  });

  it('make no batch where no row is left', async () => {
    async function* lines() {
      yield* await readOut(WRONG, await digestOf(WRONG));
    }
    const requests = checkedRequests(lines(), describeBatch({} as unknown as PreviewReads, fakeClock()));
    await expect(requests.next()).rejects.toMatchObject({ code: 'BATCH_INVALID' });
  });
});

describe('the file of the wrong rows', () => {
  const fileOf = async (text: string, columns = source.columns) => {
    async function* pieces() {
      await Promise.resolve();
      yield text;
    }
    let head = { raw: '', title: '' };
    const rows = paymentRows(csvRecords(pieces()), { ...source, columns }, NOBODY, (titles, raw) => {
      head = { raw, title: problemTitle(titles) };
      return Promise.resolve();
    });
    return wrongRowsFile(rows, columns, () => head);
  };

  it.each(['\n', '\r\n'])('has them as they came, and can be mended and read (%j)', async (end) => {
    const head = 'to, amount,asset,"reference"';
    const text = [head, GOOD, '', ...WRONG, ''].join(end);
    const saved = await fileOf(text);
    expect(saved.count).toBe(2);
    const [titles, first = '', second = '', ...rest] = saved.text.split('\r\n');
    expect(titles).toBe(`${head},problem`);
    expect(first.startsWith(`${WRONG[0]},"Line 4, amount: `)).toBe(true);
    expect(second.startsWith(`${WRONG[1]},"Line 5, to: `)).toBe(true);
    expect(rest).toEqual(['']);
    // Mended, nothing is wrong; saved once more, the new problem has a column of its own.
    const mended = saved.text.replace('"84,5"', '84.5').replace('Nobody I know', ADA);
    expect((await fileOf(mended)).count).toBe(0);
    expect((await fileOf(saved.text)).text.split('\r\n')[0]).toBe(`${head},problem,problem 2`);
  });

  it('keeps a row that goes over lines whole', async () => {
    const row = `${ADA},1,QQ,"over\ntwo lines"`;
    const { text } = await fileOf(`to,amount,asset,reference\n${row}\n`);
    expect(text).toContain(`\r\n${row},"Line `);
  });

  it('attack: a cell becomes a formula in the column of the problems', async () => {
    const columns = { ...source.columns, to: '=to' };
    const { text } = await fileOf('=to,amount,asset,reference\n"=cmd|’ /C calc’!A0 x",1,ETH,A\n', columns);
    const [, row = ''] = text.split('\r\n');
    expect(/,"(.)[^"]*(?:""[^"]*)*"$/.exec(row)?.[1]).toBe('L');
    // Some spreadsheets part cells at semicolons, quotes or not.
    const inner = await fileOf('to,amount,asset,reference\n"pay ;=cmd()",1,ETH,A\n');
    expect(inner.text.split('\r\n')[1]?.split('"Line ')[1]).toContain(";'=cmd()");
  });
});
