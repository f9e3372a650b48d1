import type { AddressFormat } from '../catalogue/fields.ts';
import type { WalletAccountParameters } from '../catalogue/wallets.ts';
import type { KeyCurve } from './curve.ts';

interface UsualAccount {
  readonly curve: KeyCurve;
  /** Where wallets look for the accounts of that address; `i` stands for the account's number (SLIP-44, BIP-44, 84, 86). */
  readonly path: string;
}

const secp256k1 = (path: string): UsualAccount => ({ curve: 'CURVE_SECP256K1', path });
const ed25519 = (path: string): UsualAccount => ({ curve: 'CURVE_ED25519', path });

/** The address formats that wallets of the field derive, the commonest first, each with its usual path. */
const USUAL = new Map<AddressFormat, UsualAccount>([
  ['ADDRESS_FORMAT_ETHEREUM', secp256k1("m/44'/60'/0'/0/i")],
  ['ADDRESS_FORMAT_SOLANA', ed25519("m/44'/501'/i'/0'")],
  ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', secp256k1("m/84'/0'/0'/0/i")],
  ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', secp256k1("m/86'/0'/0'/0/i")],
  ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH', secp256k1("m/44'/0'/0'/0/i")],
  ['ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH', secp256k1("m/84'/1'/0'/0/i")],
  ['ADDRESS_FORMAT_TRON', secp256k1("m/44'/195'/0'/0/i")],
  ['ADDRESS_FORMAT_COSMOS', secp256k1("m/44'/118'/0'/0/i")],
  ['ADDRESS_FORMAT_XRP', secp256k1("m/44'/144'/0'/0/i")],
  ['ADDRESS_FORMAT_DOGE_MAINNET', secp256k1("m/44'/3'/0'/0/i")],
  ['ADDRESS_FORMAT_SUI', ed25519("m/44'/784'/i'/0'/0'")],
  ['ADDRESS_FORMAT_APTOS', ed25519("m/44'/637'/i'/0'/0'")],
  ['ADDRESS_FORMAT_XLM', ed25519("m/44'/148'/i'")],
]);

/** The address formats that have a usual path, the commonest first. */
export const USUAL_FORMATS: readonly AddressFormat[] = [...USUAL.keys()];

/**
 * The account where wallets look for an address of that format.
 * @param index the account's number, from 0
 * @returns undefined for a format without a usual path
 */
export function usualAccount(format: AddressFormat, index: number): WalletAccountParameters | undefined {
  const usual = USUAL.get(format);
  if (usual === undefined) return undefined;
  return {
    curve: usual.curve,
    pathFormat: 'PATH_FORMAT_BIP32',
    path: usual.path.replace('i', String(index)),
    addressFormat: format,
  };
}
