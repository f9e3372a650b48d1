import type { AddressFormat } from '#protocol/catalogue/fields.ts';

/** The formats of address by which a key is known on Bitcoin, the usual one first. Apart, so that the window has it alone. */
export const BITCOIN_ADDRESS_FORMATS = (['MAINNET', 'TESTNET', 'SIGNET', 'REGTEST'] as const).flatMap(
  (network) =>
    (['P2WPKH', 'P2TR', 'P2SH', 'P2PKH', 'P2WSH'] as const).map(
      (kind) => `ADDRESS_FORMAT_BITCOIN_${network}_${kind}` as const,
    ),
);

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
