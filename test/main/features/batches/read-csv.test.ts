import { expect, test } from 'vitest';
import { valueOfCell } from '#main/features/batches/read-csv.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { nameProblem } from '#main/features/secret-import/secret-draft.ts';

const text = formFields(signTransaction.parameters).find(({ kind }) => kind === 'text');

test.each(['a\0b', '\u200b=1+1', '\ufeff@x', '\u2060-1', '\u00ad+1'])(
  'attack: a cell %j that a spreadsheet shows as another one',
  (cell) => {
    if (text === undefined) throw new Error('no text field');
    expect(valueOfCell(text, cell)).toHaveProperty('problem');
    expect(nameProblem(cell)).not.toBeNull();
  },
);

test('takes ordinary cells and names', () => {
  if (text === undefined) throw new Error('no text field');
  for (const cell of ['0x02', 'a=b', 'Ünï-1', '']) expect(valueOfCell(text, cell)).toEqual({ value: cell });
  expect(nameProblem('DATABASE_URL')).toBeNull();
  expect(nameProblem(' =1')).not.toBeNull();
});
