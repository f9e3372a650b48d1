import type { InstructionReading } from './read-instruction.ts';

/** What the network takes for each signature, in lamports. */
const SIGNATURE_FEE = 5000n;
const UNITS_OF_INSTRUCTION = 200_000n;
const MOST_UNITS = 1_400_000n;
const MICRO = 1_000_000n;

/** What a transaction costs at most, in lamports. */
export interface Fees {
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
