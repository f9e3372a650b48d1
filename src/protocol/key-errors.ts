import { defineErrors } from './define-errors.ts';

const WORDS_OR_KEY = 'Enter a wallet’s 12 to 24 words, or import a private key.';

/** What is wrong with a key, the words of a wallet, or a path. */
export const keyError = defineErrors({
  PUBLIC_KEY_INVALID: {
    curve: [
      'The public key is no compressed point of {curve}.',
      'Give the compressed public key of that curve.',
    ],
    bitcoin: [
      'The public key is not a compressed one of secp256k1.',
      'Choose a key whose curve is secp256k1.',
    ],
    ethereum: [
      'The public key is no point of secp256k1.',
      'Use a key whose curve is secp256k1 to sign for Ethereum.',
    ],
    p256: [
      'The {what} is no P-256 public key.',
      'Give a point of the curve: 33 bytes compressed or 65 bytes uncompressed.',
    ],
  },
  KEY_FORMAT: {
    text: [
      'The private key isn’t in {format} format: {why}.',
      'Check that it is complete and in that format.',
    ],
    solana: [
      'The Solana key file can’t be read: {why}.',
      'Check that it is complete, as solana-keygen wrote it.',
    ],
  },
  MNEMONIC_INVALID: {
    count: ['The mnemonic has a wrong number of words.', 'Enter 12, 15, 18, 21 or 24 words.'],
    words: ['The mnemonic has {words} words.', 'Enter 12, 15, 18, 21 or 24 words, separated by spaces.'],
    checksum: ['The checksum of the mnemonic does not hold.', 'Check each word and their order.'],
    strayWord: ['Word {place} of the mnemonic is not in the list.', 'Correct that word.'],
    strayWords: ['Words {places} of the mnemonic are not in the list.', 'Correct those words.'],
    keystore: ['This is a keystore, which contains a single key.', WORDS_OR_KEY],
    noList: ['This isn’t a recovery phrase.', WORDS_OR_KEY],
  },
  MNEMONIC_LENGTH_INVALID: ['A mnemonic cannot have {words} words.', 'Choose 12, 15, 18, 21 or 24.'],
  ENTROPY_INVALID: ['Entropy of {length} bytes makes no mnemonic.', 'Give 16, 20, 24, 28 or 32 bytes.'],
  PATH_INVALID: {
    root: ['invalid path: it does not begin with m.', "Write it like m/44'/60'/0'/0/0."],
    depth: ['invalid path: it has {steps} steps.', 'Use {max} steps at most.'],
    noIndex: [
      'invalid path: step {step} is no index.',
      "Write each step as a number, with ' when it is hardened.",
    ],
    tooLarge: ['invalid path: step {step} is too large.', 'Use an index below 2147483648.'],
    hardened: [
      'invalid path: step {step} is not hardened, and keys of Ed25519 have hardened children only.',
      "Put ' behind every step.",
    ],
  },
  SEED_INVALID: ['A seed of {length} bytes cannot be used.', 'Give 16 to 64 bytes.'],
  DERIVATION_FAILED: ['No key came out of the path.', 'Use another index.'],
  PASSPHRASE_TWICE: [
    'The recovery phrase has a passphrase on its second line, and you entered another one.',
    'Enter it only once.',
  ],
  PRIVATE_KEY_INVALID: {
    curve: [
      'The {length} bytes are no private key of {curve}.',
      'Give the 32 raw bytes of a private key of that curve.',
    ],
    p256: [
      'The private key ({length} bytes) is no P-256 key.',
      'Use the 32-byte private key of the pair whose public key was sent.',
    ],
    secp256k1: ['The private key is not one of secp256k1.', 'Sign with a key whose curve is secp256k1.'],
    taproot: ['The key cannot be tweaked for taproot.', 'Use another key.'],
  },
  KEY_UNKNOWN_FORM: {
    unknown: [
      'Unrecognized private key format.',
      'Enter 64 hex digits, a WIF key, a Solana or Sui key, or choose a file with one of them.',
    ],
    words: ['This isn’t a private key: it has {words} words.', 'Import a recovery phrase as a wallet.'],
  },
  RANDOM_LENGTH: [
    'A P-256 key pair takes {wanted} random bytes, not {length}.',
    'Draw them from the runtime’s CSPRNG.',
  ],
});
