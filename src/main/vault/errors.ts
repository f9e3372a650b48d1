import { defineErrors } from '#protocol/define-errors.ts';

const MISSING = 'The system keychain cannot be reached. Without it the console keeps no keys.';
const LOCKED = 'The system keychain is locked, or access to it was not allowed.';

/** Keys that cannot be read, found or trusted, and the keychain. Never holds key material. */
export const vaultError = defineErrors({
  CREDENTIAL_KEY_MISSING: [
    'The keychain holds no key for the credential {publicKey}….',
    'Import the key again, or forget the credential.',
  ],
  CREDENTIAL_KEY_MISMATCH: [
    'The keychain item of the credential {publicKey}… holds something else than its key.',
    'Somebody or something changed it. Do not use this credential: revoke its API key, forget it and make a new one.',
  ],
  STORAGE_KEY_MISSING: [
    'The keychain gives no key for the local service’s database. No new key was made, so nothing is lost.',
    'Unlock the keychain that holds service-storage-key, or restore it from a backup. Then check again.',
  ],
  VAULT_LOCKED: ['The console was locked meanwhile.', 'Unlock it and try again.'],
  KEYCHAIN_MISSING: {
    linux: [
      MISSING,
      'Start a Secret Service in this session: install gnome-keyring (or KWallet), log in to a desktop session, or run the console below dbus-run-session with gnome-keyring-daemon --unlock. Then check again.',
    ],
    darwin: [MISSING, 'Open Keychain Access, make sure that the login keychain is listed, then check again.'],
    win32: [MISSING, 'Start the service "Credential Manager" (VaultSvc) in services.msc, then check again.'],
  },
  KEYCHAIN_LOCKED: {
    linux: [
      LOCKED,
      'Unlock the login keyring (Passwords and Keys, or your desktop’s prompt), then check again.',
    ],
    darwin: [
      LOCKED,
      'Unlock the login keychain in Keychain Access and allow KeyOps Console to use it, then check again.',
    ],
    win32: [LOCKED, 'Sign in to Windows again with your password, then check again.'],
  },
  KEY_MALFORMED: {
    der: ['The key file is damaged: its DER structure does not hold together.', 'Export the key again.'],
    curve: ['What stands behind the colon is no known curve.', 'Known are p256, secp256k1 and ed25519.'],
    hex: ['{why}', 'Give the private key as hex or PEM.'],
    halves: ['The two halves of this Ed25519 key do not belong together.', 'Copy the key again.'],
    pem: ['There is no private key in this PEM text.', 'Choose the file with BEGIN PRIVATE KEY in it.'],
    base64: ['The PEM text is not base64 inside.', 'Copy the whole file again.'],
  },
  KEY_TOO_LONG: ['This is far too long to be a key.', 'Choose the file that holds one private key.'],
  KEY_CURVE_MISMATCH: ['The key is {key} key; {chosen} was chosen.', 'Choose {curve}, or another key.'],
  KEY_LENGTH_INVALID: [
    'A private key has 32 bytes; this has {length}.',
    'Copy the whole key, and nothing else.',
  ],
  KEY_CURVE_NEEDED: ['Hex alone does not say which curve the key is on.', 'Choose the curve.'],
  KEY_OUT_OF_RANGE: ['The number is not a private key of {curve}.', 'Copy the key again.'],
  KEY_ENCRYPTED: [
    'This private key is encrypted with a passphrase.',
    'Decrypt it first, for example with openssl pkey.',
  ],
  KEY_CURVE_UNSUPPORTED: {
    label: ['A {label} cannot stamp requests.', 'Use a P-256, secp256k1 or Ed25519 key.'],
    curve: [
      'The key is on a curve, or of a kind, that cannot stamp requests.',
      'Use a P-256, secp256k1 or Ed25519 key.',
    ],
  },
  KEY_IS_PUBLIC: [
    'This is a public key; stamping needs the private one.',
    'Choose the file that holds the private key.',
  ],
  STORAGE_KEY_INVALID: [
    'The keychain item with the key of the local service’s storage was changed.',
    'Restore the item service-storage-key from a backup of the keychain; without it the local keys cannot be read.',
  ],
  CREDENTIAL_FILES_DIFFER: [
    'The files of this key do not belong together: the private key has another public key than they say.',
    'Copy all of its files again, from where the key was made.',
  ],
  PROFILE_CHANGED: [
    'This profile isn’t as you added it: its row in the database was changed. Nothing was sent.',
    'Put the console’s database back. Somebody can write this console’s data folder.',
  ],
});
