/** The text forms that an exported or imported private key may have (PROTOCOL.md, section 10). */
export const KEY_FORMATS = [
  'HEXADECIMAL',
  'SOLANA',
  'BITCOIN_MAINNET_WIF',
  'BITCOIN_TESTNET_WIF',
  'SUI_BECH32',
] as const;
export type KeyFormat = (typeof KEY_FORMATS)[number];

/** The forms as operators call them. */
export const KEY_FORMAT_NAMES: Readonly<Record<KeyFormat, string>> = {
  HEXADECIMAL: 'Hexadecimal',
  SOLANA: 'Solana base58',
  BITCOIN_MAINNET_WIF: 'WIF',
  BITCOIN_TESTNET_WIF: 'WIF, testnet',
  SUI_BECH32: 'Sui',
};
