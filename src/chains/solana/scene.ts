import { among } from '../model/totals.ts';
import type { InstructionReading } from './read-instruction.ts';
import { type KnownOwners, ownersOf } from './token-owners.ts';
import type { SolanaTransaction } from './transaction.ts';

const CREATES = new Set(['system.createAccount', 'system.createAccountWithSeed']);

/** Instructions that say who controls a new account, with the role of that account. */
export const SETS_UP: Readonly<Record<string, string>> = {
  'system.initializeNonce': 'nonceAccount',
  'stake.initialize': 'stake',
  'stake.initializeChecked': 'stake',
  'token.initializeAccount': 'account',
  'token.initializeAccount2': 'account',
  'token.initializeAccount3': 'account',
  'token.initializeMint': 'mint',
  'token.initializeMint2': 'mint',
  'token.initializeMultisig': 'multisig',
  'token.initializeMultisig2': 'multisig',
};

/** What is known about the accounts of a transaction beside a single instruction. */
export interface Scene {
  /** Whether an address is the operator's: a key, or a multisignature that only the operator's keys can fulfil. */
  readonly isOurs: (address: string | null) => boolean;
  /** Who owns a token account, where the bytes or a derivation from a known owner tell. */
  readonly ownerOf: (tokenAccount: string) => string | undefined;
  /** What a new account is funded with, in lamports; undefined where the transaction does not create it. */
  readonly fundingOf: (account: string) => bigint | undefined;
  /** Whether an instruction sets up an account that the transaction creates. */
  readonly isSetUp: (account: string) => boolean;
  /** Whether there were more own addresses than were compared. */
  readonly isCutOff: boolean;
}

/**
 * Looks at all instructions together.
 * @param signer the chosen key; the fee payer stands for it where none is chosen
 * @param own further addresses of the operator, with those whose token accounts are known as well
 */
export function sceneOf(
  tx: SolanaTransaction,
  readings: readonly InstructionReading[],
  signer: string | undefined,
  { own, ...others }: Omit<KnownOwners, 'signers'>,
): Scene {
  const us = signer ?? tx.accounts[0]?.address ?? '';
  const isOwn = among([us], own);
  const multisigs = readings.filter(
    (reading) => reading.id.startsWith('token.initializeMultisig') && isFulfilledBy(reading, isOwn),
  );
  const isOurs = among(
    [us],
    own,
    multisigs.flatMap((reading) => reading.address('multisig') ?? []),
  );
  const signers = tx.accounts.flatMap(({ isSigner, address }) => (isSigner ? [address] : []));
  const { owners, isCutOff } = ownersOf(readings, { signers: [us, ...signers], own, ...others });
  const created = new Map(
    readings
      .filter(({ id }) => CREATES.has(id))
      .map((reading) => [reading.address('newAccount') ?? '', reading.integer('lamports')]),
  );
  const setUp = new Set(readings.flatMap((reading) => reading.address(SETS_UP[reading.id] ?? '') ?? []));
  return {
    isOurs,
    ownerOf: (account) => owners.get(account),
    fundingOf: (account) => created.get(account),
    isSetUp: (account) => setUp.has(account),
    isCutOff,
  };
}

/** Whether our keys are enough for a new multisignature, and those of strangers are not. */
function isFulfilledBy(reading: InstructionReading, isOwn: (address: string) => boolean): boolean {
  const keys = reading.furtherAddresses();
  const needed = reading.integer('required');
  const mine = BigInt(keys.filter(isOwn).length);
  return needed > 0n && mine >= needed && BigInt(keys.length) - mine < needed;
}
