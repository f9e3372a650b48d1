import type { PrivateKey } from '../../../../protocol/catalogue/private-key.ts';

/** How an address is written. */
export type AddressFormat = NonNullable<PrivateKey['addresses'][number]['format']>;

/** The curves of private keys as operators call them. */
export const KEY_CURVE_NAMES: Readonly<Record<PrivateKey['curve'], string>> = {
  CURVE_SECP256K1: 'secp256k1',
  CURVE_ED25519: 'Ed25519',
  CURVE_P256: 'P-256',
};

/** Address formats as operators call them. */
export const FORMAT_NAMES: Readonly<Record<AddressFormat, string>> = {
  ADDRESS_FORMAT_ETHEREUM: 'Ethereum',
  ADDRESS_FORMAT_SOLANA: 'Solana',
  ADDRESS_FORMAT_COMPRESSED: 'Compressed public key',
  ADDRESS_FORMAT_UNCOMPRESSED: 'Uncompressed public key',
  ADDRESS_FORMAT_COSMOS: 'Cosmos',
  ADDRESS_FORMAT_TRON: 'Tron',
  ADDRESS_FORMAT_SUI: 'Sui',
  ADDRESS_FORMAT_APTOS: 'Aptos',
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH: 'Bitcoin P2PKH',
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH: 'Bitcoin P2SH',
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: 'Bitcoin P2WPKH',
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH: 'Bitcoin P2WSH',
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR: 'Bitcoin P2TR',
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH: 'Bitcoin testnet P2PKH',
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH: 'Bitcoin testnet P2SH',
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH: 'Bitcoin testnet P2WPKH',
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH: 'Bitcoin testnet P2WSH',
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR: 'Bitcoin testnet P2TR',
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH: 'Bitcoin signet P2PKH',
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH: 'Bitcoin signet P2SH',
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH: 'Bitcoin signet P2WPKH',
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH: 'Bitcoin signet P2WSH',
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR: 'Bitcoin signet P2TR',
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH: 'Bitcoin regtest P2PKH',
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH: 'Bitcoin regtest P2SH',
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH: 'Bitcoin regtest P2WPKH',
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH: 'Bitcoin regtest P2WSH',
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR: 'Bitcoin regtest P2TR',
  ADDRESS_FORMAT_SEI: 'Sei',
  ADDRESS_FORMAT_XLM: 'Stellar',
  ADDRESS_FORMAT_DOGE_MAINNET: 'Dogecoin',
  ADDRESS_FORMAT_DOGE_TESTNET: 'Dogecoin testnet',
  ADDRESS_FORMAT_TON_V3R2: 'TON v3r2',
  ADDRESS_FORMAT_TON_V4R2: 'TON v4r2',
  ADDRESS_FORMAT_TON_V5R1: 'TON v5r1',
  ADDRESS_FORMAT_XRP: 'XRP',
  ADDRESS_FORMAT_SPARK_MAINNET: 'Spark',
  ADDRESS_FORMAT_SPARK_REGTEST: 'Spark regtest',
};

/** The address formats that a curve has, the usual one first. */
export const FORMATS_OF_CURVE: Readonly<Record<PrivateKey['curve'], readonly AddressFormat[]>> = {
  CURVE_SECP256K1: [
    'ADDRESS_FORMAT_ETHEREUM',
    'ADDRESS_FORMAT_TRON',
    'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
    'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
    'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH',
    'ADDRESS_FORMAT_COMPRESSED',
    'ADDRESS_FORMAT_UNCOMPRESSED',
  ],
  CURVE_ED25519: ['ADDRESS_FORMAT_SOLANA', 'ADDRESS_FORMAT_COMPRESSED'],
  CURVE_P256: ['ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_UNCOMPRESSED'],
};

/** What is known of a key by its curve and its addresses. */
export type KeyOfAddresses = Pick<PrivateKey, 'curve' | 'addresses'>;

/** A key's address in a format, or null where it has none, or is of another curve. */
export function addressOn(
  key: KeyOfAddresses,
  curve: PrivateKey['curve'],
  format: AddressFormat,
): string | null {
  const found = key.addresses.find((entry) => entry.format === format);
  return key.curve === curve ? (found?.address ?? null) : null;
}

/** When a key was made, in ms since the epoch; null where the service's time is no time. */
export function createdMs({ createdAt }: Pick<PrivateKey, 'createdAt'>): number | null {
  // As in the protocol's timestampMs; its module would bring every schema of the wire into the window.
  const ms = typeof createdAt === 'string' ? Date.parse(createdAt) : Number(createdAt.seconds) * 1000;
  return Number.isFinite(ms) ? ms : null;
}
