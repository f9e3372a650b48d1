import { create } from 'zustand';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { allPages } from '../../bridge/pages.ts';
import { createTurns } from '../../bridge/turns.ts';
import { createScreenFlow } from '../requests/request-flow.ts';
import { FORMATS_OF_CURVE } from '../signers/key-facts.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';

/** The private keys as the service last listed them; public parts alone. */
export type KeysState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: BridgeError }
  | {
      readonly state: 'ready';
      readonly keys: readonly PrivateKey[];
      /** Whether more are on their way. */ readonly isPart: boolean;
    };

export const useKeys = create<KeysState>(() => ({ state: 'loading' }));

const turns = createTurns();

onOtherProfile(() => {
  turns.end();
  useKeys.setState({ state: 'loading' }, true);
});

/** Asks for the keys again, page by page; what is shown stays until there is more, or the last page. */
export async function loadKeys(): Promise<void> {
  const isMine = turns.begin();
  const show = (keys: readonly PrivateKey[], isPart: boolean): void => {
    const known = useKeys.getState();
    // The beginning of a list says less than the list of a moment ago.
    const isLess = isPart && known.state === 'ready' && known.keys.length >= keys.length;
    if (isMine() && !isLess) useKeys.setState({ state: 'ready', keys, isPart }, true);
  };
  const page = (after: string | undefined): Promise<readonly PrivateKey[]> => {
    // Somebody asked again, or another profile is shown: nobody waits for the rest.
    if (!isMine()) return Promise.resolve([]);
    return getConsole().keys.list(after === undefined ? undefined : { after });
  };
  try {
    const all = await allPages(
      page,
      ({ privateKeyId }) => privateKeyId,
      (rows) => show(rows, true),
    );
    show(all, false);
  } catch (thrown) {
    if (isMine()) useKeys.setState({ state: 'failed', error: asBridgeError(thrown) }, true);
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
