import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Mentions } from '#main/features/batches/address-index.ts';
import { AssetTotals } from '#main/features/batches/asset-totals.ts';
import { describeBatch } from '#main/features/batches/describe-batch.ts';
import type { PreviewReads } from '#main/features/previews/preview-maker.ts';
import type { GroupText } from '#main/features/request-groups/group-purpose.ts';
import { createYield } from '#main/platform/pacing.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { signRawPayload, signTransaction } from '#protocol/catalogue/signing.ts';
import { type Transfer, addressOf, transferParameters } from '#test/fixtures/batch-files.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

const KEY = {
  privateKeyId: '01a1ff07-2512-7000-94f8-bc561132a1b1',
  privateKeyName: 'payouts',
  publicKey: '02aa',
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: `0x${'77'.repeat(20)}` }],
} as unknown as PrivateKey;
const reads = {
  listPrivateKeys: () => Promise.resolve([KEY]),
  listAccounts: () => Promise.resolve([]),
} as unknown as PreviewReads;
const RAW = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' } as const;

async function wordsOf(transfers: readonly Omit<Transfer, 'signWith'>[]): Promise<GroupText> {
  const description = describeBatch(reads, fakeClock());
  for (const [position, transfer] of transfers.entries()) {
    const parameters = transferParameters({ signWith: KEY.privateKeyId, ...transfer });
    await description.add(signTransaction, parameters, { position, line: position + 1 });
  }
  return description.end();
}
const warningsOf = ({ warnings }: GroupText): Map<string, string> =>
  new Map(warnings.map(({ code, text }) => [code, text]));
const plain = Array.from({ length: 12 }, (_, nonce) => ({ nonce, to: addressOf(nonce % 3) }));

describe('a batch in words', () => {
  it('adds amounts up exactly, and says whose key pays whom', async () => {
    const words = await wordsOf(plain.map((each) => ({ ...each, wei: 100_000_000_000_000_001n })));
    expect(words.sentence.map(({ value }) => value).join('')).toBe(
      'Sign and send 12 requests: 12 payments of 1.200000000000000012 ETH to 3 addresses.',
    );
    expect(words.effect).toBe('sign');
    expect(words.warnings).toEqual([]);
    expect(words.facts).toContainEqual({
      label: 'Signed by',
      value: expect.stringMatching(/^0x7{40}$/) as string,
      kind: 'address',
      note: 'payouts, 12 transactions',
    });
    expect(words.batch?.outline.totals.find(({ label }) => label === 'Max fee')?.value).toBe('0.00756 ETH');
  });

  it('attack: the same transaction twice is a danger, however its hex is written', async () => {
    const description = describeBatch(reads, fakeClock());
    const parameters = transferParameters({ signWith: KEY.privateKeyId });
    const { unsignedTransaction } = parameters;
    const spellings = [
      parameters,
      { ...parameters, unsignedTransaction: `0x${unsignedTransaction.slice(2).toUpperCase()}` },
      { ...parameters, unsignedTransaction: unsignedTransaction.slice(2) },
      { ...parameters, signWith: KEY.addresses[0]?.address ?? '' },
    ];
    for (const [position, each] of spellings.entries())
      await description.add(signTransaction, each, { position, line: position + 1 });
    const repeats = (await description.end()).warnings.find(({ code }) => code === 'BATCH_REPEATS');
    expect(repeats).toMatchObject({ severity: 'danger', title: 'The same request again: 3' });
    expect(repeats?.text).toContain('Lines 2, 3 and 4:');
  });

  it('attack: one high payment among many small ones is named with its line', async () => {
    const words = await wordsOf(
      plain.map((each) => ({ ...each, wei: each.nonce === 6 ? 10n ** 19n : 10n ** 17n })),
    );
    expect(warningsOf(words).get('BATCH_HIGH_AMOUNT')).toContain('Line 7: at least 10 times');
    expect(words.facts.find(({ label }) => label === 'Highest')).toMatchObject({ value: '10 ETH' });
  });

  it('attack: one stranger among recipients that come back is named with its line', async () => {
    const words = await wordsOf([...plain, { nonce: 99, to: addressOf(88) }]);
    expect(warningsOf(words).get('BATCH_RARE_RECIPIENT')?.toLowerCase()).toContain(
      `${addressOf(88)} on line 13`,
    );
    const payroll = await wordsOf(plain.map((each) => ({ ...each, to: addressOf(each.nonce) })));
    expect(warningsOf(payroll).has('BATCH_RARE_RECIPIENT')).toBe(false);
  });

  it('attack: one transaction for another network is named with its line', async () => {
    const words = await wordsOf(plain.map((each) => ({ ...each, chainId: each.nonce === 2 ? 137 : 1 })));
    expect(warningsOf(words).get('BATCH_OTHER_NETWORK')).toMatch(/^Line 3 on .*Ethereum/);
  });

  it('has the warnings of its lines in their own words, as grave, with their lines', async () => {
    const words = await wordsOf(plain.map((each) => ({ ...each, to: `0x${'0'.repeat(40)}` })));
    const burns = words.warnings.filter(({ code }) => code === 'ZERO_ADDRESS');
    expect(burns).toHaveLength(1);
    expect(burns[0]?.text).toMatch(/^Lines 1, 2, 3, 4, 5, 6, 7, 8 and 4 more \(12 of 12\): /);
  });
});

describe('totals of a batch', () => {
  it('are the sums, whatever the order', async () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 2n ** 128n }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(amounts, async (atoms) => {
        const totals = new AssetTotals();
        for (const [index, each] of atoms.entries())
          totals.add('N', { symbol: 'X', decimals: 2 }, { amount: each, to: 'a', line: index + 1 });
        const [asset, ...others] = await totals.list(createYield());
        expect(others).toEqual([]);
        expect(asset?.total).toBe(atoms.reduce((sum, each) => sum + each, 0n));
        const sorted = atoms.toSorted((one, other) => (one < other ? 1 : -1));
        expect(asset?.lines.map(({ amount }) => amount)).toEqual(sorted);
      }),
    );
  });

  it('keep apart what is called the same elsewhere', async () => {
    const totals = new AssetTotals();
    const of = { amount: 1n, to: 'a', line: 1 };
    totals.add('N', { id: 'one' }, of);
    totals.add('N', { id: 'two' }, of);
    totals.add('M', { id: 'one' }, of);
    expect(await totals.list(createYield())).toHaveLength(3);
  });
});

describe('the lines that something is on', () => {
  it.each([
    [[4], 'Line 4'],
    [[9, 4], 'Lines 4 and 9'],
    [[1, 2, 3, 4, 5, 6, 7, 8], 'Lines 1, 2, 3, 4, 5, 6, 7 and 8'],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 1000], 'Lines 1, 2, 3, 4, 5, 6, 7, 8 and 2 more'],
  ])('%j are said as %j', (lines, words) => {
    const mentions = new Mentions();
    for (const line of lines) mentions.add(line);
    expect(mentions.words).toBe(words);
  });
});

describe('a long batch in words', () => {
  afterEach(() => vi.restoreAllMocks());

  it('lets others have their turn while the lines that were read are put into words', async () => {
    const description = describeBatch(reads, fakeClock());
    // Payments to many, and as many requests that are spelled out on their own.
    for (let position = 0; position < 200; position += 1) {
      const to = addressOf(position);
      const parameters = transferParameters({ signWith: KEY.privateKeyId, nonce: position, to });
      await description.add(signTransaction, parameters, { position, line: position + 1 });
      const payload = { ...RAW, signWith: KEY.privateKeyId, payload: `${position}` };
      await description.add(signRawPayload, payload, { position, line: position + 1 });
    }
    // Each look at the time is a millisecond later than the one before.
    let nowMs = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1));
    let turns = 0;
    let running = true;
    const turn = (): void => {
      turns += 1;
      if (running) setImmediate(turn);
    };
    setImmediate(turn);
    const words = await description.end();
    running = false;
    expect(words.batch.outline.lines.total).toBe(200);
    expect(words.batch.outline.recipients.total).toBeGreaterThan(180);
    // Recipients are gone through four times, and what is spelled out once: each 12 of them are a turn.
    expect(turns).toBeGreaterThan(60);
  });
});
