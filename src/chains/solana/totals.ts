import { type FeeGrade, gradeFee } from '../model/fee-grades.ts';
import { type Move, type Totals, totalsOf } from '../model/totals.ts';
import { tipsOf } from './gain-warnings.ts';
import { gainsOf } from './gains.ts';
import { SOL } from './authorities.ts';
import type { InstructionReading, ReadInstruction } from './read-instruction.ts';
import { LAMPORT_ROLES, TOKEN_ROLES, isTipAccount, tokenAsset } from './roles.ts';
import type { Scene } from './scene.ts';
import type { SolanaTransaction } from './transaction.ts';

/** What the network takes for each signature, in lamports. */
const SIGNATURE_FEE = 5000n;
const UNITS_OF_INSTRUCTION = 200_000n;
const MOST_UNITS = 1_400_000n;
const MICRO = 1_000_000n;

/** What a transaction costs at most, in lamports. */
interface Fees {
  readonly base: bigint;
  readonly priority: bigint;
}

/**
 * The fee of a transaction: so much for each signature, and the price of its compute units for as many as it may use.
 * Without a limit of its own it may use 200,000 for each instruction. Source: Solana's documentation, "Fees".
 */
export function feesOf(signatures: number, readings: readonly (InstructionReading | undefined)[]): Fees {
  const find = (id: string) => readings.findLast((reading) => reading?.id === id);
  const price = find('computeBudget.setUnitPrice')?.integer('microLamports') ?? 0n;
  const others = readings.filter((reading) => reading?.id.startsWith('computeBudget.') !== true).length;
  const wanted =
    find('computeBudget.setUnitLimit')?.integer('units') ?? UNITS_OF_INSTRUCTION * BigInt(others);
  const units = wanted > MOST_UNITS ? MOST_UNITS : wanted;
  return { base: SIGNATURE_FEE * BigInt(signatures), priority: (price * units + MICRO - 1n) / MICRO };
}

/** What a transaction costs at most, in lamports: fees, and tips to the block builder. */
export interface Cost {
  readonly most: bigint;
  readonly grade: FeeGrade;
}

/** Works out and grades the cost; where another account pays the fee, it asks for a look at most. */
export function costOf(tx: SolanaTransaction, instructions: readonly ReadInstruction[], scene: Scene): Cost {
  const all = instructions.map(({ reading }) => reading);
  const readings = all.flatMap((reading) => reading ?? []);
  const { base, priority } = feesOf(tx.requiredSignatures, all);
  const tips = tipsOf(readings.flatMap((reading) => gainsOf(reading, scene)));
  const sent = readings.reduce((sum, reading) => sum + sentBy(reading), 0n);
  const isOurs = scene.isOurs(tx.accounts[0]?.address ?? null);
  const most = base + priority + tips;
  const grade = gradeFee('SOL', most, sent);
  return { most, grade: grade === 'danger' && !isOurs && tips === 0n ? 'caution' : grade };
}

function sentBy(reading: InstructionReading): bigint {
  const role = LAMPORT_ROLES[reading.id]?.[1];
  return role === undefined || isTipAccount(reading.address(role) ?? '') ? 0n : reading.integer('lamports');
}

/** What is said of a token account that is made. */
export const ACCOUNT_DEPOSIT = 'Making a token account takes a deposit of SOL that is not in the bytes.';

/** What is not in the bytes though the instruction was read. */
const NOTES: Readonly<Record<string, string>> = {
  'token.closeAccount':
    'The SOL that the closed token account holds is paid out; how much is not in the bytes.',
  'token.transfer': 'A transfer does not name its token: it is counted by the account that it leaves.',
  'token.transferCheckedWithFee': 'A part of the tokens is kept back as the token’s own fee.',
  'associatedToken.create': ACCOUNT_DEPOSIT,
  'associatedToken.createIdempotent': ACCOUNT_DEPOSIT,
  'associatedToken.recoverNested': 'What is recovered is not in the bytes.',
};

/** What it moves for the operator's addresses, and what it costs them where one of them pays. */
export function totalsFor(
  tx: SolanaTransaction,
  instructions: readonly ReadInstruction[],
  scene: Scene,
): Totals {
  const readings = instructions.flatMap(({ reading }) => (reading === undefined ? [] : [reading]));
  const isOurs = (address: string | null): boolean =>
    scene.isOurs(address) || (address !== null && scene.isOurs(scene.ownerOf(address) ?? null));
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
      ...(scene.isCutOff ? ['Not every token account was compared with those of your addresses.'] : []),
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
  const { amount } = reading.tokenAmount();
  return [{ asset: tokenAsset(reading), amount, from: side(tokens[0]), to: side(tokens[1]) }];
}
