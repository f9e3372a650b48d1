import type { importPrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { importWallet } from '#protocol/catalogue/wallets.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { Fact } from '#chains/model/decoded.ts';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { type Cover, RENDERINGS, type Rendering } from './covers.ts';
import { readPeople } from './people.ts';
import { NOTHING_EXPECTED, type PreviewMaker, type PreviewParts } from './preview-maker.ts';
import type { PreviewOf } from './operation-view.ts';
import { previewWarning } from './warnings.ts';

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
export const importPrivateKeyPreview: PreviewOf<typeof importPrivateKey> = async (
  { privateKeyName, curve, addressFormats, encryptedBundle, userId },
  context,
) => {
  const formats = [...new Set(addressFormats)];
  return describe({
    sentence: `Import the ${KEY_CURVE_NAMES[curve]} key “${revealInvisible(privateKeyName)}” into the organization.`,
    places: formats.map((format) => ({ label: FORMAT_NAMES[format] })),
    ofPlace: addressFormats.map((format, index) => ({
      place: formats.indexOf(format),
      path: ['addressFormats', index],
      as: 'addressFormat',
    })),
    addresses: context.sealedAddresses?.(encryptedBundle),
    more: [
      { label: 'Name', value: revealInvisible(privateKeyName), kind: 'text' },
      { label: 'Curve', value: KEY_CURVE_NAMES[curve], kind: 'text' },
      (await readPeople(context)).factOf(userId),
      { label: 'Encrypted key', value: encryptedBundle, kind: 'data' },
    ],
  });
};

/** "Import the wallet “Cold” with 2 accounts", each with its path and address. */
export const importWalletPreview: PreviewOf<typeof importWallet> = async (
  { walletName, accounts, encryptedBundle, userId },
  context,
) => {
  const count = `${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`;
  return describe({
    sentence: `Import the wallet “${revealInvisible(walletName)}” with ${count} into the organization.`,
    places: accounts.map(({ addressFormat, path, curve, pathFormat }) => ({
      label: FORMAT_NAMES[addressFormat],
      note: [path, KEY_CURVE_NAMES[curve], RENDERINGS.pathFormat(pathFormat)].join(', '),
    })),
    ofPlace: accounts.flatMap((_, place) =>
      ACCOUNT_WORDS.map(([name, as]) => ({ place, path: ['accounts', place, name], as })),
    ),
    addresses: context.sealedAddresses?.(encryptedBundle),
    more: [
      { label: 'Name', value: revealInvisible(walletName), kind: 'text' },
      (await readPeople(context)).factOf(userId),
      { label: 'Encrypted words', value: encryptedBundle, kind: 'data' },
    ],
  });
};

/** What the line of an account says of it. */
const ACCOUNT_WORDS: readonly (readonly [name: string, as: Rendering])[] = [
  ['addressFormat', 'addressFormat'],
  ['path', 'plain'],
  ['curve', 'curve'],
  ['pathFormat', 'pathFormat'],
];

interface Import {
  readonly sentence: string;
  readonly places: readonly { readonly label: string; readonly note?: string }[];
  /** Which place speaks for which parameter. */
  readonly ofPlace: readonly (Omit<Cover, 'fact'> & { readonly place: number })[];
  /** In the places' order, as they were shown before; undefined where another program sealed the key. */
  readonly addresses: readonly string[] | undefined;
  readonly more: readonly Fact[];
}

function describe({ sentence, places, ofPlace, addresses, more }: Import): PreviewParts {
  const facts = places.map((place, index): Fact => ({
    ...place,
    ...(addresses === undefined
      ? { value: 'not known here', kind: 'text' }
      : { value: addresses[index] ?? '', kind: 'address' }),
  }));
  return {
    sentence: [{ kind: 'text', value: sentence }],
    facts: [...facts, ...more],
    covers: ofPlace.flatMap(({ place, path, as }) => {
      const fact = facts[place];
      return fact === undefined ? [] : [{ fact, path, as }];
    }),
    warnings: addresses === undefined ? [previewWarning('SEALED_ELSEWHERE')] : [],
    reading: null,
    expectation: addresses === undefined ? NOTHING_EXPECTED : { kind: 'imported', addresses: [...addresses] },
  };
}
