import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { KeyImport } from '#preload/contract/key-imports.ts';

/** A key as it is shown before anything was asked for; what is here of it is public. */
export const keyDraft: KeyImport = {
  source: null,
  name: '',
  subject: {
    kind: 'privateKey',
    form: 'HEXADECIMAL',
    curves: ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'],
    curve: 'CURVE_SECP256K1',
    publicKey: '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
    addresses: [
      { addressFormat: 'ADDRESS_FORMAT_ETHEREUM', address: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF' },
    ],
  },
  known: [],
  status: { state: 'draft' },
};

export const walletDraft: KeyImport = {
  ...keyDraft,
  subject: {
    kind: 'wallet',
    words: 12,
    hasPassphrase: false,
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        publicKey: '0237b0bb7a8288d38ed49a524b5dc98cff3eb5ca824c9f9dc0dfdb3d9cd600f299',
      },
    ],
  },
};

/** The double's imports of keys and wallets: the same one, whatever is read. */
export function fakeKeyImports(): Handlers<ConsoleContract>['keyImports'] {
  let current: KeyImport | null = null;
  const set = (next: KeyImport): Promise<KeyImport> => {
    current = next;
    return Promise.resolve(next);
  };
  return {
    current: () => Promise.resolve(current),
    read: ({ kind }) => set(kind === 'wallet' ? walletDraft : keyDraft),
    choose: () => set(current ?? keyDraft),
    begin: ({ name }) =>
      set({ ...(current ?? keyDraft), name, status: { state: 'running', step: 'target' } }),
    resume: () => set(current ?? keyDraft),
    clear: () => {
      current = null;
      return Promise.resolve(undefined);
    },
  };
}
