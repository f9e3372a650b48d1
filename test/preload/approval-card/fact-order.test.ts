import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldFacts, inOrder } from '#preload/approval-card/fact-order.ts';
import { type Fact, factKind } from '#chains/model/decoded.ts';

const fact = (label: string, kind: Fact['kind'] = 'text'): Fact => ({ label, value: 'x', kind });
const labelled = (...labels: string[]): Fact[] => labels.map((label) => fact(label));
const labelsOf = (facts: readonly Fact[]): string[] => facts.map(({ label }) => label);

describe('the order of facts', () => {
  it('puts chain, contract, from, to and amount first, fees last, and keeps the rest', () => {
    const read = labelled('Application', 'From', 'Max fee', 'To', 'Spender', 'Amount', 'Contract', 'Chain');
    expect(labelsOf(inOrder(read))).toEqual([
      ...['Chain', 'Contract', 'From', 'To', 'Amount', 'Application', 'Spender', 'Max fee'],
    ]);
  });

  it('leaves recipients beside their amounts where there are several', () => {
    const read = labelled('From', 'To', 'Amount', 'To', 'Amount', 'Chain');
    expect(labelsOf(inOrder(read))).toEqual(['Chain', 'From', 'To', 'Amount', 'To', 'Amount']);
  });

  it('loses and adds none', () => {
    const some = fc.array(fc.constantFrom('Chain', 'To', 'Amount', 'Fee', 'Nonce', 'Contract', 'Else'));
    fc.assert(
      fc.property(some, (labels) => {
        expect(labelsOf(inOrder(labelled(...labels))).sort()).toEqual([...labels].sort());
      }),
    );
  });
});

describe('what is folded', () => {
  it('is nonce, type and call data', () => {
    const read = [fact('To', 'address'), fact('Nonce', 'number'), fact('Type'), fact('Data', 'data')];
    expect(labelsOf(foldFacts(read, true).folded)).toEqual(['Nonce', 'Type', 'Data']);
    expect(labelsOf(foldFacts(read, false).folded)).toEqual(['Nonce', 'Type']);
  });

  it('is no address and no amount, whatever a contract’s interface calls them', () => {
    const any = fc.record({
      label: fc.constantFrom('Nonce', 'Type', 'Data', 'Salt', 'Access list', 'Spender'),
      kind: fc.constantFrom(...factKind.options),
      value: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(any), fc.boolean(), (read, inTransaction) => {
        const { shown, folded } = foldFacts(read, inTransaction);
        expect(folded.filter(({ kind }) => kind === 'address' || kind === 'amount')).toEqual([]);
        expect([...shown, ...folded]).toHaveLength(read.length);
        // A second fact of the same name may be the attacker's: both are shown.
        expect(new Set(labelsOf(folded)).size).toBe(folded.length);
      }),
    );
  });
});
