import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  TEMPLATE,
  likelyColumns,
  rememberedColumns,
  withColumns,
} from '#main/features/payment-files/payment-columns.ts';

const columns = { to: 'beneficiary', amount: 'sum', asset: null, reference: 'invoice' };

describe('the columns of payment files', () => {
  it('are known by their usual names, in any case', () => {
    expect(likelyColumns(['Beneficiary', 'Amount', 'CCY', 'Invoice'])).toEqual({
      ...{ to: 'Beneficiary', amount: 'Amount', asset: 'CCY', reference: 'Invoice' },
    });
    expect(likelyColumns(['whom', 'how much'])).toEqual({
      ...{ to: null, amount: null, asset: null, reference: null },
    });
    expect(likelyColumns(TEMPLATE.trim().split(','))).toEqual({
      ...{ to: 'to', amount: 'amount', asset: 'asset', reference: 'reference' },
    });
  });

  it('are remembered for files with these very titles', () => {
    const titles = ['beneficiary', 'sum', 'invoice'];
    const setting = withColumns(undefined, titles, columns);
    expect(rememberedColumns(setting, titles)).toEqual(columns);
    expect(rememberedColumns(setting, ['sum', 'beneficiary', 'invoice'])).toBeUndefined();
    const changed = withColumns(setting, titles, { ...columns, reference: null });
    expect(rememberedColumns(changed, titles)?.reference).toBeNull();
  });

  it('forget the kind of file that was used longest ago', () => {
    let setting: string | undefined;
    for (let index = 0; index < 25; index += 1) setting = withColumns(setting, [String(index)], columns);
    expect(rememberedColumns(setting, ['4'])).toBeUndefined();
    expect(rememberedColumns(setting, ['5'])).toEqual(columns);
  });

  it('attack: whatever somebody wrote into the setting is no columns, and no error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (setting) => {
        expect(rememberedColumns(setting, ['to'])).toBeUndefined();
      }),
    );
  });
});
