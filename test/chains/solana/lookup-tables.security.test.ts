// Attacks on lookup tables that a request file brings: whoever carries the file can have written them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import type { ClaimedTable } from '#chains/model/chain.ts';
import type { DecodedTransaction, Fact } from '#chains/model/decoded.ts';
import {
  paidBy,
  recipientsOf,
  spendersOf,
  withNewRecipients,
  withOwnNames,
} from '#chains/model/recipients.ts';
import { parseLookupTable } from '#chains/solana/parse-lookup-table.ts';
import { toAddress } from '#chains/solana/transaction.ts';
import { keyOf, paidByTable, table, thief, us } from './lookups.ts';
import { VECTORS } from './vectors.ts';

const read = (hex: string, claimedTables: readonly ClaimedTable[] = []): DecodedTransaction =>
  readTransaction('TRANSACTION_TYPE_SOLANA', hex, { from: { address: us.toBase58() }, claimedTables });
const factsOf = ({ facts, actions }: DecodedTransaction): Fact[] => [
  ...facts,
  ...actions.flatMap((each) => each.facts),
];
const saysFile = ({ label }: Fact): boolean => label.endsWith(', as the request file says');
const withoutClaims = (reading: DecodedTransaction): DecodedTransaction => ({
  ...reading,
  facts: reading.facts.filter((each) => !saysFile(each)),
  actions: reading.actions.map((each) => ({ ...each, facts: each.facts.filter((fact) => !saysFile(fact)) })),
  warnings: reading.warnings.filter(
    ({ code }) => code !== 'LOOKUP_ENTRY_MISSING' && code !== 'LOOK_ALIKE_ADDRESS',
  ),
});
const claim = (...addresses: string[]): ClaimedTable => ({ table: table.toBase58(), addresses });
const codes = ({ warnings }: DecodedTransaction): string[] => warnings.map(({ code }) => code);
const friend = keyOf(7).toBase58();

describe('a lookup table out of a request file', () => {
  it('attack: a table that turns a thief’s address into a friend’s makes nobody a recipient, and nobody paid before', () => {
    const reading = read(paidByTable(), [claim(friend)]);
    const said = factsOf(reading).filter(saysFile);
    expect(said.length).toBeGreaterThan(0);
    for (const each of said)
      expect(each).toMatchObject({ label: 'To, as the request file says', value: friend, kind: 'address' });
    expect([recipientsOf(reading), spendersOf(reading), paidBy(reading)]).toEqual([[], [], []]);
    expect(reading.blind).toBe(true);
    expect(codes(reading)).toEqual(
      expect.arrayContaining(['ACCOUNT_NOT_SHOWN', 'BLIND_SIGNING', 'LOOKUP_TABLES']),
    );
    // Neither a name nor a word about earlier payments comes to stand on the file's word.
    const named = withNewRecipients(
      withOwnNames(reading, () => 'contact “Anna”'),
      () => true,
    );
    for (const { note } of factsOf(named).filter(saysFile)) {
      expect(note).toMatch(/^The file’s word for entry 0 of /);
      expect(note).not.toMatch(/Anna|paid before/);
    }
  });

  it('attack: a table that the operator was given to add says whose word it is, and is read no further', () => {
    const hex = paidByTable();
    const reading = read(hex, [{ ...claim(friend), from: 'added' }]);
    const label = 'To, as the added file says';
    const said = factsOf(reading).filter((each) => each.label === label);
    expect(said.length).toBeGreaterThan(0);
    for (const { value, note } of said) {
      expect(value).toBe(friend);
      expect(note).toMatch(/^The added file’s word for entry 0 of /);
    }
    expect([recipientsOf(reading), paidBy(reading)]).toEqual([[], []]);
    const { sentence, warnings, totals, blind } = read(hex);
    expect(reading).toMatchObject({ sentence, warnings, totals, blind });
    expect(reading.lookupTables).toEqual([table.toBase58()]);
  });

  it('attack: a table that says that our own address gets it counts nothing as ours', () => {
    const hex = paidByTable();
    expect(read(hex, [claim(us.toBase58())]).totals).toEqual(read(hex).totals);
  });

  it('attack: an index outside of the table is said, and never wraps to another entry', () => {
    const reading = read(paidByTable(3), [claim(friend, friend, friend)]);
    expect(factsOf(reading).find(saysFile)).toMatchObject({
      ...{ value: 'Its table has no such entry', kind: 'text' },
      note: `entry 3 of ${table.toBase58()}`,
    });
    expect(codes(reading)).toContain('LOOKUP_ENTRY_MISSING');
  });

  it('attack: one table twice with different content is taken from neither', () => {
    const hex = paidByTable();
    expect(read(hex, [claim(friend), claim(thief.toBase58())])).toEqual(read(hex));
  });

  it('attack: an entry with the ends of an own address is warned of', () => {
    const own = us.toBase58();
    const alike = `${own.slice(0, 8)}${'2'.repeat(own.length - 16)}${own.slice(-8)}`;
    expect(codes(read(paidByTable(), [claim(alike)]))).toContain('LOOK_ALIKE_ADDRESS');
  });

  it('changes no word of any reading: what it says is added, and nothing else', () => {
    const withTables = VECTORS.filter(({ transaction: hex }) =>
      factsOf(read(hex)).some(({ label }) => label === 'Lookup table'),
    );
    expect(withTables.length).toBeGreaterThan(10);
    const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toAddress);
    fc.assert(
      fc.property(
        fc.constantFrom(...withTables),
        fc.array(fc.array(address, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        ({ transaction: hex }, contents) => {
          const alone = read(hex);
          const tables = factsOf(alone).flatMap(({ label, value }) =>
            label === 'Lookup table' ? [value] : [],
          );
          const claims = contents.map((addresses, at) => ({
            table: tables[at % tables.length] ?? '',
            addresses,
          }));
          expect(withoutClaims(read(hex, claims))).toEqual(withoutClaims(alone));
        },
      ),
    );
  });
});

describe('a lookup table as the Solana tools write it', () => {
  const text = (lookupTableAddress: unknown, addresses: unknown): string =>
    JSON.stringify({
      lookupTableAddress,
      authority: null,
      deactivationSlot: 1,
      lastExtendedSlot: 2,
      addresses,
    });

  it('is read with its entries in their order', () => {
    const entries = [thief.toBase58(), us.toBase58()];
    expect(parseLookupTable(text(table.toBase58(), entries))).toEqual(claim(...entries));
  });

  it.each([
    ['no table', '{}'],
    ['a list', '[]'],
    ['no entries', text(table.toBase58(), [])],
    [
      '257 entries',
      text(
        table.toBase58(),
        Array.from({ length: 257 }, () => friend),
      ),
    ],
    [
      '10,000 entries',
      text(
        table.toBase58(),
        Array.from({ length: 10_000 }, () => friend),
      ),
    ],
    ['an address of 31 bytes', text(table.toBase58(), [toAddress(new Uint8Array(31).fill(3))])],
    ['a table of another form', text('0x11', [friend])],
    ['an entry that is a number', text(table.toBase58(), [7])],
    ['a member twice', `{"lookupTableAddress":"${friend}",${text(table.toBase58(), [friend]).slice(1)}`],
    ['text behind it', `${text(table.toBase58(), [friend])}x`],
  ])('is refused with %s', (_what, broken) => {
    expect(() => parseLookupTable(broken)).toThrow(
      expect.objectContaining({
        code: expect.stringMatching(/^(?:LOOKUP_TABLE_INVALID|JSON_INVALID)$/) as string,
      }) as Error,
    );
  });

  it('is read or refused in words, whatever its text is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (noise) => {
        try {
          parseLookupTable(noise);
        } catch (error) {
          expect((error as { code?: unknown }).code).toMatch(/^(?:LOOKUP_TABLE_INVALID|JSON_INVALID)$/);
        }
      }),
    );
  });
});
