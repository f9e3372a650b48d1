import { defineErrors } from '#protocol/define-errors.ts';

const AS_USED = 'Start it as its usage line says.';

/** What keeps the service from starting. */
export const startError = defineErrors({
  ARGUMENTS_INVALID: {
    unreadable: ['{why}', AS_USED],
    missing: ['--{name} is missing.', AS_USED],
    number: ['--{name} must be a whole number from {least} to {most}, not "{text}".', AS_USED],
    rewrapPlace: [
      'rewrap needs either --data, a folder that no service works with, or --database.',
      'A running service turns the key of its own folder: start it with --rewrap.',
    ],
    restoreKey: [
      '--for-console takes --storage-key-fd as its only key and not --without-keychain, which needs --storage-key-fd.',
      AS_USED,
    ],
    newStorageKey: [
      '--new-storage-key-fd needs the key that the secrets are under now: --storage-key-fd with another descriptor, --vault-url or --pkcs11-module.',
      AS_USED,
    ],
    vault: ['--vault-url, --vault-key and --vault-token-file belong together.', AS_USED],
    vaultUrl: [
      '--vault-url must be https://HOST[:PORT], without a path; http leads to this computer alone.',
      'Give the address alone. The token stands in the file of --vault-token-file.',
    ],
    vaultName: ['--vault-key and --vault-mount must be names of letters, digits, “-”, “_” and “.”.', AS_USED],
    vaultCa: [
      '--vault-ca must be “system”, or name a PEM file that holds the certificates of authorities and nothing else: {file}.',
      AS_USED,
    ],
    pkcs11: [
      '--pkcs11-module, --pkcs11-token, --pkcs11-key and --pkcs11-pin-file belong together, and --pkcs11-env to them.',
      AS_USED,
    ],
    pkcs11Module: [
      '--pkcs11-module must be the absolute path of a file that not everybody may change: {file}.',
      'Give the PKCS #11 module of the token’s vendor, for example /usr/lib/softhsm/libsofthsm2.so.',
    ],
    pkcs11Label: [
      '--pkcs11-token and --pkcs11-key must be labels without spaces at the end; a token’s has {most} bytes at most.',
      AS_USED,
    ],
    pkcs11Env: [
      '--pkcs11-env must be the name of a variable that the module needs, not "{text}".',
      'Name those of the module’s documentation. Node’s own aren’t passed on.',
    ],
    turnTo: [
      '--vault-url and --pkcs11-module together need --turn-to vault or --turn-to pkcs11, and no other key.',
      'Name the one that the secrets are to be turned to. With one of them alone, leave --turn-to out.',
    ],
    rootKey: [
      '--root-public-key must be hex: a compressed point (33 bytes), or 32 bytes for Ed25519.',
      AS_USED,
    ],
    rootKeyPoint: ['--root-public-key {fault}.', AS_USED],
    rootKeyCurve: ['--root-key-curve must be one of {curves}.', AS_USED],
    issuers: ['--oidc-issuers must name a JSON file with a list of {issuer, jwks}: {file}.', AS_USED],
    webhookProxy: [
      '--webhook-proxy must be http://HOST:PORT, without a user name, a password or a path.',
      AS_USED,
    ],
    webhookCa: [
      '--webhook-ca must name a PEM file that holds the certificates of authorities and nothing else: {file}.',
      AS_USED,
    ],
    webhookCaSystem: [
      '--webhook-ca system finds no certificates that the service can read on this computer.',
      'Name a PEM file instead.',
    ],
    solanaCluster: ['--solana-rpc must be CAIP2=URL, with one of {clusters}.', AS_USED],
    solanaAddress: ['--solana-rpc {name} must have an http or https address.', AS_USED],
    solanaTwice: ['--solana-rpc names {cluster} twice.', AS_USED],
    wire: ['--wire must be one of {wires}.', AS_USED],
    host: ['--host must be an IP address of this computer, not "{text}".', AS_USED],
    origin: [
      '--allow-origin must be one origin as a browser writes it, not "{text}".',
      'Give it like https://app.example or http://localhost:3000, without a path or a wildcard.',
    ],
    proxy: [
      '--trusted-proxy must be an IP address or a CIDR block, not "{text}".',
      'Give the addresses that your proxies connect from.',
    ],
    everyProxy: [
      '--trusted-proxy {text} holds every address: anybody could then choose where a request seems to come from.',
      'Give the addresses that your proxies connect from.',
    ],
    publicName: [
      '--public-name must be one host name without a port, not "{text}".',
      'Give the name that clients have in their URL. A wildcard isn’t taken.',
    ],
    proxyProtocol: [
      '--proxy-protocol reads nothing without --trusted-proxy.',
      'Give the addresses that your proxies connect from.',
    ],
    metricsListen: [
      '--metrics-listen must be an IP address of this computer and a port, not "{text}".',
      'Give it like 127.0.0.1:9464 or [::1]:9464.',
    ],
    tlsPair: ['--tls-cert and --tls-key belong together.', 'Give both, or neither.'],
    tlsFile: ['This file of the TLS certificate or its key can’t be read as PEM: {file}.', AS_USED],
    tlsKey: ['{file} doesn’t hold the key of the TLS certificate, as PEM without a password.', AS_USED],
    tlsKeyOpen: [
      'Others on this computer can read the TLS key {file}, or its group can change it. It wasn’t used.',
      'Restrict it with chmod 600 (640 for a group that may read it). If others have had access, get a new key.',
    ],
    tlsOver: ['The TLS certificate {file} was valid until {until}.', 'Renew it, then start again.'],
    database: [
      '--database can’t be used: {why}.',
      'Give it like postgres://USER@HOST:5432/DATABASE?sslmode=verify-full.',
    ],
    databasePassword: [
      '--database holds a password, which everybody on this computer could read from the list of processes.',
      'Leave it out, change it, and put the new one into a file for --database-password-file.',
    ],
    databaseImport: ['--database is for “import”, and for the service itself.', AS_USED],
    importFrom: [
      'An import is of a data folder or of a backup, not of both and not of neither.',
      'Give --data or --from.',
    ],
    databaseMissing: ['--database-password-file needs --database.', AS_USED],
    databaseKey: [
      '--database needs --storage-key-fd, --vault-url or --pkcs11-module: all processes of one database have the same storage key.',
      AS_USED,
    ],
    databaseGeneration: [
      '--known-generation and --accept-older-database are for a data folder’s own database, not for --database.',
      'Leave them out.',
    ],
    databasePasswordFile: [
      'The file of --{option} can’t be read, or its first line is empty: {file}.',
      AS_USED,
    ],
    databasePasswordOpen: [
      'Others on this computer can read the file of --{option}: {file}. It wasn’t used.',
      'Restrict it with chmod 600. If others have had access, change the password or token in it.',
    ],
    message: ['The start message is not { argv, storageKey }.', 'Send both, and nothing else.'],
  },
  BACKUP_FILE_EXISTS: ['{to} exists already. Nothing was written.', 'Give the backup another name.'],
  BACKUP_NO_DATABASE: ['There is no database {file} to back up.', 'Give the service’s data folder.'],
  COPY_NO_ROOM: [
    'The disk that holds {place} has no room for a copy of the database. The database is as it was.',
    'Free up space on that disk, then try again.',
  ],
  BACKUP_KEY_NOT_WRITTEN: {
    unopened: [
      'File descriptor {fd} isn’t open for the storage key to be written to it. No backup was made.',
      'Open the descriptor for the program that reads the key, then run “backup” again.',
    ],
    failed: [
      'The backup {to} was made, but the storage key could not be written to file descriptor {fd} ({why}).',
      'Make another backup with its key, or keep the key that the service is started with: without it, this backup can’t be opened.',
    ],
  },
  BACKUP_INVALID: [
    '{from} isn’t a backup of the service’s database.',
    'Give a file that “backup” made. Nothing was changed.',
  ],
  BACKUP_DAMAGED: [
    'The backup {from} is damaged. Nothing was changed.',
    'Use another backup, or copy this one again from where it was kept.',
  ],
  BACKUP_OTHER: [
    '{from} isn’t the file that was looked at: its digest differs. Nothing was changed.',
    'Find out what changed the file. Then look at it again.',
  ],
  IMPORT_DATABASE_USED: [
    'The database of --database holds a service already. Nothing was changed.',
    'Give a new, empty database.',
  ],
  IMPORT_INCOMPLETE: [
    'PostgreSQL didn’t keep all rows of the table {table}. Nothing was taken over.',
    'Use a PostgreSQL with the tables of this version of the service, without rules or triggers of others.',
  ],
  RESTORE_FOLDER_USED: [
    'The data folder {data} already has a database, or had one. Nothing was changed.',
    'Give an empty folder, or move what is in this one elsewhere first.',
  ],
  CLOCK_APART: [
    'This computer’s clock is {seconds} seconds {direction} the clock of the database’s server.',
    'Set the one that is wrong, keep both in step with NTP, and start again.',
  ],
  HOST_NOT_HERE: [
    'The address of --host isn’t one of this computer.',
    'Give one of its addresses, or 0.0.0.0 (:: for IPv6 too) for all of them.',
  ],
  PATH_UNUSABLE: [
    '{path} can’t be used ({why}).',
    'Check that the path is right, that a file is where a file is wanted and a folder where a folder is, and that this user may use it.',
  ],
  PORT_IN_USE: ['The port is in use.', 'Give another one, or 0 for a free one.'],
  ROOT_KEY_OTHER: [
    'This data folder was made with another root public key.',
    'Start with that key, or with another data folder.',
  ],
  REWRAP_NO_DATABASE: [
    'This database holds nothing whose key could be turned.',
    'Give the database that the services work with.',
  ],
  REWRAP_STOPPED: {
    overtaken: [
      'Another command has begun to turn the storage key to a newer version. What was turned so far stays so.',
      'Wait for the other command to end, then turn the key again if it’s still the one that you want.',
    ],
    older: [
      'The key that was given as the new one is an older one of this database.',
      'Give a key that this database hasn’t had.',
    ],
    unfinished: [
      'Not every secret was turned to the new key. What was turned so far stays so, and both keys are needed.',
      'Run the same command again: it goes on where this one ended.',
    ],
  },
  STORAGE_KEY_WRONG: [
    'The storage key is not the one that this data folder was made with.',
    'Start with its own storage key, or with another data folder.',
  ],
});
