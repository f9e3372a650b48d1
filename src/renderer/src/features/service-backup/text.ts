/** The words about backups of the local service. */
export const SERVICE_BACKUP_TEXT = {
  title: 'Local service backups',
  text: 'A backup has all keys, users, policies and activities of the service on this computer. Its keys are encrypted: only this computer’s keychain opens them.',
  make: 'Back up',
  verify: 'Verify backup',
  restore: 'Restore backup',
  restoreNote:
    'The approval shows the backup beside the current database. The service restarts, and requests on their way get no answer.',
  file: 'Backup file',
  filePlaceholder: '/path/to/keyops-service.sqlite',
  fileHelp: 'A file that “Back up” wrote.',
  done: {
    make: 'Backup saved and verified',
    verify: 'Backup verified',
    restore: 'Local service restored',
  },
  path: 'File',
  organization: 'Organization',
  created: 'Created',
  newest: 'Newest activity',
  noActivity: 'None',
  activities: 'Activities',
  digest: 'SHA-256',
  replaced: 'Replaced database',
} as const;
