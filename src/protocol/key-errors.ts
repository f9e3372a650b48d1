import { defineErrors } from './define-errors.ts';

const WORDS_OR_KEY = 'Give the 12 to 24 words of a wallet, or import a private key.';

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
      'The private key is not in the form {format}: {why}.',
      'Check that it is whole, and in that form.',
    ],
    solana: [
      'The key file of Solana cannot be read: {why}.',
      'Check that it is whole, as solana-keygen wrote it.',
    ],
  },
  MNEMONIC_INVALID: {
    count: ['The mnemonic has a wrong number of words.', 'Give 12, 15, 18, 21 or 24 words.'],
    words: [
      'The mnemonic has {words} words.',
      'Give 12, 15, 18, 21 or 24 words, with one space between two.',
    ],
    checksum: ['The checksum of the mnemonic does not hold.', 'Check the order of the words, and each word.'],
    strayWord: ['Word {place} of the mnemonic is not in the list.', 'Correct that word.'],
    strayWords: ['Words {places} of the mnemonic are not in the list.', 'Correct those words.'],
    keystore: ['It is a keystore, which holds a single key.', WORDS_OR_KEY],
    noList: ['It is no list of words.', WORDS_OR_KEY],
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
    'The words come with a passphrase on their second line, and another one was given.',
    'Give it once.',
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
      'Give 64 hex digits, a WIF key, a Solana or Sui key, or a file with one of them.',
    ],
    words: ['This is no private key: it has {words} words.', 'Import the words of a wallet as a wallet.'],
  },
  RANDOM_LENGTH: [
    'A P-256 key pair takes {wanted} random bytes, not {length}.',
    'Draw them from the runtime’s CSPRNG.',
  ],
});
