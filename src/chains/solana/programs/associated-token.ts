import { instruction, type Program } from './layout.ts';

const accounts = ['payer', 'account', 'owner', 'mint', 'systemProgram', 'tokenProgram'];

/** The associated token account program; the first form of its `Create` has no data. */
export const associatedTokenProgram: Program = {
  name: 'Associated token account program',
  addresses: ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'],
  instructions: {
    '': instruction('associatedToken.create', 'Create a token account', accounts),
    '00': instruction('associatedToken.create', 'Create a token account', accounts),
    '01': instruction(
      'associatedToken.createIdempotent',
      'Create a token account, unless it is there',
      accounts,
    ),
    '02': instruction('associatedToken.recoverNested', 'Recover tokens of a nested account', [
      'nestedAccount',
      'nestedMint',
      'destination',
      'ownerAccount',
      'ownerMint',
      'owner',
      'tokenProgram',
    ]),
  },
};
