import { create } from 'zustand';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { createScreenFlow } from '../requests/request-flow.ts';
import { FORMATS_OF_CURVE } from '../signers/key-facts.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';

/** The private keys as the service last listed them; public parts alone. */
export type KeysState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | { readonly state: 'ready'; readonly keys: readonly PrivateKey[] };

export const useKeys = create<KeysState>(() => ({ state: 'loading' }));

let asked = 0;

onOtherProfile(() => {
  asked += 1;
  useKeys.setState({ state: 'loading' }, true);
});

/** Asks for the keys again; what is shown stays until the answer is there. */
export async function loadKeys(): Promise<void> {
  const mine = (asked += 1);
  try {
    const keys = await getConsole().keys.list();
    if (asked === mine) useKeys.setState({ state: 'ready', keys }, true);
  } catch (thrown) {
    if (asked === mine) useKeys.setState({ state: 'failed', error: asBridgeError(thrown) }, true);
  }
}

/** A key that is to be made. */
export interface KeyDraft {
  readonly name: string;
  readonly curve: PrivateKey['curve'];
  readonly formats: readonly AddressFormat[];
}

/** The usual key: it signs Ethereum transactions. */
export const FIRST_KEY: KeyDraft = {
  name: '',
  curve: 'CURVE_SECP256K1',
  formats: ['ADDRESS_FORMAT_ETHEREUM'],
};

/** The dialog's request. */
export const createFlow = createScreenFlow();

/** Another curve has other addresses: its usual one is chosen. */
export const withCurve = (draft: KeyDraft, curve: KeyDraft['curve']): KeyDraft => ({
  ...draft,
  curve,
  formats: FORMATS_OF_CURVE[curve].slice(0, 1),
});

/** Prepares the request that makes a key. */
export const prepareKey = (draft: KeyDraft): Promise<void> =>
  createFlow.prepare('create_private_keys', {
    privateKeys: [
      {
        privateKeyName: draft.name.trim(),
        curve: draft.curve,
        privateKeyTags: [],
        addressFormats: [...draft.formats],
      },
    ],
  });
