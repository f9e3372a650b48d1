import type { Signer } from '../model/chain.ts';
import type { Warning } from '../model/decoded.ts';
import { formatSol } from './amounts.ts';
import { nonceOf } from './envelope-facts.ts';
import type { Cost } from './cost.ts';
import type { ReadInstruction } from './read-instruction.ts';
import { isEmptySlot, type SolanaTransaction } from './transaction.ts';
import { warn } from '../model/warnings.ts';

/** What is odd about a transaction as a whole: who signs and pays, how long it holds, what it does not name. */
export function envelopeWarnings(
  tx: SolanaTransaction,
  instructions: readonly ReadInstruction[],
  signer: Signer | undefined,
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
