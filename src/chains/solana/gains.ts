import type { Asset, Gain, Right } from '../model/totals.ts';
import { SOL_DECIMALS } from './amounts.ts';
import { LAMPORT_ROLES } from './lamport-roles.ts';
import type { InstructionReading } from './read-instruction.ts';
import { SETS_UP, type Scene } from './scene.ts';
import { isTipAccount } from './tip-accounts.ts';
import { TOKEN_ROLES, tokenAsset } from './token-roles.ts';
import { wordOf } from './words.ts';

export const SOL: Asset = { symbol: 'SOL', decimals: SOL_DECIMALS };
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

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
    if (to !== null && scene.isSetUp(to)) return [];
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

function authorities(reading: InstructionReading, scene: Scene): Gain[] {
  const { id } = reading;
  const account = reading.address(SETS_UP[id] ?? '');
  const amount = account === undefined ? undefined : scene.fundingOf(account);
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
