import { ADDRESS_TABLE } from '#chains/addresses/address-of.ts';
import { anyContract } from '#chains/ethereum/interfaces/abi-reader.ts';
import { type ContractInterfaces, firstOf } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import { MAX_ABI_LENGTH } from '#chains/ethereum/interfaces/parse-abi.ts';
import { listActivities } from '#protocol/catalogue/activities.ts';
import type { CURVES } from '#protocol/catalogue/fields.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { readFolder } from '../features/contract-interfaces/interface-folder.ts';
import { startingInterfaces } from '../features/contract-interfaces/module.ts';
import type { PreviewReads } from '../features/previews/preview-maker.ts';
import { consoleError } from '../platform/errors.ts';
import { readUpTo } from '../platform/plain-files.ts';
import type { GivenKey } from './inspect-input.ts';

/**
 * The interfaces that previews read calls by: an ABI first, then a folder of descriptors, then those that come with the
 * console, as in its window.
 * @param onRefused called with each file of the folder that could not be read, and why
 * @throws AppError `FILE_UNREADABLE`, `FILE_TOO_LARGE`, `FOLDER_UNREADABLE`, `FOLDER_TOO_FULL`, and those of `parseAbi`
 */
export async function inspectInterfaces(
  sources: { readonly abi?: string | undefined; readonly descriptors?: string | undefined },
  onRefused: (file: string, message: string) => void,
): Promise<ContractInterfaces> {
  const { abi, descriptors } = sources;
  const all: ContractInterfaces[] = [];
  if (abi !== undefined) all.push(anyContract(fromUtf8(await readUpTo(abi, MAX_ABI_LENGTH), 'ABI')));
  if (descriptors !== undefined) {
    const folder = await readFolder(descriptors);
    for (const { file, message } of folder.refused) onRefused(file, message);
    all.push(folder.interfaces);
  }
  return firstOf(...all, startingInterfaces());
}

type Curve = (typeof CURVES)[number];
type WithPublicKey = GivenKey & { readonly publicKey: string };

/** What previews read where no service is: the keys that the line names, and nothing else. */
export function inspectReads(ours: readonly GivenKey[], interfaces: ContractInterfaces): PreviewReads {
  const hasPublicKey = (key: GivenKey): key is WithPublicKey => key.publicKey !== undefined;
  const keys = ours.filter(hasPublicKey).map(toPrivateKey);
  const accounts = ours.filter((key) => !hasPublicKey(key)).flatMap(toAccounts);
  return {
    listPrivateKeys: () => Promise.resolve(keys),
    listAccounts: () => Promise.resolve(accounts),
    interfaces: () => Promise.resolve(interfaces),
    // Nothing waits for votes where no service is; every other question stays without an answer.
    ask: ((operation: unknown) =>
      operation === listActivities
        ? Promise.resolve({ activities: [] })
        : Promise.reject(noService())) as PreviewReads['ask'],
    self: () => Promise.reject(noService()),
  };
}

const NEVER = '0';
const UNKNOWN_DATES = { createdAt: NEVER, updatedAt: NEVER };

/** A key that has no ID here goes by its name, which `signWith` may give in the ID's place. */
const toPrivateKey = ({ name, publicKey, addresses }: WithPublicKey): PrivateKey => ({
  privateKeyId: name.toLowerCase(),
  privateKeyName: name,
  publicKey: publicKey.toLowerCase(),
  curve: curveOf(addresses[0]?.format, publicKey),
  addresses,
  privateKeyTags: [],
  exported: false,
  imported: false,
  ...UNKNOWN_DATES,
});

/** Addresses without a public key are what accounts look like whose key is not known here. */
const toAccounts = ({ name, addresses }: GivenKey): WalletAccount[] =>
  addresses.map(({ format, address }) => ({
    walletAccountId: '',
    organizationId: '',
    walletId: '',
    curve: curveOf(format),
    pathFormat: 'PATH_FORMAT_BIP32',
    path: '',
    addressFormat: format,
    address,
    name,
    ...UNKNOWN_DATES,
  }));

/** The curve that an address format belongs to; where it has several, the length of the public key tells. */
function curveOf(format: GivenKey['addresses'][number]['format'] | undefined, publicKey = ''): Curve {
  const curves = format === undefined ? [] : (Object.keys(ADDRESS_TABLE[format]) as Curve[]);
  const [only] = curves;
  if (curves.length === 1 && only !== undefined) return only;
  return publicKey.length === 64 ? 'CURVE_ED25519' : 'CURVE_SECP256K1';
}

const noService = (): AppError => consoleError('NO_SERVICE');
