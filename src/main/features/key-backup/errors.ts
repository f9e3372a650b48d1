import { defineErrors } from '#protocol/define-errors.ts';

/** Backups of credentials that aren’t made or don’t come back. Never holds key material. */
export const backupError = defineErrors({
  BACKUP_KEY_UNFIT: [
    'This isn’t a public key of a credential.',
    'Give the public key as hex: 33 bytes, or 32 for Ed25519.',
  ],
  BACKUP_KEY_ABSENT: [
    'This console has no credential with that public key, or it isn’t one that can be backed up.',
    'Credentials shows the public keys. A passkey stays in its authenticator, and a session ends by itself.',
  ],
  BACKUP_KEY_PRESENT: [
    'The keychain already has this key. Nothing was changed.',
    'Use the credential as it is.',
  ],
  BACKUP_FOREIGN: [
    'The backup opens, but it is of another key. Nothing was restored.',
    'Compare the public key with the one that was written down when the backup was made, and use its backup.',
  ],
  BACKUP_UNREADABLE: {
    closed: [
      'The backup doesn’t open: it was changed, or the passphrase or identity is another.',
      'Check the passphrase or identity. If it is the right one, use another copy of the backup.',
    ],
    content: ['The file opens, but it holds no backup of a key.', 'Choose a file that keyops backup wrote.'],
  },
  BACKUP_RECIPIENT_INVALID: [
    'Recipient {position} isn’t an age recipient.',
    'A recipient begins with age1. An identity, AGE-SECRET-KEY-1, is a secret and stays where it is.',
  ],
  BACKUP_PASSPHRASE_SHORT: [
    'A backup’s passphrase has at least {shortest} characters.',
    'Choose a longer one.',
  ],
});
