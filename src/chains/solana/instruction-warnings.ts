import type { Warning } from '../model/decoded.ts';
import { findSolanaToken } from './tokens.ts';
import { gainWarnings } from './gain-warnings.ts';
import type { InstructionReading } from './read-instruction.ts';
import type { Scene } from './scene.ts';
import { blindSigning, warn } from '../model/warnings.ts';

/** Instructions that take something away for good, or are odd in themselves; who gains is told by `gainWarnings`. */
const BY_ID: Readonly<Record<string, (reading: InstructionReading) => Warning[]>> = {
  'token.burn': () => [burns()],
  'token.burnChecked': () => [burns()],
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

function toItself(reading: InstructionReading, from: string, to: string): Warning[] {
  const address = reading.address(from);
  return address !== undefined && address === reading.address(to)
    ? [warn('SELF_TRANSFER', 'notice', 'Sent to itself', 'Sender and recipient are the same account.')]
    : [];
}

/** What is odd or grave about an instruction that was read. */
export function warningsOf(reading: InstructionReading, scene: Scene): Warning[] {
  const mint = reading.address('mint');
  const token = mint === undefined ? undefined : findSolanaToken(mint);
  const { decimals } = reading.tokenAmount();
  return [
    ...(BY_ID[reading.id]?.(reading) ?? []),
    ...gainWarnings(reading, scene),
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
          blindSigning('An account of a lookup table is not in the transaction, so who gains is not shown.'),
        ]
      : []),
  ];
}
