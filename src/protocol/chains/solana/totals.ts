import { oncePerList } from '../../once-per-list.ts';
import { among, totalsOf, type Asset, type Move, type Totals } from '../totals.ts';
import { SOL_DECIMALS } from './amounts.ts';
import { feesOf } from './fees.ts';
import { LAMPORT_ROLES } from './lamport-roles.ts';
import type { InstructionReading, ReadInstruction } from './read-instruction.ts';
import { associatedTokenAccount } from './token-account.ts';
import { findSolanaToken } from './tokens.ts';
import type { SolanaTransaction } from './transaction.ts';

const SOL: Asset = { symbol: 'SOL', decimals: SOL_DECIMALS };

/** Instructions that move tokens: they are taken on the word of an authority, whose they count as. */
const TOKEN_ROLES: Readonly<Record<string, readonly [string | null, string | null]>> = {
  'token.transfer': ['authority', 'destination'],
  'token.transferChecked': ['authority', 'destination'],
  'token.transferCheckedWithFee': ['authority', 'destination'],
  'token.mintTo': [null, 'destination'],
  'token.mintToChecked': [null, 'destination'],
  'token.burn': ['authority', null],
  'token.burnChecked': ['authority', null],
};

/** What is not in the bytes though the instruction was read. */
const NOTES: Readonly<Record<string, string>> = {
  'token.closeAccount':
    'The SOL that the closed token account holds is paid out; how much is not in the bytes.',
  'token.transfer': 'A transfer does not name its token: it is counted by the account that it leaves.',
  'token.transferCheckedWithFee': 'A part of the tokens is kept back as the token’s own fee.',
  'associatedToken.create': 'Making a token account takes a deposit of SOL that is not in the bytes.',
  'associatedToken.createIdempotent':
    'Making a token account takes a deposit of SOL that is not in the bytes.',
  'associatedToken.recoverNested': 'What is recovered is not in the bytes.',
};

/** So many default token accounts are derived for one transaction. */
const MOST_DERIVED = 2000;
/** Those of so many mints are kept for the next transaction. */
const MOST_MINTS = 8;

/** What it moves for the operator's addresses, and what it costs them where one of them pays. */
export function totalsFor(
  tx: SolanaTransaction,
  instructions: readonly ReadInstruction[],
  signer: string,
  own: readonly string[],
): Totals {
  const readings = instructions.flatMap(({ reading }) => (reading === undefined ? [] : [reading]));
  const accounts = tokenAccountsOf(readings, signer, own);
  const isOurs = among([signer], own, accounts.own);
  const { base, priority } = feesOf(
    tx.requiredSignatures,
    instructions.map(({ reading }) => reading),
  );
  return totalsOf({
    moves: readings.flatMap(movesOf),
    isOurs,
    fee: isOurs(tx.accounts[0]?.address ?? null)
      ? { asset: SOL, amount: base + priority, isHighest: priority > 0n }
      : undefined,
    notes: [
      ...instructions.flatMap(({ reading, programAddress }) =>
        reading === undefined ? [`What the program ${programAddress} moves was not read.`] : [],
      ),
      ...readings.flatMap(({ id }) => NOTES[id] ?? []),
      ...(readings.some((reading) => movesOf(reading).length > 0 && reading.hasLookedUp)
        ? ['An account of a lookup table may be yours; it is not named in the transaction.']
        : []),
      ...(accounts.isCutOff ? ['Not every token account was compared with those of your addresses.'] : []),
    ],
  });
}

function movesOf(reading: InstructionReading): Move[] {
  const side = (role: string | null): string | null =>
    role === null ? null : (reading.address(role) ?? null);
  const coins = LAMPORT_ROLES[reading.id];
  if (coins !== undefined)
    return [{ asset: SOL, amount: reading.integer('lamports'), from: side(coins[0]), to: side(coins[1]) }];
  const tokens = TOKEN_ROLES[reading.id];
  if (tokens === undefined) return [];
  const { amount, mint, decimals } = reading.tokenAmount();
  return [{ asset: tokenOf(reading, mint, decimals), amount, from: side(tokens[0]), to: side(tokens[1]) }];
}

function tokenOf(reading: InstructionReading, mint: string | undefined, said: number | undefined): Asset {
  const known = mint === undefined ? undefined : findSolanaToken(mint);
  const decimals = said ?? known?.decimals;
  return {
    id: mint ?? `token of ${reading.address('source') ?? 'an account of a lookup table'}`,
    ...(known === undefined ? {} : { symbol: known.symbol }),
    ...(decimals === undefined ? {} : { decimals }),
  };
}

/** The token accounts of our addresses among those that the transaction pays to. */
function tokenAccountsOf(
  readings: readonly InstructionReading[],
  signer: string,
  own: readonly string[],
): { own: string[]; isCutOff: boolean } {
  const found = new Set<string>();
  let left = MOST_DERIVED;
  for (const reading of readings) {
    const account = reading.address('destination') ?? reading.address('to');
    const mint = reading.address('mint');
    const program = reading.programAddress;
    if (account === undefined || mint === undefined || !(reading.id in TOKEN_ROLES)) continue;
    const most = Math.min(own.length, left - 1);
    const isOurs =
      left > 0 &&
      (associatedTokenAccount(signer, program, mint) === account ||
        defaultAccountsOf(own)(program, mint, most).has(account));
    if (isOurs) found.add(account);
    if (most < own.length) return { own: [...found], isCutOff: true };
    left -= 1 + most;
  }
  return { own: [...found], isCutOff: false };
}

/** The default token accounts of the first owners of a list, by token program and mint. */
const defaultAccountsOf = oncePerList((owners) => {
  const made = new Map<string, ReadonlySet<string>>();
  return (program: string, mint: string, most: number): ReadonlySet<string> => {
    const name = `${program} ${mint} ${most}`;
    const known = made.get(name);
    if (known !== undefined) return known;
    const accounts = new Set(
      owners.slice(0, most).map((owner) => associatedTokenAccount(owner, program, mint)),
    );
    // A file of transactions about ever other mints must not fill the memory.
    if (made.size >= MOST_MINTS) made.clear();
    made.set(name, accounts);
    return accounts;
  };
});
