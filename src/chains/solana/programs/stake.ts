import { instruction, type Program } from './layout.ts';

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
