import { defineErrors } from '#protocol/define-errors.ts';

const AS_USED = 'Start it as its usage line says.';

/** What keeps the service from starting. */
export const startError = defineErrors({
  ARGUMENTS_INVALID: {
    unreadable: ['{why}', AS_USED],
    missing: ['--{name} is missing.', AS_USED],
    number: ['--{name} must be a whole number from {least} to {most}, not "{text}".', AS_USED],
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
    databaseMissing: ['--database-password-file needs --database.', AS_USED],
    databaseKey: [
      '--database needs --storage-key-fd: all processes of one database have the same storage key.',
      AS_USED,
    ],
    databaseGeneration: [
      '--known-generation and --accept-older-database are for a data folder’s own database, not for --database.',
      'Leave them out.',
    ],
    databasePasswordFile: ['The password of the database can’t be read from {file}.', AS_USED],
    databasePasswordOpen: [
      'Others on this computer can read the password of the database in {file}. It wasn’t used.',
      'Restrict it with chmod 600. If others have had access, change the password.',
    ],
    message: ['The start message is not { argv, storageKey }.', 'Send both, and nothing else.'],
  },
  BACKUP_FILE_EXISTS: ['{to} exists already. Nothing was written.', 'Give the backup another name.'],
  BACKUP_NO_DATABASE: ['There is no database {file} to back up.', 'Give the service’s data folder.'],
  BACKUP_INVALID: [
    '{from} isn’t a backup of the service’s database.',
    'Give a file that “backup” made. Nothing was changed.',
  ],
  RESTORE_FOLDER_USED: [
    'The data folder {data} already has a database, or had one. Nothing was changed.',
    'Give an empty folder, or move what is in this one elsewhere first.',
  ],
  HOST_NOT_HERE: [
    'The address of --host isn’t one of this computer.',
    'Give one of its addresses, or 0.0.0.0 (:: for IPv6 too) for all of them.',
  ],
  PORT_IN_USE: ['The port is in use.', 'Give another one, or 0 for a free one.'],
  ROOT_KEY_OTHER: [
    'This data folder was made with another root public key.',
    'Start with that key, or with another data folder.',
  ],
  STORAGE_KEY_WRONG: [
    'The storage key is not the one that this data folder was made with.',
    'Start with its own storage key, or with another data folder.',
  ],
});
