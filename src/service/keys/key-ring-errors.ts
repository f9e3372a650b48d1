import { defineErrors } from '#protocol/define-errors.ts';
import { StorageError } from '#storage/storage-error.ts';

/** Secrets that can’t be opened or sealed here now: the request is answered with 503, and changes nothing. */
export const keyRingError = defineErrors(
  {
    STORAGE_KEY_NOT_GIVEN: [
      'Secrets of this database are under version {version} of the storage key ({id}), and this service was not given that key.',
      'Start the service with that key. While the key is being turned, give each service the old key and the new one.',
    ],
    KEY_SERVICE_UNAVAILABLE: {
      engine: [
        'The service that holds the storage key can’t be used ({why}). What was asked for was not done.',
        'Check that it runs and is unsealed, and that its address, token and key are right. Then try again.',
      ],
      token: [
        'The token that holds the storage key can’t be used ({why}). What was asked for was not done.',
        'Check that the token is connected, and that its module, label, key and PIN file are right. Then try again.',
      ],
    },
    TOKEN_PIN_REFUSED: {
      wrong: [
        'The token “{token}” refused the PIN. It is not tried again, since tokens lock after a few wrong ones.',
        'Put the right PIN into the file of --pkcs11-pin-file, then try again.',
      ],
      locked: [
        'The PIN of the token “{token}” is locked: too many wrong ones were entered.',
        'Have the token’s security officer set a new PIN, and put it into the file of --pkcs11-pin-file.',
      ],
      spared: [
        'A wrong PIN was entered for the token “{token}” since its last login. The PIN was not tried, since tokens lock after a few wrong ones.',
        'Log in to the token once with another program, which resets its count, and check the file of --pkcs11-pin-file. Then try again.',
      ],
    },
    STORAGE_KEY_GONE: [
      'The token no longer has the key {id}, which secrets of this database are under.',
      'Restore that key from the token’s backup, with its label and ID.',
    ],
    STORAGE_KEY_RETIRED: [
      'A secret is under version {version} of the storage key, which this database has turned away from: an old copy of it was put back.',
      'Restore the database from a backup.',
    ],
  },
  ({ code, message, remedy }, details: { readonly cause?: unknown }) =>
    new StorageError(code, message, remedy, details),
);
