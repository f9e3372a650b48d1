import { type Program, instruction } from './layout.ts';

/** The stake program (solana-stake-interface, `StakeInstruction`): a tag of four bytes, then bincode. */
export const stakeProgram: Program = {
  name: 'Stake program',
  addresses: ['Stake11111111111111111111111111111111111111'],
  instructions: {
    '00000000': instruction(
      'stake.initialize',
      'Initialise a stake account',
      ['stake', 'rent'],
      [
        ['staker', 'pubkey'],
        ['withdrawer', 'pubkey'],
        ['lockupTime', 'i64'],
        ['lockupEpoch', 'u64'],
        ['custodian', 'pubkey'],
      ],
    ),
    '01000000': instruction(
      'stake.authorize',
      'Change who controls a stake',
      ['stake', 'clock', 'authority'],
      [
        ['newAuthority', 'pubkey'],
        ['role', 'u32'],
      ],
    ),
    '02000000': instruction('stake.delegate', 'Delegate a stake', [
      'stake',
      'voteAccount',
      'clock',
      'stakeHistory',
      'stakeConfig',
      'authority',
    ]),
    '03000000': instruction(
      'stake.split',
      'Split a stake',
      ['stake', 'newStake', 'authority'],
      [['lamports', 'u64']],
    ),
    '04000000': instruction(
      'stake.withdraw',
      'Withdraw from a stake',
      ['stake', 'to', 'clock', 'stakeHistory', 'authority'],
      [['lamports', 'u64']],
    ),
    '05000000': instruction('stake.deactivate', 'Deactivate a stake', ['stake', 'clock', 'authority']),
    '06000000': instruction(
      'stake.setLockup',
      'Change the lockup of a stake',
      ['stake', 'authority'],
      [
        ['lockupTime', 'option<i64>'],
        ['lockupEpoch', 'option<u64>'],
        ['custodian', 'option<pubkey>'],
      ],
    ),
    '07000000': instruction('stake.merge', 'Merge stakes', [
      'stake',
      'mergedStake',
      'clock',
      'stakeHistory',
      'authority',
    ]),
    '08000000': instruction(
      'stake.authorizeWithSeed',
      'Change who controls a stake',
      ['stake', 'authorityBase', 'clock'],
      [
        ['newAuthority', 'pubkey'],
        ['role', 'u32'],
        ['seed', 'string'],
        ['owner', 'pubkey'],
      ],
    ),
    '09000000': instruction('stake.initializeChecked', 'Initialise a stake account', [
      'stake',
      'rent',
      'staker',
      'withdrawer',
    ]),
    '0a000000': instruction(
      'stake.authorizeChecked',
      'Change who controls a stake',
      ['stake', 'clock', 'authority', 'newAuthority'],
      [['role', 'u32']],
    ),
    '0e000000': instruction('stake.deactivateDelinquent', 'Deactivate a delinquent stake', [
      'stake',
      'voteAccount',
      'referenceVoteAccount',
    ]),
    '10000000': instruction(
      'stake.move',
      'Move stake',
      ['stake', 'destination', 'authority'],
      [['lamports', 'u64']],
    ),
    '11000000': instruction(
      'stake.moveLamports',
      'Move lamports of a stake',
      ['stake', 'destination', 'authority'],
      [['lamports', 'u64']],
    ),
  },
};

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
