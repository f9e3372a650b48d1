import { gradeFee, type FeeGrade } from '../model/grades.ts';
import { feesOf } from './fees.ts';
import { tipsOf } from './gain-warnings.ts';
import { gainsOf } from './gains.ts';
import { LAMPORT_ROLES } from './lamport-roles.ts';
import type { InstructionReading, ReadInstruction } from './read-instruction.ts';
import type { Scene } from './scene.ts';
import { isTipAccount } from './tip-accounts.ts';
import type { SolanaTransaction } from './transaction.ts';

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
