import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';

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
