import { totalsOf, type Move, type Totals } from '../model/totals.ts';
import { feesOf } from './fees.ts';
import { SOL } from './gains.ts';
import { LAMPORT_ROLES } from './lamport-roles.ts';
import type { InstructionReading, ReadInstruction } from './read-instruction.ts';
import type { Scene } from './scene.ts';
import { TOKEN_ROLES, tokenAsset } from './token-roles.ts';
import type { SolanaTransaction } from './transaction.ts';

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
