// What a request file says of lookup tables, beside the operator's contacts and own keys.
import { describe, expect, it } from 'vitest';
import type { PreviewContext } from '#main/features/previews/preview-maker.ts';
import { signRawPayloadPreview, signTransactionPreview } from '#main/features/previews/signing-views.ts';
import { withEmptySignatures } from '#chains/solana/transaction.ts';
import { parseTransaction } from '#chains/solana/parse.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { keyOf, paidByTable, table, us } from '#test/chains/solana/lookups.ts';

const friend = keyOf(7).toBase58();
const reads = (claims: readonly string[] | undefined): PreviewContext =>
  ({
    listPrivateKeys: () => Promise.resolve([]),
    listAccounts: () =>
      Promise.resolve(
        [us.toBase58(), keyOf(6).toBase58()].map((address) => ({
          ...{ address, addressFormat: 'ADDRESS_FORMAT_SOLANA', curve: 'CURVE_ED25519', name: 'Treasury' },
        })),
      ),
    earlierRecipients: () => Promise.resolve([friend]),
    contacts: () =>
      Promise.resolve({
        addresses: [friend],
        nameOf: (address: string) => (address === friend ? 'Anna' : undefined),
        contactsOnly: true,
        fault: null,
      }),
    ...(claims === undefined
      ? {}
      : { brought: { claimedTables: [{ table: table.toBase58(), addresses: claims }] } }),
  }) as unknown as PreviewContext;
const signWith = us.toBase58();
const sign = (claims?: readonly string[]) =>
  signTransactionPreview(
    { signWith, unsignedTransaction: paidByTable(), type: 'TRANSACTION_TYPE_SOLANA' },
    reads(claims),
  );

describe('a table of the file that names somebody known', () => {
  it.each([
    ['a contact', friend],
    ['one of our accounts', keyOf(6).toBase58()],
    ['the signer', us.toBase58()],
  ])(
    'attack: %s in the place of a thief: no name, no calmer word, and the rule over contacts stands',
    async (_who, address) => {
      const [alone, lied] = [await sign(), await sign([address])];
      expect(lied.warnings).toEqual(alone.warnings);
      expect(lied.warnings.map(({ code }) => code)).toContain('CONTACTS_UNCHECKED');
      expect(lied.sentence).toEqual(alone.sentence);
      expect(lied.reading?.totals).toEqual(alone.reading?.totals);
      const said = lied.facts.filter(({ label }) => label.endsWith('as the request file says'));
      expect(said.map(({ value }) => value)).toEqual([address]);
      expect(JSON.stringify(said)).not.toMatch(/Anna|Treasury|paid before/);
    },
  );

  it('is shown for a transaction that is signed as plain bytes as well, as the file’s word', async () => {
    const message = toHex(fromHex(paidByTable()).subarray(parseTransaction(paidByTable()).messageRange[0]));
    expect(toHex(withEmptySignatures(fromHex(message)))).toBe(paidByTable());
    const preview = (claims?: readonly string[]) =>
      signRawPayloadPreview(
        {
          signWith,
          payload: message,
          encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
          hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
        },
        reads(claims),
      );
    const lied = await preview([friend]);
    expect(lied.warnings).toEqual((await preview()).warnings);
    const said = lied.facts.filter(({ label }) => label.endsWith('as the request file says'));
    expect(said.map(({ value }) => value)).toEqual([friend]);
    expect(JSON.stringify(said)).not.toMatch(/Anna|Treasury|paid before/);
  });
});
