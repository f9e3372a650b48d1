import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRANSACTION_TYPES, type TransactionType } from '#protocol/catalogue/signing.ts';
import { CHAINS, chainOf, chainOfReading, type Chain } from '#chains/chains.ts';
import type { ChainModule } from '#chains/model/chain.ts';
import { decodedTransaction } from '#chains/model/decoded.ts';

const root = join(import.meta.dirname, '../..');

describe('the registry of chains', () => {
  it('has the chain of every transaction type, and each once', () => {
    expect(TRANSACTION_TYPES.map((type) => chainOf(type).type)).toEqual(TRANSACTION_TYPES);
    expect(CHAINS.map(({ type }) => type).sort()).toEqual([...TRANSACTION_TYPES].sort());
  });

  it('finds the chain of every reading', () => {
    const ids = decodedTransaction.shape.chain.options;
    expect(ids.map((chain) => chainOfReading({ chain }).type).sort()).toEqual([...TRANSACTION_TYPES].sort());
  });

  it('does not compile without a chain', () => {
    const { TRANSACTION_TYPE_TEMPO: left, ...rest } = Object.fromEntries(
      TRANSACTION_TYPES.map((type) => [type, chainOf(type)]),
    ) as Record<TransactionType, Chain>;
    // @ts-expect-error a chain is left out
    const registry: Readonly<Record<TransactionType, Chain>> = rest;
    expect(Object.values(registry)).not.toContain(left);
  });

  it('does not compile with a chain that has no answer to one of its questions', () => {
    const { payloadForms, ...rest } = chainOf('TRANSACTION_TYPE_TRON');
    // @ts-expect-error the forms are left out
    const module: ChainModule = rest;
    expect(module.payloadForms).not.toBe(payloadForms);
  });

  it('is the only list of chains beside tables that need a row for each', () => {
    const named = (text: string) => new Set(text.match(/\bTRANSACTION_TYPE_[A-Z]+/g));
    const lists = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => named(readFileSync(join(root, 'src', file), 'utf8')).size > 1)
      .map((file) => file.split(sep).join('/'));
    expect(lists.sort()).toEqual(
      [
        'chains/chains.ts',
        'chains/known-values.ts',
        'chains/node-values.ts',
        'chains/pasted-address.ts',
        'chains/policy-values.ts',
        'chains/transaction-input.ts',
        'main/governance/policies/sample-transactions.ts',
        'protocol/catalogue/signing.ts',
        'renderer/src/features/operations/form/policy-values.ts',
        'renderer/src/features/signers/chains.ts',
        'service/chains/signers.ts',
      ].sort(),
    );
    for (const file of lists.filter((each) => each !== 'protocol/catalogue/signing.ts')) {
      const text = readFileSync(join(root, 'src', file), 'utf8');
      // The type that makes a forgotten row an error.
      expect(text).toMatch(
        /: (?:Readonly<Record<TransactionType, |\{ readonly \[Type in TransactionType\]: )/,
      );
    }
  });
});
