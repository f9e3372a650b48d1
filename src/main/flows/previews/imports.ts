import { importPrivateKey } from '../../../protocol/catalogue/import-private-key.ts';
import { importWallet } from '../../../protocol/catalogue/import-wallet.ts';
import type { SubmitOperation } from '../../../protocol/catalogue/operation.ts';
import type { Fact, Warning } from '../../../protocol/chains/reading.ts';
import { FORMAT_NAMES } from '../../../protocol/keys/addresses/format-names.ts';
import { KEY_CURVE_NAMES } from '../../../protocol/keys/curve.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker, PreviewParts } from './preview-maker.ts';

/** "Ask for a key of one use, to seal a wallet to." */
export const initImportPreview: PreviewMaker = (_parameters, { operation }) =>
  Promise.resolve({
    sentence: [{ kind: 'text', value: `Ask for a key of one use, to seal a ${whatOf(operation)} to.` }],
    facts: [],
    warnings: [],
    reading: null,
    expectation: NOTHING_EXPECTED,
  });

const whatOf = ({ path }: SubmitOperation): string => (path.endsWith('wallet') ? 'wallet' : 'private key');

/** "Import the secp256k1 key “Treasury”", with the addresses that were derived from what is sealed. */
export const importPrivateKeyPreview: PreviewMaker = (parameters, { sealedAddresses }) => {
  const { privateKeyName, curve, addressFormats, encryptedBundle } =
    importPrivateKey.parameters.parse(parameters);
  return Promise.resolve(
    describe(
      `Import the ${KEY_CURVE_NAMES[curve]} key “${privateKeyName}” into the organization.`,
      [...new Set(addressFormats)].map((format) => ({ label: FORMAT_NAMES[format] })),
      sealedAddresses?.(encryptedBundle),
    ),
  );
};

/** "Import the wallet “Cold” with 2 accounts", each with its path and address. */
export const importWalletPreview: PreviewMaker = (parameters, { sealedAddresses }) => {
  const { walletName, accounts, encryptedBundle } = importWallet.parameters.parse(parameters);
  const count = `${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`;
  return Promise.resolve(
    describe(
      `Import the wallet “${walletName}” with ${count} into the organization.`,
      accounts.map(({ addressFormat, path }) => ({ label: FORMAT_NAMES[addressFormat], note: path })),
      sealedAddresses?.(encryptedBundle),
    ),
  );
};

const SEALED_ELSEWHERE: Warning = {
  code: 'SEALED_ELSEWHERE',
  severity: 'danger',
  title: 'What is sealed in it was not sealed by this console',
  text: 'Nobody can say here which key it is, nor who else has it. Approve it only if you know whose key it is.',
};

/** @param addresses in the places' order, as they were shown before; undefined where another program sealed the key */
function describe(
  sentence: string,
  places: readonly { readonly label: string; readonly note?: string }[],
  addresses: readonly string[] | undefined,
): PreviewParts {
  return {
    sentence: [{ kind: 'text', value: sentence }],
    facts: places.map((place, index): Fact => ({
      ...place,
      ...(addresses === undefined
        ? { value: 'not known here', kind: 'text' }
        : { value: addresses[index] ?? '', kind: 'address' }),
    })),
    warnings: addresses === undefined ? [SEALED_ELSEWHERE] : [],
    reading: null,
    expectation: addresses === undefined ? NOTHING_EXPECTED : { kind: 'imported', addresses: [...addresses] },
  };
}
