import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { CeremonyKeysView, KeyCeremoniesState, KeyCeremony } from '#preload/contract/key-ceremonies.ts';
import { NOW_MS } from './fake-data.ts';

const ADA = `02${'ab'.repeat(32)}`;
const BOB = `03${'cd'.repeat(32)}`;

/** A ceremony of two people in which everything is done but Bob's backup. */
export const ceremony: KeyCeremony = {
  id: 'd5b70b93b894777ec1b203bbe59dcc78',
  title: 'Vault keys',
  people: ['Ada Lovelace', 'Bob Noyce'],
  standing: { state: 'newest' },
  entries: [
    { atMs: NOW_MS, done: 'Bob Noyce began the ceremony.', facts: [] },
    {
      atMs: NOW_MS,
      done: 'Ada Lovelace made their own credential in the keychain (P-256).',
      facts: [`public key ${ADA}`],
    },
    {
      atMs: NOW_MS,
      done: 'Bob Noyce made their own credential in the keychain (P-256).',
      facts: [`public key ${BOB}`],
    },
    {
      atMs: NOW_MS,
      done: 'Ada Lovelace wrote their own key to 3 shares on paper, any 2 of which restore it.',
      facts: [],
    },
  ],
  approvals: [],
  open: [
    { step: 'backup', of: 'Bob Noyce' },
    { step: 'trial', of: 'Ada Lovelace' },
    { step: 'trial', of: 'Bob Noyce' },
    { step: 'export', of: null },
    { step: 'enroll', of: 'Ada Lovelace' },
    { step: 'enroll', of: 'Bob Noyce' },
    { step: 'approve', of: 'Ada Lovelace' },
    { step: 'approve', of: 'Bob Noyce' },
  ],
  next: { step: 'backup', of: 'Bob Noyce' },
  backup: null,
  digest: '1e541a1914be19fe07f13d05e6c932f5a4e2bd254b32ec6029e7272aa3a2fe53',
  checks: [
    { passed: true, detail: 'All 4 entries follow each other' },
    { passed: true, detail: 'What the entries say fits together' },
    { passed: false, detail: 'Missing: a backup of the credential of Bob Noyce' },
  ],
};

/** The words of the double's share: none of them stands anywhere else in the window. */
export const SHARE = ['watch', 'vexed', 'academic', 'acid', 'academic', 'duckling', 'premium', 'zero'];

const publicKeys: CeremonyKeysView = {
  ceremony: ceremony.id,
  organization: '8ad09086-c3da-4c2e-9c19-7bcc819fd105',
  credentials: [
    { name: 'Ada Lovelace', publicKey: ADA, curve: 'API_KEY_CURVE_P256' },
    { name: 'Bob Noyce', publicKey: BOB, curve: 'API_KEY_CURVE_P256' },
  ],
};

/** Key ceremonies as the privileged side would answer, without keys behind them. */
export function fakeCeremonies(
  tell: (state: KeyCeremoniesState) => void,
): Handlers<ConsoleContract>['keyCeremonies'] {
  let state: KeyCeremoniesState = { ceremonies: [ceremony], writing: null, trying: null };
  const set = (change: Partial<KeyCeremoniesState>): Promise<undefined> => {
    state = { ...state, ...change };
    tell(state);
    return Promise.resolve(undefined);
  };
  const done = (): Promise<undefined> => Promise.resolve(undefined);
  const path = (): Promise<{ path: string }> => Promise.resolve({ path: '/media/usb/vault' });
  const shares = (id: string, name: string, count: number | null) => ({
    ...{ id, name, done: 0, count, wipesAtMs: Date.now() + 1_800_000 },
  });
  return {
    state: () => Promise.resolve(state),
    begin: () => Promise.resolve({ id: ceremony.id }),
    open: () => Promise.resolve({ id: ceremony.id }),
    create: done,
    bring: done,
    writeShares: ({ id, name, count }) => set({ writing: shares(id, name, count) }),
    revealShare: () => Promise.resolve({ words: SHARE, hidesAtMs: Date.now() + 180_000 }),
    checkShare: () => {
      const { writing } = state;
      return writing === null ? done() : set({ writing: { ...writing, done: writing.done + 1 } });
    },
    stopShares: () => set({ writing: null }),
    saveBackup: path,
    tryShare: ({ id, name }) => set({ trying: { ...shares(id, name, 2), done: 1 } }),
    stopTrial: () => set({ trying: null }),
    tryFile: done,
    exportKeys: path,
    enrolled: () => Promise.resolve({ recorded: 2, refused: [] }),
    approve: done,
    save: path,
    remove: () => set({ ceremonies: [] }),
    readKeys: () => Promise.resolve(publicKeys),
    request: () => Promise.resolve({ id: 'request' }),
  };
}
