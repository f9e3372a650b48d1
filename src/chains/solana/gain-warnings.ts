import { gradeAllowance } from '../model/grades.ts';
import { formatAsset } from '../model/amounts.ts';
import { gainsOfStrangers, type Gain } from '../model/totals.ts';
import type { Warning } from '../model/decoded.ts';
import { warn } from '../model/warnings.ts';
import { gainsOf } from './gains.ts';
import type { InstructionReading } from './read-instruction.ts';
import { SETS_UP, type Scene } from './scene.ts';

/** Rent of a token account is a fifth of this: more goes into an account of a stranger than it takes to open it. */
const MORE_THAN_RENT = 10_000_000n;

/** What is grave about who gains by an instruction. */
export function gainWarnings(reading: InstructionReading, scene: Scene): Warning[] {
  const gains = gainsOf(reading, scene);
  const strangers = gainsOfStrangers(gains, scene.isOurs);
  const ours = gains.filter((gain) => !strangers.includes(gain));
  return [
    ...strangers.flatMap((gain) => warningOf(reading, gain, scene)),
    ...(ours.length > 0 && reading.id === 'token.closeAccount' ? [closed('caution', 'to your address')] : []),
    ...(reading.id === 'token.setAuthority' && reading.key('newAuthority') === undefined
      ? [
          warn(
            'CONTROL_CHANGED',
            'danger',
            'An authority ends',
            'Nobody holds this authority from then on. This cannot be taken back.',
          ),
        ]
      : []),
    ...(ours.some(({ right }) => right === 'authority') && !isNew(reading) ? [passedOn()] : []),
  ];
}

const isNew = ({ id }: InstructionReading): boolean => id in SETS_UP || id.includes('initialize');

function warningOf(reading: InstructionReading, gain: Gain, scene: Scene): Warning[] {
  switch (gain.right) {
    case 'authority':
      return [authority(reading, gain)];
    case 'withdrawal':
      return [withdrawal(reading, gain)];
    case 'allowance':
      return [allowance(gain)];
    case 'payment':
      return gain.to === null ? ownerUnknown(reading, gain, scene) : [];
    case 'tip':
      return [];
  }
}

const much = ({ asset, amount }: Gain): string =>
  asset === undefined || amount === undefined ? '' : formatAsset(asset, amount);

function authority(reading: InstructionReading, gain: Gain): Warning {
  const who = gain.to ?? 'An account of a lookup table';
  if (!isNew(reading) && !reading.id.startsWith('system.createAccount'))
    return controlChanged(`${who}, which is not yours, ${gain.what ?? 'gets control'}.`);
  const isFunded = gain.amount !== undefined && gain.amount > 0n;
  const funded = isFunded ? ` It is funded with ${much(gain)}.` : '';
  // A program that gets a new account has it for its own use; more than rent is not for that.
  const isRent = reading.id.startsWith('system.createAccount') && (gain.amount ?? 0n) <= MORE_THAN_RENT;
  return warn(
    'NEW_ACCOUNT_NOT_OURS',
    isRent ? 'caution' : 'danger',
    'Somebody else controls the new account',
    `${who}, which is not yours, ${gain.what ?? 'controls it'}.${funded}`,
  );
}

const controlChanged = (what: string): Warning =>
  warn(
    'CONTROL_CHANGED',
    'danger',
    'Somebody else gets control',
    `${what} This cannot be taken back without the new controller.`,
  );

const passedOn = (): Warning =>
  warn('CONTROL_CHANGED', 'caution', 'Control changes', 'Another of your addresses gets control.');

const closed = (severity: Warning['severity'], where: string): Warning =>
  warn('ACCOUNT_CLOSED', severity, 'A token account is closed', `All the SOL that it holds goes ${where}.`);

function withdrawal(reading: InstructionReading, gain: Gain): Warning {
  const to = gain.to ?? 'an account of a lookup table';
  return reading.id === 'token.closeAccount'
    ? closed('danger', `to ${to}, which is not yours`)
    : warn(
        'WITHDRAWN_TO_OTHER',
        'danger',
        'Withdrawn to somebody else',
        `${much(gain)} goes to ${to}, which is not yours.`,
      );
}

function allowance(gain: Gain): Warning {
  const who = gain.to ?? 'The delegate';
  const { asset, amount = 0n } = gain;
  return gradeAllowance(amount, { ...asset, bits: 64 }) === null
    ? warn(
        'APPROVAL_TO_STRANGER',
        'danger',
        'Lets a stranger take tokens',
        `${who}, which is not yours, may take ${much(gain)} whenever it wants, until the allowance is revoked.`,
      )
    : warn(
        'UNLIMITED_APPROVAL',
        'danger',
        'Unlimited allowance',
        `${who} may take every token of this account, now and later.`,
      );
}

/** The owner of a token account is on the chain; the bytes tell it only for default accounts of known owners. */
function ownerUnknown(reading: InstructionReading, gain: Gain, scene: Scene): Warning[] {
  const account = reading.address('destination');
  if (!reading.id.startsWith('token.') || account === undefined || scene.isOurs(account)) return [];
  return [
    warn(
      'OWNER_UNKNOWN',
      'caution',
      'Owner unknown',
      `The transaction does not show who owns the token account ${account}, which gets ${much(gain)}.`,
    ),
  ];
}

/** What the block builder gets, in lamports. */
export const tipsOf = (gains: readonly Gain[]): bigint =>
  gains.reduce((sum, { right, amount = 0n }) => (right === 'tip' ? sum + amount : sum), 0n);
