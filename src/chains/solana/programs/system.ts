import { instruction, type Program } from './layout.ts';

/** The system program (solana-program, `system_instruction`): a tag of four bytes, then bincode. */
export const systemProgram: Program = {
  name: 'System program',
  addresses: ['11111111111111111111111111111111'],
  instructions: {
    '00000000': instruction(
      'system.createAccount',
      'Create an account',
      ['from', 'newAccount'],
      [
        ['lamports', 'u64'],
        ['space', 'u64'],
        ['owner', 'pubkey'],
      ],
    ),
    '01000000': instruction(
      'system.assign',
      'Give an account to a program',
      ['account'],
      [['owner', 'pubkey']],
    ),
    '02000000': instruction('system.transfer', 'Transfer', ['from', 'to'], [['lamports', 'u64']]),
    '03000000': instruction(
      'system.createAccountWithSeed',
      'Create an account with a seed',
      ['from', 'newAccount'],
      [
        ['base', 'pubkey'],
        ['seed', 'string'],
        ['lamports', 'u64'],
        ['space', 'u64'],
        ['owner', 'pubkey'],
      ],
    ),
    '04000000': instruction('system.advanceNonce', 'Advance the nonce', [
      'nonceAccount',
      'recentBlockhashes',
      'authority',
    ]),
    '05000000': instruction(
      'system.withdrawNonce',
      'Withdraw from a nonce account',
      ['nonceAccount', 'to', 'recentBlockhashes', 'rent', 'authority'],
      [['lamports', 'u64']],
    ),
    '06000000': instruction(
      'system.initializeNonce',
      'Initialise a nonce account',
      ['nonceAccount', 'recentBlockhashes', 'rent'],
      [['authority', 'pubkey']],
    ),
    '07000000': instruction(
      'system.authorizeNonce',
      'Change who controls a nonce account',
      ['nonceAccount', 'authority'],
      [['newAuthority', 'pubkey']],
    ),
    '08000000': instruction('system.allocate', 'Allocate space', ['account'], [['space', 'u64']]),
    '09000000': instruction(
      'system.allocateWithSeed',
      'Allocate space with a seed',
      ['account', 'baseAccount'],
      [
        ['base', 'pubkey'],
        ['seed', 'string'],
        ['space', 'u64'],
        ['owner', 'pubkey'],
      ],
    ),
    '0a000000': instruction(
      'system.assignWithSeed',
      'Give an account with a seed to a program',
      ['account', 'baseAccount'],
      [
        ['base', 'pubkey'],
        ['seed', 'string'],
        ['owner', 'pubkey'],
      ],
    ),
    '0b000000': instruction(
      'system.transferWithSeed',
      'Transfer from an account with a seed',
      ['from', 'baseAccount', 'to'],
      [
        ['lamports', 'u64'],
        ['seed', 'string'],
        ['owner', 'pubkey'],
      ],
    ),
    '0c000000': instruction('system.upgradeNonce', 'Upgrade a nonce account', ['nonceAccount']),
  },
};
