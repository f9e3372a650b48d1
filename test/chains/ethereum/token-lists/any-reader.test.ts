import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import { broughtTokens } from '#chains/ethereum/token-lists/brought-tokens.ts';
import { parseTokenList } from '#chains/ethereum/token-lists/parse-token-list.ts';
import { readTypedData } from '#chains/ethereum/typed-data/read-typed-data.ts';
import type { DecodedTransaction } from '#chains/model/decoded.ts';
import { MAX, permit, permitSingle } from '../typed-data/samples.ts';
import { OTHER, SIGNER, STRANGE, encode, unsigned } from '../unsigned.ts';

const interfacesOf = (decimals: number) => ({
  findCall: () => undefined,
  describe: () => undefined,
  findToken: broughtTokens([
    parseTokenList(
      'a.tokenlist.json',
      JSON.stringify({
        ...{ name: 'Ours', timestamp: '2026-10-01T00:00:00Z', version: { major: 1, minor: 0, patch: 0 } },
        tokens: [{ chainId: 1, address: STRANGE, symbol: 'USDC', name: 'USD Coin', decimals }],
      }),
    ),
  ]),
});
type Interfaces = ReturnType<typeof interfacesOf>;

const call = (signature: string, ...args: readonly unknown[]) => {
  const transaction = unsigned({ to: STRANGE, data: encode(signature, ...args) });
  return (interfaces?: Interfaces) =>
    readTransaction('TRANSACTION_TYPE_ETHEREUM', transaction, interfaces === undefined ? {} : { interfaces });
};
const typed = (data: object) => (interfaces?: Interfaces) =>
  readTypedData(JSON.stringify(data), { address: SIGNER }, interfaces === undefined ? {} : { interfaces });

/** What decides, without the words of notes and warnings. */
const decisive = ({ sentence, warnings, totals, blind, facts }: DecodedTransaction) => ({
  ...{ sentence, totals, blind },
  facts: facts.map(({ label, value, kind }) => [label, value, kind]),
  warnings: warnings.map(({ code, severity, title }) => [code, severity, title]),
});

describe('a token that only a list has', () => {
  it.each([
    ['a transfer', call('transfer(address,uint256)', OTHER, 1n)],
    ['an allowance', call('approve(address,uint256)', OTHER, 10n ** 24n)],
    ['an allowance without limit', call('approve(address,uint256)', OTHER, 2n ** 256n - 1n)],
    ['a further allowance', call('increaseAllowance(address,uint256)', OTHER, 10n ** 30n)],
    ['a transfer out of an allowance', call('transferFrom(address,address,uint256)', OTHER, SIGNER, 5n)],
    ['a permit', typed(permit({ value: MAX }, { verifyingContract: STRANGE }))],
    ['a permit of little', typed(permit({ value: '1' }, { verifyingContract: STRANGE }))],
    ['a permit of Permit2', typed(permitSingle({ token: STRANGE }))],
  ])('attack: %s is judged as if no list had it, whatever its decimals', (_what, read) => {
    const without = decisive(read());
    for (const decimals of [0, 18, 36]) expect(decisive(read(interfacesOf(decimals)))).toEqual(without);
    // It is read at all: the list says something of it.
    expect(JSON.stringify(read(interfacesOf(6)), plainly)).toContain('“Ours” of 2026-10-01, but it isn’t');
  });
});

const plainly = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);
