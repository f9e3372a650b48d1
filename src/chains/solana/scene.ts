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
  /** What the account that an instruction sets up is funded with, in lamports; undefined where none creates it before. */
  readonly fundingOf: (setUp: InstructionReading) => bigint | undefined;
  /** Whether a later instruction of the new account's own program sets it up, before it is created once more. */
  readonly isSetUp: (creation: InstructionReading) => boolean;
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
  // An account that is closed can be created again in the same transaction, for somebody else.
  const created = new Map<string, InstructionReading>();
  const creationOf = new Map<InstructionReading, InstructionReading>();
  for (const reading of readings) {
    const account = reading.address(CREATES.has(reading.id) ? 'newAccount' : (SETS_UP[reading.id] ?? ''));
    if (account === undefined) continue;
    const creation = created.get(account);
    if (CREATES.has(reading.id)) created.set(account, reading);
    else if (creation !== undefined) creationOf.set(reading, creation);
  }
  const setUp = new Set(
    [...creationOf].flatMap(([{ programAddress }, creation]) =>
      creation.key('owner') === programAddress ? [creation] : [],
    ),
  );
  return {
    isOurs,
    ownerOf: (account) => owners.get(account),
    fundingOf: (reading) => creationOf.get(reading)?.integer('lamports'),
    isSetUp: (creation) => setUp.has(creation),
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
