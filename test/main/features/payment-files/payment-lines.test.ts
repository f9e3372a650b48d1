import { Transaction } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf } from '#chains/chains.ts';
import type { KnownContacts } from '#main/context/console-context.ts';
import { type BatchLine, csvRecords } from '#main/features/batches/module.ts';
import { type PaymentSource, paymentLines } from '#main/features/payment-files/payment-lines.ts';

const SENDER = `0x${'77'.repeat(20)}`;
const ADA = '0x5f6404B4533ab25cDD0a44f4886A025113c74F27';
const EVE = '0x0a361fF6267A17BC8ff3972C1885E3f426c66790';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** A list of contacts by name, in the one form that previews get. */
const contactsOf = (book: Readonly<Record<string, readonly string[]>>): KnownContacts => ({
  addresses: Object.values(book).flat(),
  nameOf: (address) => Object.keys(book).find((name) => book[name]?.includes(address)),
  contactsOnly: false,
  fault: null,
});

const source: PaymentSource = {
  chain: chainOf('TRANSACTION_TYPE_ETHEREUM'),
  columns: { to: 'to', amount: 'amount', asset: 'asset', reference: 'reference' },
  signWith: SENDER,
  sender: { address: SENDER },
  network: '1',
  asset: '',
  values: { nonce: '7', maxFee: '30', tip: '1', gasLimit: '' },
  nowMs: 0,
};

async function* textOf(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text;
}

async function read(
  text: string,
  change: Partial<PaymentSource> = {},
  contacts = contactsOf({ Ada: [ADA] }),
): Promise<BatchLine[]> {
  const lines: BatchLine[] = [];
  const from = paymentLines(csvRecords(textOf(text)), { ...source, ...change }, contacts, () =>
    Promise.resolve(),
  );
  for await (const line of from) lines.push(line);
  return lines;
}
const HEAD = 'to,amount,asset,reference\n';
const transactionOf = (line: BatchLine | undefined): Transaction => {
  if (line === undefined || !('entry' in line)) throw new Error(JSON.stringify(line));
  const { unsignedTransaction } = line.entry.parameters as { unsignedTransaction: string };
  return Transaction.from(`0x${unsignedTransaction}`);
};
const problemOf = async (row: string, contacts?: KnownContacts): Promise<string> => {
  const [line] = await read(`${HEAD}${row}\n`, {}, contacts);
  return line !== undefined && 'problem' in line ? `${line.problem.field}: ${line.problem.message}` : 'none';
};

describe('payments out of a file', () => {
  it('become the transactions of the form, numbered upward, for contacts and addresses', async () => {
    const lines = await read(`${HEAD}ada,1.5,ETH,INV-1\n${EVE},2400.25,USDC,\n`);
    const [coin, token] = lines.map(transactionOf);
    expect([coin?.nonce, coin?.to, coin?.value]).toEqual([7, ADA, 15n * 10n ** 17n]);
    expect([token?.nonce, token?.to?.toLowerCase(), token?.value]).toEqual([8, USDC.toLowerCase(), 0n]);
    expect(token?.data).toContain(EVE.slice(2).toLowerCase());
    expect(token?.data.endsWith((2_400_250_000).toString(16))).toBe(true);
    expect(lines.map((line) => ('entry' in line ? [line.entry.line, line.entry.reference] : null))).toEqual([
      [2, 'INV-1'],
      [3, null],
    ]);
  });

  it('leave no gap in the numbers where a line is wrong, and tell each wrong line', async () => {
    const lines = await read(`${HEAD}Ada,1,ETH,\nAda,one,ETH,\nAda,2,ETH,\n`);
    expect(lines.flatMap((line) => ('problem' in line ? [line.problem.line] : []))).toEqual([3]);
    expect([lines[0], lines[2]].map((line) => transactionOf(line).nonce)).toEqual([7, 8]);
  });

  it('take one asset for all lines where no column says it, and the columns in any order', async () => {
    const columns = { to: 'whom', amount: 'sum', asset: null, reference: null };
    const [line] = await read(`note,sum,whom\nx,3,${EVE}\n`, { columns, asset: USDC });
    expect(transactionOf(line).to).toBe(USDC);
  });

  it.each([
    ['a thousands separator', '"1,000"', /isn’t a number/],
    ['a comma for a point', '"1,5"', /isn’t a number/],
    ['an exponent', '1e3', /isn’t a number/],
    ['a minus', '-1', /isn’t a number/],
    ['a plus', '+1', /isn’t a number/],
    ['nothing', '', /missing/],
    ['zero', '0.000', /zero/],
    ['more decimals than the asset has', '84.1234567', /7 decimals; USDC has 6/],
    ['digits of another script', '１２', /isn’t a number/],
    ['a symbol of money', '$5', /isn’t a number/],
    ['a formula', '=1+1', /isn’t a number/],
    ['a blank between digits', '1 000', /isn’t a number/],
    ['a number that is too long', '9'.repeat(91), /isn’t a number/],
  ])('attack: an amount with %s is guessed', async (_, amount, message) => {
    expect(await problemOf(`Ada,${amount},USDC,`)).toMatch(message);
  });

  it('attack: a contact is called like somebody else’s address, and is paid in its place', async () => {
    const [line] = await read(`${HEAD}${EVE},1,ETH,\n`, {}, contactsOf({ [EVE]: [ADA] }));
    expect(transactionOf(line).to).toBe(EVE);
  });

  it('attack: a name looks like that of a contact, in letters of another script', async () => {
    expect(await problemOf('Аda,1,ETH,')).toMatch(/^to: .*isn’t a valid/);
    expect(await problemOf('Nobody I know,1,ETH,')).toBe('to: no contact is called “Nobody I know”');
  });

  it('attack: a contact has two addresses, and one of them is chosen in silence', async () => {
    expect(await problemOf('Ada,1,ETH,', contactsOf({ Ada: [ADA, EVE] }))).toBe(
      'to: this contact has 2 addresses on Ethereum; write the one',
    );
  });

  it('attack: a contact’s address of another chain is paid on this one', async () => {
    const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    expect(await problemOf('Ada,1,ETH,', contactsOf({ Ada: [tron] }))).not.toBe('none');
  });

  it('attack: an address has a wrong checksum or a digit less', async () => {
    expect(await problemOf(`${ADA.replace('B', 'b')},1,ETH,`)).toMatch(/^to: /);
    expect(await problemOf(`${ADA.slice(0, -1)},1,ETH,`)).toMatch(/^to: /);
  });

  it('attack: a token of nobody’s list is called like a known one', async () => {
    expect(await problemOf('Ada,1,QQDOLLAR,')).toBe(
      'asset: no local list has an asset “QQDOLLAR” on this network',
    );
    expect(await problemOf('Ada,1,,')).toMatch(/^asset: is empty/);
    expect(await problemOf('Ada,1,UЅDC,')).toMatch(/^asset: no local list/);
  });

  it('attack: a token whose symbol differs from a known one by case alone', async () => {
    expect(await problemOf('Ada,1,usdc,')).toMatch(/^asset: no local list/);
  });

  it('tell lines apart that have one reference', async () => {
    const lines = await read(`${HEAD}Ada,1,ETH,Salary\n${EVE},1,ETH,Salary\n`);
    expect(lines.map((line) => ('entry' in line ? line.entry.reference : null))).toEqual([
      'Salary',
      'Salary (line 3)',
    ]);
  });

  it('attack: a line calls itself what another one will be given', async () => {
    const rows = ['Salary (line 4)', 'Salary', 'Salary'].map((name) => `${EVE},1,ETH,${name}\n`);
    const lines = await read(`${HEAD}${rows.join('')}`);
    expect(new Set(lines.map((line) => ('entry' in line ? line.entry.reference : null))).size).toBe(3);
  });

  it('attack: characters that cannot be seen hide in a cell', async () => {
    expect(await problemOf('Ad\u200Ba,1,ETH,')).toMatch(/^to: .*can’t be seen/);
    expect(await problemOf('Ada,1\u202E,ETH,')).toMatch(/^amount: /);
    expect(await problemOf('Ada,1,ETH,INV\u0000')).toMatch(/^reference: /);
  });

  it.each([
    ['two columns with one title', 'to,to,amount,asset,reference\n', /there twice/],
    ['a column that is not there any more', 'to,amount,reference\n', /no column “asset”/],
    ['quotes without an end', `${HEAD}"Ada,1,ETH,\n`, /no CSV/],
    ['a line with another number of cells', `${HEAD}Ada,1,ETH\n`, /no CSV/],
  ])('attack: %s', async (_, text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'BATCH_INVALID',
      message: expect.stringMatching(message) as string,
    });
  });

  it('attack: one column is taken for two things', async () => {
    const columns = { to: 'to', amount: 'to', asset: null, reference: null };
    await expect(read('to\n1\n', { columns })).rejects.toMatchObject({ code: 'BATCH_INVALID' });
  });

  it('are refused as a whole where the first number is none, instead of once for each line', async () => {
    await expect(
      read(`${HEAD}Ada,1,ETH,\n`, { values: { ...source.values, nonce: '' } }),
    ).rejects.toMatchObject({
      code: 'TRANSFER_FIELD_MISSING',
    });
  });

  it('never give a transaction that says another amount or recipient than its line', async () => {
    const wei = fc.bigInt({ min: 1n, max: 10n ** 30n });
    await fc.assert(
      fc.asyncProperty(fc.array(wei, { maxLength: 20 }), async (amounts) => {
        const rows = amounts.map((each) => {
          const digits = each.toString().padStart(19, '0');
          return `${EVE},${digits.slice(0, -18)}.${digits.slice(-18)},ETH,`;
        });
        const lines = await read(`${HEAD}${rows.join('\n')}\n`);
        expect(lines.map((line) => transactionOf(line).value)).toEqual(amounts);
        expect(lines.map((line) => transactionOf(line).nonce)).toEqual(amounts.map((_, index) => 7 + index));
      }),
    );
  });

  it('give problems and no error for whatever stands in the cells', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .map((text) => `"${text.replaceAll('"', '""')}"`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 4, maxLength: 4 })), async (rows) => {
        const lines = await read(`${HEAD}${rows.map((row) => row.join(',')).join('\n')}\n`);
        expect(lines.length).toBeLessThanOrEqual(rows.length);
      }),
    );
  });
});

it('attack: a file of tens of thousands of columns is refused before they are compared', async () => {
  const head = Array.from({ length: 1_001 }, (_, at) => `c${at}`);
  await expect(read(`${head.join()}\n`)).rejects.toMatchObject({
    code: 'BATCH_INVALID',
    message: expect.stringContaining('1,001 columns') as string,
  });
  const most = [...HEAD.trim().split(','), ...head.slice(5)];
  expect(await read(`${most.join()}\n`)).toEqual([]);
});

describe('the contacts of a payment file', () => {
  const many = contactsOf({ Ada: [ADA] });
  const strangers = Array.from({ length: 2_000 }, (_, n) => `0x${String(n).padStart(40, '1')}`);
  const book = {
    ...many,
    addresses: [...strangers, ADA],
    nameOf: (address: string) => (address === ADA ? 'Ada' : `Contact ${address}`),
  };
  const spelledOf = async (rows: readonly string[]): Promise<readonly string[]> => {
    const asked: string[] = [];
    const spellAddress = (text: string): string => {
      asked.push(text);
      return source.chain.spellAddress(text);
    };
    const change = { chain: { ...source.chain, spellAddress }, columns: { ...source.columns, asset: null } };
    const lines = await read([HEAD, ...rows].join(''), change, book);
    expect(lines.every((line) => 'entry' in line)).toBe(true);
    return asked;
  };

  it('are not gone through for an address, however many there are', async () => {
    expect(await spelledOf([`${EVE},1,,a\n`, `${EVE},2,,b\n`])).toEqual([EVE, EVE]);
  });

  it('are looked up by name, and only the addresses of that name are checked, once', async () => {
    expect(await spelledOf(['Ada,1,,a\n', 'Ada,2,,b\n'])).toEqual(['Ada', ADA, 'Ada']);
  });
});
