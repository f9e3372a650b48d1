import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { createScreenFlow } from '../requests/request-flow.ts';
import { FORMATS_OF_CURVE } from '../signers/key-facts.ts';
import type { AddressFormat } from '../signers/key-facts.ts';

/** A key that is to be made. */
export interface KeyDraft {
  readonly name: string;
  readonly curve: PrivateKey['curve'];
  readonly formats: readonly AddressFormat[];
}

/** The usual key: it signs Ethereum transactions. */
export const FIRST_DRAFT: KeyDraft = {
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
