import type { KeyToSign } from '../model/chain.ts';
import type { Warning } from '../model/decoded.ts';
import { blindSigning, warn } from '../model/warnings.ts';
import { findSolanaToken, formatSol } from './tokens.ts';
import { nonceOf } from './envelope-facts.ts';
import type { Cost } from './totals.ts';
import { gainWarnings } from './gain-warnings.ts';
import type { InstructionReading, ReadInstruction } from './read-instruction.ts';
import type { Scene } from './scene.ts';
import { type SolanaTransaction, isEmptySlot } from './transaction.ts';

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

/** What is odd about a transaction as a whole: who signs and pays, how long it holds, what it does not name. */
export function envelopeWarnings(
  tx: SolanaTransaction,
  instructions: readonly ReadInstruction[],
  signer: KeyToSign | undefined,
  cost: Cost,
): Warning[] {
  return [
    ...(signer === undefined ? [] : warningsOfSigner(tx, signer.address)),
    ...(cost.grade === null
      ? []
      : [
          warn(
            'PRIORITY_FEE_HIGH',
            cost.grade,
            cost.grade === 'danger' ? 'Excessive fee' : 'High priority fee',
            `It pays up to ${formatSol(cost.most)} in fees and tips to be taken sooner.`,
          ),
        ]),
    ...(nonceOf(instructions) === undefined
      ? []
      : [
          warn(
            'DURABLE_NONCE',
            'caution',
            'It does not expire',
            'It holds until its nonce is advanced: whoever has it can send it at any time.',
          ),
        ]),
    ...(tx.lookups.length === 0
      ? []
      : [
          warn(
            'LOOKUP_TABLES',
            'caution',
            'Accounts of lookup tables',
            'Some of its accounts stand in tables on the chain. They cannot be shown from its bytes.',
          ),
        ]),
  ];
}

/** What is odd about what somebody says of the lookup tables. */
export const claimWarnings = (instructions: readonly ReadInstruction[]): Warning[] =>
  instructions.some(({ accounts }) =>
    accounts.some((account) => account?.kind === 'looked-up' && account.claimed === null),
  )
    ? [
        warn(
          'LOOKUP_ENTRY_MISSING',
          'caution',
          'The file’s lookup table is too short',
          'The transaction uses an entry that the table from the file doesn’t have. It was built with another table.',
        ),
      ]
    : [];

function warningsOfSigner(tx: SolanaTransaction, address: string): Warning[] {
  const slot = tx.accounts.findIndex((account) => account.isSigner && account.address === address);
  if (slot === -1) {
    return [
      warn(
        'SIGNER_NOT_IN_TRANSACTION',
        'danger',
        'Not for this key',
        'The transaction does not ask for a signature of the chosen key; the service refuses to sign it.',
      ),
    ];
  }
  const others = tx.signatures.filter((signature, index) => index !== slot && isEmptySlot(signature)).length;
  return [
    ...(slot === 0
      ? []
      : [
          warn(
            'FEE_PAID_BY_OTHER',
            'notice',
            'Another account pays the fee',
            'The chosen key signs, and does not pay.',
          ),
        ]),
    ...(others === 0
      ? []
      : [
          warn(
            'MORE_SIGNERS',
            'notice',
            'Others have to sign too',
            `${others} more ${others === 1 ? 'signature is' : 'signatures are'} missing before it can be sent.`,
          ),
        ]),
    ...(isEmptySlot(tx.signatures[slot] ?? new Uint8Array())
      ? []
      : [
          warn(
            'SIGNED_ALREADY',
            'notice',
            'Signed already',
            'There is a signature in this key’s place; a new one takes it.',
          ),
        ]),
  ];
}
