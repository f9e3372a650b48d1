import fc from 'fast-check';
import { TronWeb, utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chainOf } from '#chains/chains.ts';
import { sha256Hex } from '#protocol/encoding.ts';
import { approvalOf } from './batch-approval.ts';
import { NOW, linesOf, problemOf, sourceOf, unsignedIn } from './payment-csv.ts';

const SENDER = TronWeb.address.fromHex('417e5f4552091a69125d5dfcb7b8c2659029395bdf');
const TO = TronWeb.address.fromHex('4170997970c51812dc3a010c7d01b50e0d17dc79c8');
const ELSE = TronWeb.address.fromHex('415f6404b4533ab25cdd0a44f4886a025113c74f27');
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const BLOCK = `0000000004c4b40a1122334455667788${'99'.repeat(16)}`;

const chain = chainOf('TRANSACTION_TYPE_TRON');
const source = sourceOf(chain, SENDER, { block: BLOCK });
const read = (rows: readonly string[], from = source) => linesOf(rows, from);

const rawData = z.object({
  contract: z.tuple([z.object({ parameter: z.object({ value: z.record(z.string(), z.unknown()) }) })]),
  ref_block_bytes: z.string(),
  ref_block_hash: z.string(),
  expiration: z.number(),
  timestamp: z.number(),
  fee_limit: z.number().optional(),
});
/** As tronweb reads it. */
function decoded(type: 'TransferContract' | 'TriggerSmartContract', hex: string) {
  const { contract, ...envelope } = rawData.parse(utils.deserializeTx.deserializeTransaction(type, hex));
  return { ...contract[0].parameter.value, ...envelope };
}
/** The network's ID of a transaction: the hash of its raw data. */
const idOf = (hex: string): string => sha256Hex(Buffer.from(hex, 'hex'));
/** As tronweb’s decoder writes it: in upper case. */
const hex = (address: string): string => TronWeb.address.toHex(address).toUpperCase();

describe('payments on Tron out of a file', () => {
  it('are each a transaction of the one block, as tronweb reads it', async () => {
    const [coin, token] = (await read([`${TO},1.5,TRX,INV-1`, `${ELSE},2400.25,USDT,INV-2`])).map(unsignedIn);
    expect(decoded('TransferContract', coin ?? '')).toMatchObject({
      ...{ owner_address: hex(SENDER), to_address: hex(TO), amount: 1_500_000 },
      ...{ ref_block_bytes: 'B40A', ref_block_hash: '1122334455667788' },
      ...{ timestamp: NOW, expiration: NOW + 3_600_000 },
    });
    expect(decoded('TriggerSmartContract', token ?? '')).toMatchObject({
      ...{ owner_address: hex(SENDER), contract_address: hex(USDT), fee_limit: 50_000_000 },
      data: `a9059cbb${hex(ELSE).slice(2).padStart(64, '0')}${(2_400_250_000).toString(16).padStart(64, '0')}`.toUpperCase(),
    });
  });

  it('attack: equal rows have one ID, and the second payment is lost without a word', async () => {
    const rows = [`${TO},1,TRX,A`, `${TO},1.0,TRX,B`, `${TO},5,USDT,`, `${TO},5,${USDT},`, `${TO},01,TRX,C`];
    const built = (await read(rows)).map(unsignedIn);
    expect(new Set(built.map(idOf)).size).toBe(rows.length);
    const ends = [built[0], built[1], built[4]].map(
      (each) => decoded('TransferContract', each ?? '').expiration,
    );
    expect(ends).toEqual([0, 1, 2].map((repeat) => NOW + 3_600_000 - repeat));
  });

  it('attack: a file that is read a moment later has none of the earlier file’s IDs', async () => {
    const rows = [`${TO},1,TRX,`, `${TO},1,TRX,`];
    const one = (await read(rows)).map(unsignedIn).map(idOf);
    const other = (await read(rows, { ...source, nowMs: NOW + 1 })).map(unsignedIn).map(idOf);
    expect(new Set([...one, ...other]).size).toBe(4);
  });

  it.each([
    ['an address of Solana', '3pMtAw9a5ukU6Eyk5UjRkZsbRfRwREFkeFwXRc1zhny4,1,TRX,', /^to: .*Tron/],
    ['an address of Ethereum', '0x4B7Ea169aBA959124014D317E12e393a65C93d5e,1,TRX,', /^to: .*Tron/],
    ['an address of Bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2,1,TRX,', /^to: .*Tron/],
    ['an address with one letter changed', `${TO.replace(/.$/, 'x')},1,TRX,`, /^to: .*checksum/],
    ['the contract of a token', `${USDT},1,USDT,`, /^to: .*contract of USDT/],
    ['seven decimals of TRX', `${TO},0.0000001,TRX,`, /7 decimals; TRX has 6/],
    ['more TRX than fit', `${TO},9223372036854.775808,TRX,`, /too large/],
    ['an asset of another chain', `${TO},1,SOL,`, /^asset: no local list/],
    ['a contract in another case', `${TO},1,${USDT.toLowerCase()},`, /^asset: no local list/],
  ])('attack: %s is no row that is paid', async (_, row, message) => {
    expect(await problemOf(row, source)).toMatch(message);
  });

  it('are made with no block but a whole one, and with no time but one that the network takes', async () => {
    for (const [field, value] of [
      ['block', ''],
      ['block', BLOCK.slice(2)],
      ['valid', '1441'],
      ['valid', '0'],
    ] as const)
      await expect(
        read([`${TO},1,TRX,`], { ...source, values: { ...source.values, [field]: value } }),
      ).rejects.toMatchObject({ problems: [{ field }] });
  });

  it('are payments on the approval, equal ones too, in the table of recipients', async () => {
    const built = (await read([`${TO},1,TRX,`, `${TO},1,TRX,`, `${ELSE},2.5,USDT,`, `${ELSE},3,USDT,`])).map(
      unsignedIn,
    );
    const signer = { address: SENDER, format: 'ADDRESS_FORMAT_TRON' } as const;
    const { sentence, warnings, recipients, totals } = await approvalOf(chain, signer, built);
    expect(sentence).toBe('Sign and send 4 requests: 4 payments of 2 TRX and 5.50 USDT to 2 addresses.');
    expect(warnings.filter(({ severity }) => severity === 'danger')).toEqual([]);
    expect(recipients).toMatchObject([
      { address: TO, payments: 2, sums: ['2 TRX'] },
      { address: ELSE, payments: 2, sums: ['5.50 USDT'] },
    ]);
    expect(totals.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'You send: 2 TRX',
      'You send: 5.50 USDT',
      'Max fee: 100 TRX',
    ]);
  });

  it('never lose or change a payment, whatever the amounts', async () => {
    const sun = fc.integer({ min: 1, max: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(TO, ELSE), sun), { maxLength: 12 }),
        async (rows) => {
          const built = (await read(rows.map(([to, amount]) => `${to},0.00000${amount},TRX,`))).map(
            unsignedIn,
          );
          expect(new Set(built.map(idOf)).size).toBe(rows.length);
          const paid = built.map((each) => {
            const { to_address: to, amount } = decoded('TransferContract', each) as Record<string, unknown>;
            return [to, amount];
          });
          expect(paid).toEqual(rows.map(([to, amount]) => [hex(to), amount]));
        },
      ),
      { numRuns: 40 },
    );
  });
});
