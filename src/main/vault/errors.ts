import { defineErrors } from '#protocol/define-errors.ts';

const MISSING = 'The system keychain can’t be reached. Without it, the console can’t store keys.';
const LOCKED = 'The system keychain is locked, or access to it was denied.';

/** Keys that cannot be read, found or trusted, and the keychain. Never holds key material. */
export const vaultError = defineErrors({
  CREDENTIAL_KEY_MISSING: [
    'The keychain has no key for the credential {publicKey}….',
    'Import the key again, or delete the credential.',
  ],
  CREDENTIAL_KEY_MISMATCH: [
    'The keychain item of the credential {publicKey}… doesn’t contain its key.',
    'Someone or something changed it. Don’t use this credential: delete its API key and the credential, and create a new one.',
  ],
  STORAGE_KEY_MISSING: [
    'The keychain has no key for the local service’s database. No new key was created, so nothing is lost.',
    'Unlock the keychain that holds service-storage-key, or restore it from a backup. Then check again.',
  ],
  KEYCHAIN_ITEM_LOST: [
    'The keychain no longer has the item {item}, which belongs to this console’s database. No new one was created.',
    'Unlock the keychain that holds it, or restore the keychain from a backup. If it is gone for good, start once with --accept-lost-keychain: requests without an answer can’t be sent again then, and profiles are taken as the database has them. Check each profile’s address and keys.',
  ],
  VAULT_LOCKED: ['The console was locked in the meantime.', 'Unlock it and try again.'],
  KEYCHAIN_MISSING: {
    linux: [
      MISSING,
      'Start a Secret Service in this session: install gnome-keyring (or KWallet), log in to a desktop session, or run the console under dbus-run-session with gnome-keyring-daemon --unlock. Then check again.',
    ],
    darwin: [MISSING, 'Open Keychain Access, make sure the login keychain is listed, then check again.'],
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
    der: ['The key file is damaged: its DER structure is invalid.', 'Export the key again.'],
    curve: ['The text after the colon isn’t a known curve.', 'Use p256, secp256k1 or ed25519.'],
    hex: ['{why}', 'Enter the private key as hex or PEM.'],
    halves: ['The private and public halves of this Ed25519 key don’t match.', 'Copy the key again.'],
    pem: ['This PEM text contains no private key.', 'Choose the file that contains BEGIN PRIVATE KEY.'],
    base64: ['The PEM text isn’t valid base64.', 'Copy the whole file again.'],
  },
  KEY_TOO_LONG: ['This is too long to be a key.', 'Choose a file that contains one private key.'],
  KEY_CURVE_MISMATCH: ['The key is {key} key; {chosen} was chosen.', 'Choose {curve}, or another key.'],
  KEY_LENGTH_INVALID: [
    'A private key has 32 bytes; this has {length}.',
    'Copy the whole key, and nothing else.',
  ],
  KEY_CURVE_NEEDED: ['Hex doesn’t include the curve.', 'Choose the curve.'],
  KEY_OUT_OF_RANGE: ['This isn’t a valid {curve} private key.', 'Copy the key again.'],
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
    'This is a public key; stamping needs the private key.',
    'Choose the file that contains the private key.',
  ],
  STORAGE_KEY_INVALID: [
    'The keychain item with the local service’s storage key was changed.',
    'Restore the item service-storage-key from a backup of the keychain; without it the local keys can’t be read.',
  ],
  CREDENTIAL_FILES_DIFFER: [
    'The files of this key don’t match: the private key has a different public key.',
    'Copy all of its files again from where the key was created.',
  ],
  PROFILE_CHANGED: [
    'This profile was changed in the database after you added it. Nothing was sent.',
    'Restore the console’s database. Someone can write to this console’s data folder.',
  ],
});
