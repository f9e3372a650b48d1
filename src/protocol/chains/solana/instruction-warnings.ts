import type { Warning } from '../reading.ts';
import { findSolanaToken } from './tokens.ts';
import type { InstructionReading } from './read-instruction.ts';
import { warn } from '../warnings.ts';

const MAX_U64 = 2n ** 64n - 1n;

const givesControl = (what: string): Warning =>
  warn(
    'CONTROL_CHANGED',
    'danger',
    'Somebody else gets control',
    `${what} This cannot be taken back without the new controller.`,
  );

/** Instructions that hand over control, or take something away for good. */
const BY_ID: Readonly<Record<string, (reading: InstructionReading) => Warning[]>> = {
  'system.assign': () => [givesControl('The account belongs to a program from then on.')],
  'system.assignWithSeed': () => [givesControl('The account belongs to a program from then on.')],
  'system.authorizeNonce': () => [givesControl('Another key controls the nonce account from then on.')],
  'token.setAuthority': () => [
    givesControl('An authority over a token or a token account goes to another key, or to nobody.'),
  ],
  'stake.authorize': () => [givesControl('Another key stakes or withdraws from then on.')],
  'stake.authorizeWithSeed': () => [givesControl('Another key stakes or withdraws from then on.')],
  'stake.authorizeChecked': () => [givesControl('Another key stakes or withdraws from then on.')],
  'token.initializePermanentDelegate': () => [
    givesControl('The delegate can move and burn this token in every account, for ever.'),
  ],
  'token.approve': approval,
  'token.approveChecked': approval,
  'token.burn': () => [burns()],
  'token.burnChecked': () => [burns()],
  'token.closeAccount': () => [
    warn(
      'ACCOUNT_CLOSED',
      'caution',
      'A token account is closed',
      'Its SOL goes to the address that is named as destination.',
    ),
  ],
  'system.transfer': (reading) => toItself(reading, 'from', 'to'),
  'token.transferChecked': (reading) => toItself(reading, 'source', 'destination'),
  'token.transfer': (reading) => [
    ...toItself(reading, 'source', 'destination'),
    warn(
      'TOKEN_NOT_NAMED',
      'caution',
      'The token is not named',
      'This kind of transfer does not say which token it moves, nor its decimals. Only the source account tells.',
    ),
  ],
};

const burns = (): Warning => warn('BURNS', 'caution', 'Tokens are destroyed', 'What is burned is gone.');

function approval(reading: InstructionReading): Warning[] {
  return reading.integer('amount') === MAX_U64
    ? [
        warn(
          'UNLIMITED_APPROVAL',
          'danger',
          'Unlimited allowance',
          'The delegate may take every token of this account, now and later.',
        ),
      ]
    : [
        warn(
          'APPROVAL',
          'caution',
          'An allowance',
          'The delegate may take this much whenever it wants, until it is revoked.',
        ),
      ];
}

function toItself(reading: InstructionReading, from: string, to: string): Warning[] {
  const address = reading.address(from);
  return address !== undefined && address === reading.address(to)
    ? [warn('SELF_TRANSFER', 'notice', 'Sent to itself', 'Sender and recipient are the same account.')]
    : [];
}

/** What is odd or grave about an instruction that was read. */
export function warningsOf(reading: InstructionReading): Warning[] {
  const mint = reading.address('mint');
  const token = mint === undefined ? undefined : findSolanaToken(mint);
  const { decimals } = reading.tokenAmount();
  return [
    ...(BY_ID[reading.id]?.(reading) ?? []),
    ...(mint !== undefined && token === undefined && decimals !== undefined
      ? [
          warn(
            'TOKEN_UNKNOWN',
            'notice',
            'Unknown token',
            'The token is not in the local list; it is shown by the address of its mint.',
          ),
        ]
      : []),
    ...(token !== undefined && decimals !== undefined && token.decimals !== decimals
      ? [
          warn(
            'DECIMALS_DIFFER',
            'danger',
            'Decimals do not fit the token',
            `The transaction says ${decimals} decimals, and ${token.symbol} has ${token.decimals}.`,
          ),
        ]
      : []),
    ...(reading.hasLookedUp
      ? [
          warn(
            'ACCOUNT_NOT_SHOWN',
            'danger',
            'An account cannot be shown',
            `“${reading.title}” acts on an account of a lookup table, which this transaction does not name.`,
          ),
        ]
      : []),
  ];
}
