/** Parts of names that are written in capitals. */
const CAPITALS = new Set(
  'API BLE BTC CPU EIP712 EIP7702 GRPC HTTP ID IP JSON NFC OAUTH OIDC P2PKH P2SH P2TR P2WPKH P2WSH SHA256 SMS TON TVC URL USB UTF8 V3R2 V4R2 V5R1 XLM XRP P256'.split(
    ' ',
  ),
);
const SPECIAL: Readonly<Record<string, string>> = {
  BIP32: 'BIP-32',
  ED25519: 'Ed25519',
  EIP712: 'EIP-712',
  EIP7702: 'EIP-7702',
  KECCAK256: 'Keccak-256',
  OAUTH: 'OAuth',
  OAUTH2: 'OAuth 2.0',
  P256: 'P-256',
  SECP256K1: 'secp256k1',
  SHA256: 'SHA-256',
  UTF8: 'UTF-8',
};
/** CAIP-2 names of chains that fields offer. */
const CHAINS: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:56': 'BNB Smart Chain',
  'eip155:137': 'Polygon',
  'eip155:4217': 'Tempo',
  'eip155:8453': 'Base',
  'eip155:42161': 'Arbitrum One',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'Solana devnet',
};

const wordOf = (part: string): string => SPECIAL[part] ?? (CAPITALS.has(part) ? part : part.toLowerCase());
const sentence = (words: readonly string[]): string => {
  const text = words.join(' ');
  return text.startsWith('secp') ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
};

/**
 * Words for the values of an enumeration: what all names begin with is left out, `ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR`
 * becomes "Bitcoin testnet P2TR". A single value keeps its last two parts.
 */
export function wordsOfValues(values: readonly string[]): readonly string[] {
  const parts = values.map((value) => value.split('_'));
  const [first = []] = parts;
  let shared = values.length > 1 ? 0 : Math.max(0, first.length - 2);
  while (
    values.length > 1 &&
    parts.every((one) => one.length > shared + 1 && one[shared] === first[shared])
  ) {
    shared += 1;
  }
  return values.map((value, index) => {
    if (!/^[A-Z0-9_]+$/.test(value))
      return CHAINS[value] === undefined ? value : `${CHAINS[value]} (${value})`;
    return sentence((parts[index] ?? []).slice(shared).map(wordOf));
  });
}

/** A member's name in words: `filterByStatus` becomes "Filter by status"; empty for no name. */
export const labelOfName = (name: string): string =>
  sentence(
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .split('_')
      .map((part) => wordOf(part.toUpperCase())),
  );

/** What one of several is called: "API keys" becomes "API key". */
export const singular = (words: string): string =>
  words.endsWith('ies') ? `${words.slice(0, -3)}y` : words.replace(/([^s])s$/, '$1');
