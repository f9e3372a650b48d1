import { describe, expect, it } from 'vitest';
import { chainOf } from '#chains/chains.ts';
import { readSolana } from '#chains/solana/read-solana.ts';
import { withBlindSigning } from '#chains/model/warnings.ts';
import mainnet from '../vectors/solana/mainnet.json' with { type: 'json' };
import { SUBJECTS } from '../fuzz/subjects.ts';

describe('every fuzz target holds on each of its seeds', () => {
  it.each(SUBJECTS)('$name', ({ target, seeds }) => {
    const inputs = seeds();
    expect(inputs.length).toBeGreaterThan(0);
    for (const input of [new Uint8Array(), ...inputs]) target(input);
  });
});

describe('blind signing is always said in words', () => {
  it('attack: accounts of lookup tables make a transaction of the main network blind without a word', () => {
    const blind = mainnet
      .flatMap(({ transactions }) => transactions)
      .map((hex) => readSolana(hex))
      .filter((reading) => reading.blind);
    expect(blind.length).toBeGreaterThan(50);
    for (const { warnings } of blind)
      expect(warnings).toContainEqual(
        expect.objectContaining({ code: 'BLIND_SIGNING', severity: 'danger', title: 'Blind signing' }),
      );
  });

  it('also where a reader forgets it', () => {
    expect(withBlindSigning({ blind: true, warnings: [] })).toMatchObject([{ code: 'BLIND_SIGNING' }]);
    expect(withBlindSigning({ blind: false, warnings: [] })).toEqual([]);
    const hex = mainnet[0]?.transactions[0] ?? '';
    const { blind, warnings } = chainOf('TRANSACTION_TYPE_SOLANA').read(hex);
    expect(warnings.some(({ code }) => code === 'BLIND_SIGNING')).toBe(blind);
  });
});
