/** The formats of address by which a key is known on Bitcoin, the usual one first. Apart, so that the window has it alone. */
export const BITCOIN_ADDRESS_FORMATS = (['MAINNET', 'TESTNET', 'SIGNET', 'REGTEST'] as const).flatMap(
  (network) =>
    (['P2WPKH', 'P2TR', 'P2SH', 'P2PKH', 'P2WSH'] as const).map(
      (kind) => `ADDRESS_FORMAT_BITCOIN_${network}_${kind}` as const,
    ),
);
