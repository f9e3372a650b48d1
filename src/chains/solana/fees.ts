import { type FeeGrade, gradeFee } from '../model/grades.ts';
import { tipsOf } from './gain-warnings.ts';
import { gainsOf } from './gains.ts';
import type { InstructionReading, ReadInstruction } from './read-instruction.ts';
import { LAMPORT_ROLES, isTipAccount } from './roles.ts';
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
