import type { Gain, Right } from '../model/totals.ts';
import { SOL, authorities } from './authorities.ts';
import type { InstructionReading } from './read-instruction.ts';
import { LAMPORT_ROLES, TOKEN_ROLES, isTipAccount, tokenAsset } from './roles.ts';
import type { Scene } from './scene.ts';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';

/** Instructions that pay out of an account that holds more than a wallet does. */
const WITHDRAWALS = new Set(['system.withdrawNonce', 'stake.withdraw', 'token.closeAccount']);

/** Who gains by an instruction: whoever is paid, allowed, or given control. */
export function gainsOf(reading: InstructionReading, scene: Scene): Gain[] {
  return [...payments(reading, scene), ...allowances(reading), ...authorities(reading, scene)];
}

function payments(reading: InstructionReading, scene: Scene): Gain[] {
  const { id } = reading;
  if (id === 'token.closeAccount')
    return [{ right: 'withdrawal', to: reading.address('destination') ?? null, asset: SOL }];
  const coins = LAMPORT_ROLES[id]?.[1];
  if (coins !== undefined) return lamports(reading, reading.address(coins) ?? null, scene);
  const role = TOKEN_ROLES[id]?.[1];
  if (role === undefined || role === null) return [];
  const account = reading.address(role);
  const to = account === undefined ? null : (scene.ownerOf(account) ?? null);
  return [{ right: 'payment', to, asset: tokenAsset(reading), amount: reading.integer('amount') }];
}

function lamports(reading: InstructionReading, to: string | null, scene: Scene): Gain[] {
  const { id } = reading;
  // A stake that is split or moved keeps its staker and withdrawer.
  if (id === 'stake.split' || id === 'stake.moveLamports') return [];
  const amount = reading.integer('lamports');
  if (id.startsWith('system.createAccount')) {
    if (scene.isSetUp(reading)) return [];
    const program = reading.key('owner') ?? null;
    return program === SYSTEM_PROGRAM
      ? [{ right: 'payment', to, asset: SOL, amount }]
      : [{ right: 'authority', to: program, what: 'owns the new account', asset: SOL, amount }];
  }
  const right: Right = WITHDRAWALS.has(id)
    ? 'withdrawal'
    : to !== null && isTipAccount(to)
      ? 'tip'
      : 'payment';
  return [{ right, to, asset: SOL, amount }];
}

const allowances = (reading: InstructionReading): Gain[] =>
  reading.id === 'token.approve' || reading.id === 'token.approveChecked'
    ? [
        {
          right: 'allowance',
          to: reading.address('delegate') ?? null,
          asset: tokenAsset(reading),
          amount: reading.integer('amount'),
        },
      ]
    : [];
