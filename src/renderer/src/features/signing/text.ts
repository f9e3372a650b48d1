/** The words of the signing screen. */
export const SIGNING_TEXT = {
  chain: { label: 'Chain', detected: 'detected' },
  compose: {
    ways: { paste: 'Paste', file: 'File', label: 'Transaction input' },
    typedData: ['Typed data', 'JSON'],
    message: ['Message', 'text'],
    bytes: (count: string): string => `${count} bytes, hex`,
    title: 'Transaction',
    drop: 'Drop a file anywhere. Nothing is signed until you approve.',
    unsigned: 'Unsigned transaction',
    placeholder: 'Paste hex, base64, base58, JSON, a PSBT, or a message',
    dropNow: 'Drop the file to decode its transaction',
  },
  curves: {
    API_KEY_CURVE_P256: 'a P-256 key',
    API_KEY_CURVE_SECP256K1: 'a secp256k1 key',
    API_KEY_CURVE_ED25519: 'an Ed25519 key',
  },
  file: { choose: 'Choose file', formats: 'A transaction, typed data or a message, up to 1 MB.' },
  key: {
    noneTitle: 'No signing key yet',
    create: 'Create private key',
    label: 'Sign with',
    loading: 'Loading keys',
    choose: 'Choose a key',
    offline: 'A private key’s ID, or an account’s address. An offline console can’t ask for the list.',
  },
  preview: {
    title: 'What you will sign',
    unreadableTitle: 'This transaction can’t be decoded',
    unreadable: 'See the error next to the input. Nothing that can’t be decoded is signed here.',
    emptyTitle: 'No transaction yet',
    empty:
      'Paste an unsigned transaction, or drop a file anywhere. It is decoded on this computer and explained here.',
    refused: 'Nothing was signed.',
    preparing: 'Preparing the request',
    chooseKey: 'Choose a key to sign with.',
    enterKey: 'Enter the key to sign with.',
    asFile: 'You review and approve it on the Offline screen.',
    expiredTitle: 'This preview has expired',
    expired:
      'A preview is valid for a few minutes, because the request carries its time. Refresh it to continue.',
    signedBy: 'API key',
    inKeychain: (curve: string): string => `: ${curve} in this computer’s keychain.`,
  },
  result: {
    another: 'Sign another transaction',
    report: 'Show the result, for a report',
    activity: 'Activity',
    fingerprint: 'Fingerprint',
    fingerprintNoun: 'fingerprint',
  },
  errors: {
    tooLong: (length: string, most: string): string =>
      `The text has ${length} characters; a transaction has at most ${most}.`,
    pasteOne: 'Paste one unsigned transaction, as hex.',
    tooManyBytes: (name: string, size: string, most: string): string =>
      `${name} has ${size} bytes; a transaction has at most ${most}.`,
    chooseOne: 'Choose a file with one unsigned transaction, as hex or raw bytes.',
    empty: (name: string): string => `${name} is empty.`,
    unreadable: (name: string): string => `${name} can’t be read.`,
    chooseFile: 'Choose a file with an unsigned transaction.',
    notHex: (name: string, at: number, found: string): string =>
      `${name} is text, but not hex: character ${at} is “${found}”.`,
    chooseHex: 'Choose a file with the transaction as hex or raw bytes.',
    secret: (what: string): string => `This is ${what}. It was removed from the field.`,
    secretFile: (name: string, what: string): string => `${name} holds ${what}. Nothing of it was kept.`,
    importFile: 'To have the service sign with it, use Import.',
    importSecret: 'Clear the clipboard. To have the service sign with it, use Import.',
  },
  offers: {
    address: {
      title: 'This is an address, not a transaction',
      pay: 'Send a payment…',
      add: 'Add as a contact…',
      of: (chain: string, contact: string | undefined, own: string | undefined): string =>
        contact !== undefined
          ? `The ${chain} address of your contact “${contact}”:`
          : own !== undefined
            ? `Your own ${chain} address, of “${own}”:`
            : `An address on ${chain} that isn’t one of your contacts:`,
    },
    typedData: {
      title: 'This is typed data, not a transaction',
      sign: 'Sign typed data…',
      text: (type: string, domain: string | null): string =>
        `Type “${type}”${domain === null ? '' : `, with domain name “${domain}”`}. Its signature can move funds. The preview shows what it allows before you sign.`,
    },
    message: {
      title: 'This is a message, not a transaction',
      personal: 'Sign as Ethereum wallets do…',
      plain: 'Sign the text as it is…',
      text: 'Ethereum wallets put a prefix before a message (EIP-191). Other chains sign the text as it is. The preview shows every line before you sign.',
    },
    bytes: {
      sign: 'Sign as raw bytes…',
      text: (bytes: number): string =>
        bytes === 32
          ? 'These are 32 bytes, which no chain reads as a transaction. It may be a hash: nobody can see what it stands for. If it is a private key, discard it here and bring it in through Import.'
          : `No chain reads these ${bytes.toLocaleString('en')} bytes as a transaction. As raw bytes they are signed without being understood.`,
    },
  },
  unfinished: {
    title: (operation: string): string => `No answer to a request: ${operation}`,
    resume: 'Resume',
    text: (sent: string): string => `Sent ${sent}. Resuming sends the same bytes; nothing happens twice.`,
  },
} as const;
