import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { oncePerList } from '#protocol/once-per-list.ts';
import { among } from '../model/totals.ts';
import type { InstructionReading } from './read-instruction.ts';
import type { SolanaTransaction } from './transaction.ts';

/** The program of associated token accounts. */
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const ASSOCIATED_TOKEN = base58.decode(ASSOCIATED_TOKEN_PROGRAM);
const MARKER = utf8ToBytes('ProgramDerivedAddress');

/**
 * The account in which an owner holds a token by default: the address that the associated token account program derives
 * from owner, token program and mint, the first that is on no curve (Solana's documentation, "Program Derived Address").
 * @param owner base58, as are the others
 */
export function associatedTokenAccount(owner: string, tokenProgram: string, mint: string): string {
  const seeds = [owner, tokenProgram, mint].map((each) => base58.decode(each));
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(concatBytes(...seeds, Uint8Array.of(bump), ASSOCIATED_TOKEN, MARKER));
    if (!isOnCurve(hash)) return base58.encode(hash);
  }
  throw new Error('No bump leaves the curve.');
}

/** Whether 32 bytes are a key: an address that a program controls is none. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}

/** So many default token accounts are derived for one transaction. */
const MOST_DERIVED = 2000;
/** Those of so many mints are kept for the next transaction. */
const MOST_MINTS = 8;

/** Instructions whose `destination` or `to` is a token account, with the mint beside it. */
const PAYS_TOKENS = new Set([
  'token.transferChecked',
  'token.transferCheckedWithFee',
  'token.mintTo',
  'token.mintToChecked',
]);
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
 * @param own further addresses of the operator
 */
export function sceneOf(
  tx: SolanaTransaction,
  readings: readonly InstructionReading[],
  signer: string | undefined,
  own: readonly string[],
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
  const { owners, isCutOff } = ownersOf(readings, [us, ...signers], own);
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

/** The owners of token accounts: set in the transaction itself, or those of whom an account is the default one. */
function ownersOf(
  readings: readonly InstructionReading[],
  known: readonly string[],
  own: readonly string[],
): { owners: Map<string, string>; isCutOff: boolean } {
  const owners = new Map<string, string>();
  const others = new Set(known);
  for (const reading of readings) {
    const account = reading.address('account');
    const owner = reading.key('owner');
    const tells =
      reading.id.startsWith('associatedToken.create') || reading.id.startsWith('token.initializeAccount');
    if (!tells || account === undefined || owner === undefined) continue;
    others.add(owner);
    owners.set(account, owner);
  }
  let left = MOST_DERIVED;
  for (const reading of readings) {
    const account = reading.address('destination');
    const mint = reading.address('mint');
    const program = reading.programAddress;
    if (account === undefined || mint === undefined || !PAYS_TOKENS.has(reading.id)) continue;
    if (owners.has(account)) continue;
    const named = [...others].slice(0, left);
    const direct = named.find((owner) => associatedTokenAccount(owner, program, mint) === account);
    left -= named.length;
    const most = Math.min(own.length, Math.max(left, 0));
    const found = direct ?? defaultAccountsOf(own)(program, mint, most).get(account);
    if (found !== undefined) owners.set(account, found);
    if (most < own.length && direct === undefined) return { owners, isCutOff: true };
    left -= most;
  }
  return { owners, isCutOff: false };
}

/** The default token accounts of the first owners of a list, by token program and mint. */
const defaultAccountsOf = oncePerList((owners) => {
  const made = new Map<string, ReadonlyMap<string, string>>();
  return (program: string, mint: string, most: number): ReadonlyMap<string, string> => {
    const name = `${program} ${mint} ${most}`;
    const known = made.get(name);
    if (known !== undefined) return known;
    const accounts = new Map(
      owners.slice(0, most).map((owner) => [associatedTokenAccount(owner, program, mint), owner]),
    );
    // A file of transactions about ever other mints must not fill the memory.
    if (made.size >= MOST_MINTS) made.clear();
    made.set(name, accounts);
    return accounts;
  };
});
