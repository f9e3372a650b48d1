/** The sentences of the private keys' screen and of creating a key. */
export const KEY_TEXT = {
  title: 'Private keys',
  held: (count: number): string => `${count.toLocaleString('en')} held by the service`,
  count: (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'key' : 'keys'}`,
  soFar: (count: number): string => `Reading keys: ${count.toLocaleString('en')} so far`,
  import: 'Import a private key',
  create: 'Create a private key',
  empty: 'No private keys yet',
  emptyHint: 'A key is created inside the service and never leaves it. Only its addresses come back.',
  table: {
    name: 'Name',
    addresses: 'Addresses',
    created: 'Created',
    actions: 'Actions',
    imported: 'imported',
    exported: 'exported',
    copyAddress: (name: string): string => `address of ${name}`,
  },
  draft: {
    cancel: 'Cancel',
    preview: 'Preview request',
    name: 'Name',
    nameMissing: 'Enter a name for the key.',
    nameHelp: 'Shown wherever the key is used. Do not put a secret in the name.',
    curve: 'Curve',
    addresses: 'Addresses',
  },
} as const;
