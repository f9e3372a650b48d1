import { instruction, type Program } from './layout.ts';

/** The compute budget program: a tag of one byte, then Borsh. */
export const computeBudgetProgram: Program = {
  name: 'Compute budget program',
  addresses: ['ComputeBudget111111111111111111111111111111'],
  instructions: {
    '01': instruction('computeBudget.requestHeap', 'Ask for a larger heap', [], [['bytes', 'u32']]),
    '02': instruction('computeBudget.setUnitLimit', 'Set the compute unit limit', [], [['units', 'u32']]),
    '03': instruction(
      'computeBudget.setUnitPrice',
      'Set the compute unit price',
      [],
      [['microLamports', 'u64']],
    ),
    '04': instruction(
      'computeBudget.setLoadedAccountsLimit',
      'Set the limit of loaded account data',
      [],
      [['bytes', 'u32']],
    ),
  },
};
