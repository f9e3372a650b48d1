import { defineErrors } from '#protocol/define-errors.ts';

/** The service's storage key, and what is sealed under it. */
export const storageKeyError = defineErrors({
  STORAGE_KEY_UNREADABLE: [
    'The storage key cannot be read from file descriptor {fd}.',
    'Open the descriptor for the service, and write the 32 raw bytes of the key to it.',
  ],
  STORAGE_KEY_MISSING: [
    'The keychain no longer holds the storage key of this data folder.',
    'Restore the keychain, or start with another data folder.',
  ],
  STORAGE_KEY_OTHER: [
    'The keychain has another storage key for this data folder. Nothing was changed.',
    'Give another folder, or remove the keychain’s item after you made sure that nothing needs it.',
  ],
  STORAGE_KEY_INVALID: [
    'The storage key has {length} bytes; it must have {wanted}.',
    'Give the 32 raw bytes of the key, and nothing else.',
  ],
  KEYCHAIN_UNAVAILABLE: [
    "The system's keychain cannot be used ({why}).",
    'Unlock or install it, or give the storage key with --storage-key-fd; “restore” also needs --without-keychain then.',
  ],
  SEALED_DATA_INVALID: [
    'The encrypted data of the record {recordId} does not open with this storage key.',
    'Restore the data folder and its storage key from the same backup.',
  ],
});
