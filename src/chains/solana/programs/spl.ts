import { type InstructionLayout, type Program, instruction } from './layout.ts';

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

/** Both versions of the memo program: the data is the text. */
export const memoProgram: Program = {
  name: 'Memo program',
  addresses: ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'],
  instructions: { '': instruction('memo.write', 'Memo', [], [['text', 'text']]) },
};

/** What both token programs know: a tag of one byte, then packed fields (spl-token, `TokenInstruction::unpack`). */
const shared: Readonly<Record<string, InstructionLayout>> = {
  '00': instruction(
    'token.initializeMint',
    'Initialise a token',
    ['mint', 'rent'],
    [
      ['decimals', 'u8'],
      ['mintAuthority', 'pubkey'],
      ['freezeAuthority', 'option<pubkey>'],
    ],
  ),
  '01': instruction('token.initializeAccount', 'Initialise a token account', [
    'account',
    'mint',
    'owner',
    'rent',
  ]),
  '02': instruction(
    'token.initializeMultisig',
    'Initialise a multisignature',
    ['multisig', 'rent'],
    [['required', 'u8']],
  ),
  '03': instruction(
    'token.transfer',
    'Token transfer',
    ['source', 'destination', 'authority'],
    [['amount', 'u64']],
  ),
  '04': instruction(
    'token.approve',
    'Allow a delegate to spend',
    ['source', 'delegate', 'authority'],
    [['amount', 'u64']],
  ),
  '05': instruction('token.revoke', 'Revoke the delegate', ['source', 'authority']),
  '06': instruction(
    'token.setAuthority',
    'Change an authority',
    ['account', 'authority'],
    [
      ['authorityType', 'u8'],
      ['newAuthority', 'option<pubkey>'],
    ],
  ),
  '07': instruction('token.mintTo', 'Mint tokens', ['mint', 'destination', 'authority'], [['amount', 'u64']]),
  '08': instruction('token.burn', 'Burn tokens', ['account', 'mint', 'authority'], [['amount', 'u64']]),
  '09': instruction('token.closeAccount', 'Close a token account', ['account', 'destination', 'authority']),
  '0a': instruction('token.freezeAccount', 'Freeze a token account', ['account', 'mint', 'authority']),
  '0b': instruction('token.thawAccount', 'Thaw a token account', ['account', 'mint', 'authority']),
  '0c': instruction(
    'token.transferChecked',
    'Token transfer',
    ['source', 'mint', 'destination', 'authority'],
    [
      ['amount', 'u64'],
      ['decimals', 'u8'],
    ],
  ),
  '0d': instruction(
    'token.approveChecked',
    'Allow a delegate to spend',
    ['source', 'mint', 'delegate', 'authority'],
    [
      ['amount', 'u64'],
      ['decimals', 'u8'],
    ],
  ),
  '0e': instruction(
    'token.mintToChecked',
    'Mint tokens',
    ['mint', 'destination', 'authority'],
    [
      ['amount', 'u64'],
      ['decimals', 'u8'],
    ],
  ),
  '0f': instruction(
    'token.burnChecked',
    'Burn tokens',
    ['account', 'mint', 'authority'],
    [
      ['amount', 'u64'],
      ['decimals', 'u8'],
    ],
  ),
  '10': instruction(
    'token.initializeAccount2',
    'Initialise a token account',
    ['account', 'mint', 'rent'],
    [['owner', 'pubkey']],
  ),
  '11': instruction('token.syncNative', 'Count wrapped SOL anew', ['account']),
  '12': instruction(
    'token.initializeAccount3',
    'Initialise a token account',
    ['account', 'mint'],
    [['owner', 'pubkey']],
  ),
  '13': instruction(
    'token.initializeMultisig2',
    'Initialise a multisignature',
    ['multisig'],
    [['required', 'u8']],
  ),
  '14': instruction(
    'token.initializeMint2',
    'Initialise a token',
    ['mint'],
    [
      ['decimals', 'u8'],
      ['mintAuthority', 'pubkey'],
      ['freezeAuthority', 'option<pubkey>'],
    ],
  ),
  '16': instruction('token.initializeImmutableOwner', 'Fix the owner of a token account', ['account']),
};

export const tokenProgram: Program = {
  name: 'Token program',
  addresses: ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  instructions: shared,
};

/** Token-2022 adds extensions; those whose second byte tells them apart have both bytes here. */
export const token2022Program: Program = {
  name: 'Token-2022 program',
  addresses: ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'],
  instructions: {
    ...shared,
    '19': instruction(
      'token.initializeMintCloseAuthority',
      'Set who may close a token',
      ['mint'],
      [['closeAuthority', 'option<pubkey>']],
    ),
    '1a00': instruction(
      'token.initializeTransferFee',
      'Set the transfer fee of a token',
      ['mint'],
      [
        ['configAuthority', 'option<pubkey>'],
        ['withdrawAuthority', 'option<pubkey>'],
        ['basisPoints', 'u16'],
        ['maximumFee', 'u64'],
      ],
    ),
    '1a01': instruction(
      'token.transferCheckedWithFee',
      'Token transfer with a fee',
      ['source', 'mint', 'destination', 'authority'],
      [
        ['amount', 'u64'],
        ['decimals', 'u8'],
        ['fee', 'u64'],
      ],
    ),
    '1a05': instruction(
      'token.setTransferFee',
      'Change the transfer fee of a token',
      ['mint', 'authority'],
      [
        ['basisPoints', 'u16'],
        ['maximumFee', 'u64'],
      ],
    ),
    '1e00': instruction('token.enableMemoTransfers', 'Ask for a memo on transfers', ['account', 'authority']),
    '1e01': instruction('token.disableMemoTransfers', 'Ask for no memo on transfers', [
      'account',
      'authority',
    ]),
    '20': instruction('token.initializeNonTransferable', 'Make a token that cannot be transferred', ['mint']),
    '2200': instruction('token.enableCpiGuard', 'Guard against calls of programs', ['account', 'authority']),
    '2201': instruction('token.disableCpiGuard', 'No longer guard against calls of programs', [
      'account',
      'authority',
    ]),
    '23': instruction(
      'token.initializePermanentDelegate',
      'Set a permanent delegate of a token',
      ['mint'],
      [['delegate', 'pubkey']],
    ),
  },
};
