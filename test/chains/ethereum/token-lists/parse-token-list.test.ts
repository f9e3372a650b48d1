import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import { broughtTokens } from '#chains/ethereum/token-lists/brought-tokens.ts';
import { isTokenListName, parseTokenList } from '#chains/ethereum/token-lists/parse-token-list.ts';
import { AppError } from '#protocol/error.ts';
import { OTHER, STRANGE, encode, unsigned } from '../unsigned.ts';

const TOKEN = { chainId: 1, address: STRANGE, symbol: 'VLT', name: 'Vault share', decimals: 6 };
const list = (parts: object = {}) => ({
  name: 'Treasury tokens',
  timestamp: '2026-10-01T09:00:00.000+00:00',
  version: { major: 1, minor: 0, patch: 2 },
  tokens: [TOKEN],
  ...parts,
});
const parse = (content: object, file = 'a.tokenlist.json') => parseTokenList(file, JSON.stringify(content));
const TRANSFER = encode('transfer(address,uint256)', OTHER, 1_500_000n);
const reading = (...lists: object[]) =>
  readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned({ to: STRANGE, data: TRANSFER }), {
    interfaces: {
      findCall: () => undefined,
      findToken: broughtTokens(lists.map((each, index) => parse(each, `${index}.tokenlist.json`))),
    },
  });
const noteOf = (read: ReturnType<typeof reading>, label: string) =>
  read.facts.concat(read.actions.flatMap(({ facts }) => facts)).find((fact) => fact.label === label)?.note;

describe('a token list', () => {
  it('is told by the end of its file’s name', () => {
    expect(['uniswap.tokenlist.json', 'tokenlist.json', 'Big.TokenList.JSON'].map(isTokenListName)).toEqual([
      ...[true, true, true],
    ]);
    expect(['vault.json', 'tokenlist.json.bak'].map(isTokenListName)).toEqual([false, false]);
  });

  it('is read with its day, whatever else it says of its tokens', () => {
    const logo = { logoURI: 'ipfs://x', tags: ['stable'], extensions: { bridge: {} } };
    expect(parse(list({ keywords: ['a'], tags: {}, tokens: [{ ...TOKEN, ...logo }] }))).toMatchObject({
      ...{ file: 'a.tokenlist.json', name: 'Treasury tokens', date: '2026-10-01', leftOut: 0 },
      tokens: [{ chainId: 1n, address: STRANGE, symbol: 'VLT', name: 'Vault share', decimals: 6 }],
    });
  });

  it.each([
    ['no object', []],
    ['no name', list({ name: ' ' })],
    ['a name that turns its direction', list({ name: 'a\u202eb' })],
    ['no day', list({ timestamp: 'yesterday' })],
    ['no version', list({ version: undefined })],
    ['no tokens', list({ tokens: [] })],
    ['too many tokens', list({ tokens: Array.from({ length: 10_001 }, () => TOKEN) })],
  ])('is refused whole with %s', (_what, content) => {
    expect(() => parse(content)).toThrow(expect.objectContaining({ code: 'TOKEN_LIST_INVALID' }));
  });

  it.each([
    ['an address with a wrong checksum', { address: STRANGE.replace('EEB', 'eEB') }],
    ['an address of another kind of chain', { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }],
    ['letters that look like others', { symbol: 'USDС' }],
    ['a symbol of two words', { symbol: 'A B' }],
    ['an invisible name', { name: 'Va\u200bult' }],
    ['more decimals than any token has', { decimals: 255 }],
    ['decimals that are no number', { decimals: '6' }],
    ['no chain', { chainId: 0 }],
  ])('leaves out and counts a token with %s', (_what, parts) => {
    const { tokens, leftOut } = parse(
      list({
        tokens: [
          { ...TOKEN, ...parts },
          { ...TOKEN, chainId: 10 },
        ],
      }),
    );
    expect([tokens.length, leftOut]).toEqual([1, 1]);
  });

  it('of anything at all is read, or refused with a typed error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          parseTokenList('x.tokenlist.json', text);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});

describe('a token that only a list of the operator’s has', () => {
  it('is named beside its address with the list and its day, and stays unknown', () => {
    const without = reading();
    const read = reading(list());
    expect(noteOf(read, 'Asset')).toBe(
      'not in the local list of tokens; called “Vault share”, “VLT”, 6 decimals, by your token list “Treasury tokens” of 2026-10-01',
    );
    expect(noteOf(read, 'Amount')).toBe('1.50 “VLT” by your token list “Treasury tokens” of 2026-10-01');
    // The sentence, the amounts and each warning are as they were.
    expect(read.sentence).toEqual(without.sentence);
    expect(read.warnings.map(({ code, severity }) => [code, severity])).toEqual(
      without.warnings.map(({ code, severity }) => [code, severity]),
    );
    expect(read.blind).toBe(without.blind);
    expect(read.totals).toEqual(without.totals);
  });

  it('attack: has the symbol of a known token, or of the chain’s coin', () => {
    for (const symbol of ['USDC', 'usdt', 'ETH']) {
      expect(noteOf(reading(list({ tokens: [{ ...TOKEN, symbol }] })), 'Asset')).toContain(
        `but it isn’t the known ${symbol.toUpperCase()}`,
      );
    }
  });

  it('attack: is called nearly like a known token, or by its name', () => {
    for (const parts of [
      { symbol: '$USDC' },
      { symbol: 'USD-C)' },
      { symbol: 'U5DC' },
      { symbol: 'X', name: 'usd coin' },
      { symbol: 'X', name: 'USDC' },
    ])
      expect(noteOf(reading(list({ tokens: [{ ...TOKEN, ...parts }] })), 'Asset')).toMatch(
        /”.*“.*” of 2026-10-01, but it isn’t the known USDC$/,
      );
  });

  it('attack: a name says what the console says of its own tokens', () => {
    const name = 'USDC, 6 decimals, from the local list of 2026-11-22';
    const read = reading(list({ tokens: [{ ...TOKEN, symbol: '000,000', name }] }));
    expect(noteOf(read, 'Asset')).toContain(`; called “${name}”, “000,000”, 6 decimals, by your token list`);
    // The digits of a symbol belong to no amount.
    expect(noteOf(read, 'Amount')).toMatch(/^1\.50 “000,000” by your token list/);
    // What would end the quotes is in none.
    const ended = parse(
      list({ tokens: [TOKEN, { ...TOKEN, symbol: 'A",' }, { ...TOKEN, name: 'A", known "' }] }),
    );
    expect([ended.tokens.length, ended.leftOut]).toEqual([1, 2]);
    for (const listName of ['A” of 2026-11-22, the local list', 'A", known', 'Тreasury tokens'])
      expect(() => parse(list({ name: listName }))).toThrow(
        expect.objectContaining({ code: 'TOKEN_LIST_INVALID' }),
      );
  });

  it('attack: a day beyond the calendar’s four digits', () => {
    for (const timestamp of ['9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00+14:00'])
      expect(() => parse(list({ timestamp }))).toThrow(
        expect.objectContaining({ code: 'TOKEN_LIST_INVALID' }),
      );
  });

  it('attack: lists, however long, are put together once, and not for each preview', () => {
    let read = 0;
    const given = parse(list());
    const lists = [
      {
        ...given,
        get tokens() {
          read += 1;
          return given.tokens;
        },
      },
    ];
    for (let preview = 0; preview < 3; preview += 1) broughtTokens(lists)(1n, STRANGE);
    expect(read).toBe(1);
  });

  it('attack: a known token’s address in a list changes nothing', () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const token = { ...TOKEN, address: usdc, symbol: 'EVIL', decimals: 18 };
    const data = { to: usdc, data: TRANSFER } as const;
    const findToken = broughtTokens([parse(list({ tokens: [token] }))]);
    const interfaces = { findCall: () => undefined, findToken };
    const read = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(data), { interfaces });
    expect(read).toEqual(readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(data), {}));
  });

  it('has no name where two lists don’t agree', () => {
    const other = list({ name: 'Other', tokens: [{ ...TOKEN, decimals: 18 }] });
    expect(noteOf(reading(list(), other), 'Asset')).toBe('not in the local list of tokens');
    const third = list({ name: 'Third' });
    expect(noteOf(reading(list(), other, third), 'Asset')).toBe('not in the local list of tokens');
    expect(noteOf(reading(list(), third), 'Asset')).toContain('“Treasury tokens”');
  });
});
