import { defineErrors } from '#protocol/define-errors.ts';

/** Backups of the service on this computer. */
export const serviceBackupError = defineErrors({
  SERVICE_BACKUP_NOTHING: [
    'The local service has no database yet, so there is nothing to back up.',
    'Create or import a credential for the profile Local first.',
  ],
  SERVICE_BACKUP_NO_CREDENTIAL: [
    'The profile Local has no credential, so no service can use the backup.',
    'Create or import its credential first, then restore.',
  ],
  SERVICE_BACKUP_BUSY: [
    'A backup of the local service is already being made, verified or restored.',
    'Wait until it is done.',
  ],
  SERVICE_BACKUP_OFFLINE: [
    'The console is offline, so it doesn’t run the local service.',
    'Start the console without --offline to back the service up or restore it.',
  ],
  SERVICE_BACKUP_REFUSED: [
    'This backup can’t be used. {why}',
    'Choose another backup. The local service was not changed.',
  ],
  SERVICE_BACKUP_FOREIGN: {
    key: [
      'This backup is of another service: this computer’s storage key doesn’t open it.',
      'Choose a backup of this service. To move a service here, restore it with its storage key: docs/guide/backup.md.',
    ],
    root: [
      'This backup is of another service: it was created with another root key, {key}.',
      'Choose a backup of the service that this computer’s profile Local uses.',
    ],
    keys: [
      'This backup is of another service: its organization {organizationId} has other keys than those pinned for the profile Local.',
      'Choose a backup of the service that this computer’s profile Local uses.',
    ],
  },
});
