import type { Asset, Gain } from '../model/totals.ts';
import { type InstructionReading, wordOf } from './read-instruction.ts';
import type { Scene } from './scene.ts';
import { SOL_DECIMALS } from './tokens.ts';

export const SOL: Asset = { symbol: 'SOL', decimals: SOL_DECIMALS };

/** Instructions that name who controls something from then on: the field or role of each, and what it may do. */
const AUTHORITIES: Readonly<Record<string, readonly (readonly [key: string, what: string])[]>> = {
  'system.assign': [['owner', 'owns the account']],
  'system.assignWithSeed': [['owner', 'owns the account']],
  'system.authorizeNonce': [['newAuthority', 'controls the nonce account']],
  'system.initializeNonce': [['authority', 'controls the nonce account']],
  'stake.initialize': [
    ['staker', 'stakes'],
    ['withdrawer', 'withdraws'],
  ],
  'stake.initializeChecked': [
    ['staker', 'stakes'],
    ['withdrawer', 'withdraws'],
  ],
  'stake.authorize': [['newAuthority', '']],
  'stake.authorizeWithSeed': [['newAuthority', '']],
  'stake.authorizeChecked': [['newAuthority', '']],
  'stake.setLockup': [['custodian', 'decides how long the stake is locked']],
  'token.initializeAccount': [['owner', 'owns the token account']],
  'token.initializeAccount2': [['owner', 'owns the token account']],
  'token.initializeAccount3': [['owner', 'owns the token account']],
  'token.initializeMint': [
    ['mintAuthority', 'mints the token'],
    ['freezeAuthority', 'freezes its accounts'],
  ],
  'token.initializeMint2': [
    ['mintAuthority', 'mints the token'],
    ['freezeAuthority', 'freezes its accounts'],
  ],
  'token.initializeMintCloseAuthority': [['closeAuthority', 'closes the token']],
  'token.initializePermanentDelegate': [['delegate', 'moves and burns the token in every account']],
  'token.initializeTransferFee': [
    ['configAuthority', 'sets the transfer fee'],
    ['withdrawAuthority', 'withdraws the transfer fees'],
  ],
  'token.setAuthority': [['newAuthority', '']],
};

export function authorities(reading: InstructionReading, scene: Scene): Gain[] {
  const { id } = reading;
  const amount = scene.fundingOf(reading);
  const over = amount === undefined ? {} : { asset: SOL, amount };
  if (id.startsWith('token.initializeMultisig')) {
    const needed = reading.integer('required');
    const keys = reading.furtherAddresses();
    const what = `signs for the multisignature, which takes ${needed} of ${keys.length}`;
    return keys.map((to) => ({ right: 'authority', to, what, ...over }));
  }
  const named = (AUTHORITIES[id] ?? []).map(([key, what]): Gain[] => {
    const to = reading.key(key);
    return to === undefined ? [] : [{ right: 'authority', to, what: what || roleWords(reading), ...over }];
  });
  return [...named.flat(), ...custodian(reading, over)];
}

/** Only a stake that is locked has a custodian who counts. */
function custodian(reading: InstructionReading, over: Pick<Gain, 'asset' | 'amount'>): Gain[] {
  const to = reading.id === 'stake.initialize' ? reading.key('custodian') : undefined;
  const isLocked = reading.integer('lockupTime') > 0n || reading.integer('lockupEpoch') > 0n;
  return to === undefined || !isLocked
    ? []
    : [{ right: 'authority', to, what: 'decides how long the stake is locked', ...over }];
}

/** What the authority that an instruction passes on is for. */
function roleWords(reading: InstructionReading): string {
  const [field, prefix] = reading.id === 'token.setAuthority' ? ['authorityType', ''] : ['role', ''];
  const word = wordOf(field, reading.integer(field)) ?? `authority ${reading.integer(field)}`;
  return `${prefix}gets the authority for ${word}`;
}
