import 'tronweb';
import { describe, expect, it } from 'vitest';
import { CONTRACTS, OTHER_CONTRACTS } from '#chains/tron/schema.ts';

/** The protocol's classes, which tronweb puts among the globals. */
declare const TronWebProto: {
  readonly Transaction: {
    readonly Contract: { readonly ContractType: Readonly<Record<string, number>> };
  };
};

describe('the types of contracts', () => {
  it('have the names and numbers of tronweb', () => {
    const { ContractType } = TronWebProto.Transaction.Contract;
    const names = [
      ...Object.entries(CONTRACTS).map(([number, [name]]) => [name, Number(number)] as const),
      ...Object.entries(OTHER_CONTRACTS).map(([number, name]) => [name, Number(number)] as const),
    ];
    expect(names.map(([name]) => [name, ContractType[name.toUpperCase()]])).toEqual(names);
    expect(names.length).toBeGreaterThan(35);
  });
});
