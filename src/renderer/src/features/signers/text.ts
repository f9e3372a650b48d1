/** The words about keys and wallets that sign. */
export const SIGNER_TEXT = {
  chains: {
    ethereum: 'Ethereum and EVM chains',
    ethereumKey: 'Ethereum transactions require a secp256k1 key with an Ethereum address.',
    solana: 'Solana',
    solanaKey: 'Solana transactions require an Ed25519 key with a Solana address.',
    tempo: 'Tempo',
    tempoKey: 'Tempo transactions require a secp256k1 key with an Ethereum address.',
    tron: 'Tron',
    tronKey: 'Tron transactions require a secp256k1 key with a Tron address.',
    bitcoin: 'Bitcoin',
    bitcoinKey: 'PSBTs require a secp256k1 key with a Bitcoin address.',
  },
  /** In a row with others. */
  addresses: { ethereum: 'mainnet and EVM chains', solana: 'owner account' },
  short: { ethereum: 'Ethereum', solana: 'Solana', tempo: 'Tempo', tron: 'Tron', bitcoin: 'Bitcoin' },
  signWith: (name: string): string => `Sign with ${name}`,
  sign: 'Sign',
  wallet: 'Wallet',
} as const;
