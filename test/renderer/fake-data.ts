import type { DescriptorState, ImportedAbi } from '#preload/contract/interfaces.ts';
import type { ActivityDetail, ActivityRow } from '#preload/contract/activities.ts';
import type { SavedFilter } from '#preload/contract/saved-filters.ts';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { ConnectionCheck, Profile } from '#preload/contract/profiles.ts';
import type { Credential } from '#preload/contract/credentials.ts';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import type { JournalLine } from '#preload/contract/reads.ts';
import type { Preview } from '#preload/contract/requests.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { HOSTED_KEYS } from '#protocol/pinned-keys.ts';
import type { Fact, DecodedTransaction } from '#chains/model/decoded.ts';

/** The moment at which the double lives: 21 November 2026, 09:30 UTC. */
export const NOW_MS = Date.UTC(2026, 10, 21, 9, 30);
const MINUTE = 60_000;

export const ROOT_USER = '7b0d5a4e-52f1-4f0b-9a3e-2b6d8c1f4a90';
export const ORGANIZATION = 'c0a8f1de-7b64-4d0e-8c1a-5f2e9b7d3a11';
const FROM = '0x9B1c5d21a7A0fE4b8d63A2b6B1A5a5cE7D3F61A2';
const TO = '0x5e2f9B0C41D7b9a9C2F4d3E1b8A6F7c0d9E8b7a6';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

export const laptopCredential: Credential = {
  kind: 'key',
  publicKey: '02f739f8c77b32f4d5f13265861febd76e7a9c61a1140d296b8c16302508870316',
  label: 'ops-laptop',
  curve: 'API_KEY_CURVE_P256',
  profileId: 'local',
  createdAtMs: NOW_MS - 12 * 24 * 60 * MINUTE,
  expiresAtMs: null,
  current: true,
};

export const deskCredential: Credential = {
  kind: 'key',
  publicKey: '9f2c41d7b08ab031fe5577a1c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3e4f5',
  label: 'desk-two',
  curve: 'API_KEY_CURVE_ED25519',
  profileId: 'local',
  createdAtMs: NOW_MS - 90 * MINUTE,
  expiresAtMs: NOW_MS + 30 * 24 * 60 * MINUTE,
  current: false,
};

/** A session with an hour left, and one in its last two minutes. */
export const loginSessions: LoginSession[] = [
  {
    publicKey: '03a1f739c8b77b32f4d5f13265861febd76e7a9c61a1140d296b8c16302508870b',
    label: 'Evening batch',
    origin: 'stamp-login',
    profileId: 'local',
    profileName: 'Local',
    organizationId: ORGANIZATION,
    organizationName: 'Acme Treasury',
    userId: ROOT_USER,
    username: 'root',
    createdAtMs: NOW_MS - 3 * MINUTE,
    expiresAtMs: NOW_MS + 57 * MINUTE,
    lastUsedAtMs: NOW_MS - MINUTE,
    isEnding: false,
  },
];

/** What a test of a connection finds behind a proxy that inspects. */
export const connectionChecks: ConnectionCheck[] = [
  { id: 'proxy', state: 'ok', found: 'Through the proxy at http://proxy.example:8080.', remedy: '' },
  { id: 'address', state: 'ok', found: 'api.example.com can be connected to.', remedy: '' },
  {
    id: 'certificate',
    state: 'failed',
    found:
      'No authority that this profile trusts (bundled list) has signed the certificate of api.example.com.',
    remedy: 'Choose this computer’s certificate store or the authority’s file in the profile.',
  },
  { id: 'service', state: 'skipped', found: 'The service wasn’t reached.', remedy: '' },
  { id: 'clock', state: 'skipped', found: 'The service wasn’t reached.', remedy: '' },
  { id: 'organization', state: 'skipped', found: 'The service wasn’t reached.', remedy: '' },
  { id: 'keys', state: 'skipped', found: 'The service wasn’t reached.', remedy: '' },
];

/** How a hosted profile is reached that says nothing of it. */
export const vendorConnection: NonNullable<Profile['connection']> = {
  proxy: { kind: 'system' },
  certificates: 'bundled',
  own: [],
  keys: HOSTED_KEYS,
  hasVendorKeys: true,
};

/** A console in working order, with one profile and two credentials. */
export const workingSnapshot: AppSnapshot = {
  version: '0.1.0',
  host: 'chromium',
  platform: 'linux',
  sandboxed: true,
  can: { pickFiles: true, readClipboard: true },
  locked: false,
  verification: null,
  unlockChosen: true,
  theme: 'light',
  offline: null,
  startsOffline: false,
  health: {
    keychain: { state: 'ready', backend: 'GNOME Keyring', message: 'The keychain answers.', remedy: '' },
    service: { state: 'ready', message: 'The service on this computer is ready.', remedy: '' },
    journal: { state: 'intact', lines: 1204, message: 'Every line follows from the one before.', remedy: '' },
    clock: { offsetMs: 180 },
    disk: null,
  },
  profiles: [
    {
      id: 'local',
      name: 'Local',
      kind: 'local',
      baseUrl: 'http://127.0.0.1:41873',
      organizationId: ORGANIZATION,
      organizationName: 'Acme Treasury',
      username: 'root',
      userId: ROOT_USER,
      connection: null,
    },
    {
      id: 'production',
      name: 'Production',
      kind: 'hosted',
      baseUrl: 'https://api.example.com',
      organizationId: '5d1f0a3c-9e27-4b6a-b1c8-0e4f7a2d9c55',
      organizationName: null,
      username: null,
      userId: null,
      connection: vendorConnection,
    },
  ],
  profileId: 'local',
  credentials: [laptopCredential, deskCredential],
  dataFolder: '/home/operator/.config/keyops-console',
  waitingForMe: 0,
};

const facts: Fact[] = [
  { label: 'From', value: FROM, kind: 'address', note: 'treasury-hot' },
  { label: 'To', value: TO, kind: 'address', ranges: [[52, 72]] },
  { label: 'Asset', value: TOKEN, kind: 'address', note: 'USD Coin, 6 decimals', ranges: [[25, 45]] },
  { label: 'Amount', value: '1,000.00 USDC', kind: 'amount', note: '1000000000', ranges: [[100, 104]] },
  { label: 'Max fee', value: '0.003 ETH', kind: 'amount', note: '100,000 gas at 30 gwei, tip 1.5 gwei' },
  { label: 'Nonce', value: '12', kind: 'number' },
];

export const reading: DecodedTransaction = {
  chain: 'ethereum',
  network: 'Ethereum mainnet',
  sentence: [
    { kind: 'text', value: 'Send ' },
    { kind: 'amount', value: '1,000.00 USDC' },
    { kind: 'text', value: ' to ' },
    { kind: 'address', value: TO },
    { kind: 'text', value: ' on Ethereum' },
  ],
  facts,
  actions: [{ id: 'erc20.transfer', title: 'Transfer tokens', facts: facts.slice(1, 4), actions: [] }],
  raw: [
    { label: 'Chain ID', value: '1', kind: 'number' },
    { label: 'Nonce', value: '12', kind: 'number' },
    { label: 'Data', value: `0xa9059cbb${'0'.repeat(24)}${TO.slice(2).toLowerCase()}`, kind: 'data' },
  ],
  warnings: [
    {
      code: 'FIRST_TRANSFER',
      severity: 'caution',
      title: 'First transfer to this address',
      text: 'Not among the last 10,000 journal lines.',
    },
  ],
  blind: false,
};

export const preview: Preview = {
  id: 'b5f3c9a8-1d2e-4c6b-9f70-3a8e5d1c7b42',
  operation: 'sign_transaction',
  effect: 'sign',
  summary: 'Sign a transaction',
  createdAtMs: NOW_MS,
  expiresAtMs: NOW_MS + 5 * MINUTE,
  sentence: reading.sentence,
  facts,
  warnings: reading.warnings,
  pending: [],
  reading,
  body: JSON.stringify({ type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', timestampMs: String(NOW_MS) }),
  digest: '9f2c41d7b08ab031fe5577a1c2d3e4f5061728394a5b6c7d8e9fa0b1c2d38ab0',
  credential: {
    label: laptopCredential.label,
    publicKey: laptopCredential.publicKey,
    curve: laptopCredential.curve,
  },
  profile: { id: 'local', name: 'Local', organizationId: ORGANIZATION, organizationName: 'Acme Treasury' },
};

export const privateKeys: PrivateKey[] = [
  {
    privateKeyId: 'e2a1b7c4-0f3d-4e58-9c6a-7d8b5f1e2a30',
    privateKeyName: 'treasury-hot',
    publicKey: '03a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90',
    curve: 'CURVE_SECP256K1',
    addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: FROM }],
    privateKeyTags: [],
    createdAt: new Date(NOW_MS - 11 * 24 * 60 * MINUTE).toISOString(),
    updatedAt: new Date(NOW_MS - 11 * 24 * 60 * MINUTE).toISOString(),
    exported: false,
    imported: false,
  },
  {
    privateKeyId: '4c9d2e7f-6a1b-4830-b5e4-1f0c3d8a9b67',
    privateKeyName: 'payouts',
    publicKey: '7a8b9c0d1e2f30415263748596a7b8c9dadbecfd0e1f20314253647586978899',
    curve: 'CURVE_ED25519',
    addresses: [{ format: 'ADDRESS_FORMAT_SOLANA', address: '9fW3tYkQ6w5z1D8vN2cR7mB4xKjH3pLsUeAoGqTzVyXn' }],
    privateKeyTags: [],
    createdAt: new Date(NOW_MS - 2 * 24 * 60 * MINUTE).toISOString(),
    updatedAt: new Date(NOW_MS - 2 * 24 * 60 * MINUTE).toISOString(),
    exported: true,
    imported: false,
  },
];

const row = (index: number, values: Partial<ActivityRow>): ActivityRow => ({
  id: `0191f3a2-7c4e-7d10-8a5b-00000000000${index}`,
  fingerprint: `sha256:${index.toString(16).padStart(64, '0')}`,
  type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  operation: 'sign_transaction',
  effect: 'sign',
  status: 'ACTIVITY_STATUS_COMPLETED',
  title: 'Send 1,000.00 USDC to 0x5e2f…b7a6',
  words: '',
  reference: null,
  who: 'root',
  whoId: ROOT_USER,
  votes: 1,
  rejections: 0,
  consensus: null,
  waitsForMe: false,
  createdAtMs: NOW_MS - index * 14 * MINUTE,
  ...values,
});

export const activityRows: ActivityRow[] = [
  row(1, {}),
  row(2, {
    title: 'Create API key "desk-two"',
    type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
    operation: 'create_api_keys',
    effect: 'write',
  }),
  row(3, { title: 'Call 0x38ed1739 on 0x7a25…488D, blind', status: 'ACTIVITY_STATUS_FAILED' }),
  row(4, {
    title: 'Create private key "payouts"',
    type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
    operation: 'create_private_keys',
    effect: 'write',
  }),
  row(5, {
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    who: 'desk-two',
    consensus: {
      approvals: 1,
      rejections: 0,
      voters: [{ name: 'desk-two', approved: true }],
      ways: [{ rule: 'Root quorum', have: 1, need: 2, waitingFor: ['root'], waitingCount: 1, text: null }],
    },
  }),
];

export const savedFilters: SavedFilter[] = [
  {
    name: 'Failed this week',
    filter: {
      ...{ list: 'activities', words: '', view: 'failed', status: null },
      ...{ type: null, userId: null, span: 'week' },
    },
  },
];

/** The detail of a row as the service would tell it. */
export function detailOf(of: ActivityRow): ActivityDetail {
  const createdAt = new Date(of.createdAtMs).toISOString();
  const status = of.status as ActivityDetail['activity']['status'];
  return {
    row: of,
    activity: {
      id: of.id,
      organizationId: ORGANIZATION,
      status,
      type: of.type,
      intent: { signTransactionIntentV2: { type: 'TRANSACTION_TYPE_ETHEREUM' } },
      result: null,
      votes: [],
      fingerprint: `sha256:${preview.digest}`,
      canApprove: false,
      canReject: false,
      createdAt,
      updatedAt: createdAt,
    },
    sentence: reading.sentence,
    facts,
    warnings: [],
    reading,
    alarm: null,
    consensus: null,
    proofs: [],
    votes: [
      {
        userId: ROOT_USER,
        userName: of.who,
        selection: 'VOTE_SELECTION_APPROVED',
        publicKey: laptopCredential.publicKey,
        createdAtMs: of.createdAtMs,
        verified: true,
      },
    ],
    createdAtMs: of.createdAtMs,
  };
}

export const journalLines: JournalLine[] = Array.from({ length: 12 }, (_, index) => ({
  number: 1204 - index,
  time: new Date(NOW_MS - index * 7 * MINUTE).toISOString(),
  profile: 'Local',
  publicKey: laptopCredential.publicKey,
  ...(index === 1
    ? { operation: 'approve_activity', subject: `request ${preview.digest}` }
    : { operation: index % 4 === 3 ? 'create_api_keys' : 'sign_transaction' }),
  digest: preview.digest,
  outcome: index === 2 ? 'failed: API_KEY_EXPIRED' : 'completed',
  hash: `${String(index).padStart(2, '0')}ab30c1${preview.digest.slice(8)}`,
}));

export const importedAbi: ImportedAbi = {
  chainId: '1',
  network: 'Ethereum mainnet',
  address: '0x1111111254EEB25477B68fb85Ed929f73A960582',
  name: 'Swap desk',
  functions: 12,
  importedAtMs: NOW_MS,
  isOwn: true,
};

export const descriptorState: DescriptorState = {
  builtIn: 4,
  builtInDate: '2026-11-21',
  tokenListDate: '2026-11-22',
  folder: '/home/operator/descriptors',
  loaded: 2,
  writtenMs: { oldest: NOW_MS - 9 * 86_400_000, newest: NOW_MS - 2 * 86_400_000 },
  tokenLists: [
    {
      file: 'treasury.tokenlist.json',
      name: 'Treasury tokens',
      date: '2026-10-01',
      tokens: 1190,
      leftOut: 10,
    },
  ],
  refused: [
    {
      file: 'vault.json',
      message:
        'The descriptor vault.json is not valid: display.formats.stake(uint256 amount), the field “Amount”, references a missing field, value.',
    },
  ],
};
