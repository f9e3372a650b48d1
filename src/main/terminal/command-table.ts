// The one list of what keyops takes: its parser, help, completion and manual page come from here.

/** What stands behind an option or a command, for completion. */
export type ValueKind =
  'file' | 'text' | 'descriptor' | 'operation' | 'profile' | 'curve' | 'shell' | 'digest';

export interface OptionRow {
  readonly name: string;
  /** What its value is called; undefined for a switch. */
  readonly value?: string;
  readonly kind?: ValueKind;
  readonly isMany?: true;
  readonly says: string;
}

export interface CommandRow {
  readonly name: string;
  /** What stands behind it, as the usage line has it. */
  readonly takes: string;
  readonly kind: ValueKind | 'nothing';
  /** Words that may stand behind it beside files, for completion. */
  readonly words?: readonly string[];
  /** The least and the most arguments behind it. */
  readonly count: readonly [least: number, most: number];
  readonly says: string;
  readonly options: readonly OptionRow[];
  /** Whether it opens the data folder, which a running console has for itself. */
  readonly opensFolder: boolean;
}

const OUT: OptionRow = {
  name: 'out',
  value: 'FILE',
  kind: 'file',
  says: 'Write the file there; without it, into the current folder under a name that says nothing.',
};
const TWIN: OptionRow = { name: 'twin', says: 'Write the JSON twin in place of CBOR.' };

const SECRET: OptionRow = {
  name: 'secret-fd',
  value: 'N',
  kind: 'descriptor',
  says: 'Read the private key from this file descriptor, and not from the keychain.',
};

const KEY: OptionRow = { name: 'key', value: 'HEX', kind: 'text', says: 'The credential’s public key.' };
const PASSPHRASE: OptionRow = {
  name: 'passphrase-fd',
  value: 'N',
  kind: 'descriptor',
  says: 'Read the passphrase from this file descriptor.',
};

/** What every command takes. */
export const COMMON_OPTIONS: readonly OptionRow[] = [
  { name: 'json', says: 'Answer with one line of JSON on standard output.' },
  { name: 'data', value: 'DIR', kind: 'file', says: 'The data folder; without it, that of the console.' },
  { name: 'offline', says: 'Refuse every connection, as the console does when it is offline.' },
  { name: 'help', says: 'Say what the command takes, and end.' },
];

/** A file that a request takes along; several are given by several options. */
const brought = (name: string, says: string): OptionRow => ({
  name,
  value: 'FILE',
  kind: 'file',
  isMany: true,
  says,
});

export const COMMANDS = [
  {
    name: 'prepare',
    takes: '[OPERATION]',
    kind: 'operation',
    count: [0, 1],
    says: 'Make a request file. Nothing is stamped.',
    opensFolder: true,
    options: [
      { name: 'body', value: 'FILE', kind: 'file', says: 'The parameters as JSON; - is standard input.' },
      {
        name: 'set',
        value: 'NAME=TEXT',
        kind: 'text',
        isMany: true,
        says: 'One parameter as text; NAME:=JSON for any other value. NAME may be a path such as users.0.userName.',
      },
      {
        name: 'again',
        value: 'FILE',
        kind: 'file',
        says: 'Make this request again: the same content, a new time.',
      },
      {
        name: 'profile',
        value: 'NAME',
        kind: 'profile',
        says: 'The profile that it is for; without it, the one that the console shows.',
      },
      {
        name: 'key',
        value: 'HEX',
        kind: 'text',
        says: 'The public key of the credential that will stamp; it need not be on this computer.',
      },
      {
        name: 'curve',
        value: 'CURVE',
        kind: 'curve',
        says: 'That credential’s curve: p256, secp256k1 or ed25519.',
      },
      brought('abi', 'Take a contract’s ABI along, unverified.'),
      brought('descriptor', 'Take an ERC-7730 descriptor along, unverified.'),
      brought('lookup-table', 'Take a Solana lookup table along, unverified.'),
      brought(
        'previous-transaction',
        'Take a Bitcoin transaction along that an input spends from; its hash proves it.',
      ),
      {
        name: 'name',
        value: 'ID=NAME',
        kind: 'text',
        isMany: true,
        says: 'Take a name of an ID or address along, unverified.',
      },
      { name: 'alone', says: 'Ask the service nothing, and take none of its answers along.' },
      TWIN,
      OUT,
    ],
  },
  {
    name: 'inspect',
    takes: 'FILE|FOLDER',
    kind: 'file',
    count: [1, 1],
    says: 'Show what a file says, or each file of a folder, with nothing but the files. Works beside a running console.',
    opensFolder: false,
    options: [],
  },
  {
    name: 'approve',
    takes: 'REQUEST|FOLDER',
    kind: 'file',
    count: [1, 1],
    says: 'Show the preview, ask, and print its digest. A folder’s requests are shown and approved together.',
    opensFolder: true,
    options: [SECRET],
  },
  {
    name: 'stamp',
    takes: 'REQUEST|FOLDER',
    kind: 'file',
    count: [1, 1],
    says: 'Stamp a request and write the stamp file. Asks on the terminal first. A folder’s stamps go beside its requests.',
    opensFolder: true,
    options: [
      {
        name: 'preview-digest',
        value: 'HEX',
        kind: 'digest',
        says: 'The digest of the preview that was approved; then nobody is asked.',
      },
      {
        name: 'clock',
        value: 'TIME',
        kind: 'text',
        says: 'Offline: the right time, as 2026-11-22T14:05Z; without it, the terminal asks about the clock.',
      },
      SECRET,
      TWIN,
      OUT,
    ],
  },
  {
    name: 'send',
    takes: 'REQUEST STAMP|FOLDER',
    kind: 'file',
    count: [1, 2],
    says: 'Bring a stamped request to its service and write the answer file. Again has no second effect. Of a folder, every request that has its stamp.',
    opensFolder: true,
    options: [TWIN, OUT],
  },
  {
    name: 'open',
    takes: 'ANSWER|FOLDER',
    kind: 'file',
    count: [1, 1],
    says: 'Hold an answer against what was stamped here, open what is sealed, and write the journal. Of a folder, every answer; what is sealed stays so.',
    opensFolder: true,
    options: [
      {
        name: 'out-fd',
        value: 'N',
        kind: 'descriptor',
        says: 'Write exported key material to this file descriptor; without it, it stays sealed.',
      },
    ],
  },
  {
    name: 'verify',
    takes: 'FILE…',
    kind: 'file',
    count: [1, 64],
    says: 'Check files of a request against each other, a journal.jsonl with the notes on closed ones, saved activities, signed evidence with the journal.jsonl of its signer, or a ceremony’s transcript with the files that it names.',
    opensFolder: false,
    options: [
      {
        name: 'digest',
        value: 'HEX',
        kind: 'digest',
        says: 'The transcript’s digest, as everybody kept it: without it or the signers, another ceremony’s would pass.',
      },
      {
        name: 'signer',
        value: 'HEX',
        kind: 'text',
        isMany: true,
        says: 'The public key of somebody who approved the transcript (each of them is named), or who may have signed the evidence.',
      },
      {
        name: 'service-key',
        value: 'HEX',
        kind: 'text',
        isMany: true,
        says: 'The service’s key that signs proofs, as its ready line names it (enclaveQuorum): evidence is checked with it, and not with the key in its file.',
      },
    ],
  },
  {
    name: 'journal',
    takes: '',
    kind: 'nothing',
    count: [0, 0],
    says: 'Check this console’s journal and print its newest lines.',
    opensFolder: true,
    options: [
      { name: 'lines', value: 'N', kind: 'text', says: 'So many lines; 20 without it.' },
      { name: 'all', says: 'Stamps of queries, too.' },
    ],
  },
  {
    name: 'ceremony',
    takes: 'FILE [STEP] [FILE]...',
    kind: 'file',
    words: 'begin create bring backup trial export request enrolled approve print'.split(' '),
    count: [1, 5],
    says: 'Hold a key ceremony: FILE.keyops-transcript is its record. Without a step it leads through all of them, and goes on after an interruption. Steps: begin, create, bring, backup, trial, export, enrolled REQUEST STAMP ANSWER, approve, print. With FILE.keyops-keys, where there is a network: register the keys; step: request.',
    opensFolder: true,
    options: [
      { name: 'title', value: 'TEXT', kind: 'text', says: 'begin: what the ceremony is called.' },
      {
        name: 'person',
        value: 'NAME',
        kind: 'text',
        isMany: true,
        says: 'begin: each of the people; otherwise whose credential the step is about.',
      },
      {
        name: 'by',
        value: 'NAME',
        kind: 'text',
        says: 'Who does the step; without it, whose credential it is about.',
      },
      {
        name: 'curve',
        value: 'CURVE',
        kind: 'curve',
        says: 'create, bring: the credential’s curve; p256 without it.',
      },
      {
        name: 'key',
        value: 'HEX',
        kind: 'text',
        says: 'bring: the public key of a credential that is elsewhere. request: that of the one that stamps.',
      },
      { name: 'user', value: 'ID', kind: 'text', says: 'request: the user who gets the key.' },
      PASSPHRASE,
      {
        name: 'recipient',
        value: 'AGE',
        kind: 'text',
        isMany: true,
        says: 'backup: seal it to this age recipient (age1…).',
      },
      {
        name: 'shares',
        value: 'K/N',
        kind: 'text',
        says: 'backup: N shares on paper, any K of which restore it.',
      },
      {
        name: 'identity-fd',
        value: 'N',
        kind: 'descriptor',
        says: 'trial: read the age identity from this file descriptor.',
      },
      {
        name: 'transcript-digest',
        value: 'HEX',
        kind: 'digest',
        says: 'approve: the digest of the transcript that was read; then nobody is asked.',
      },
      {
        name: 'clock',
        value: 'TIME',
        kind: 'text',
        says: 'Offline: the right time, as 2026-11-22T14:05Z; without it, the terminal asks about the clock.',
      },
      {
        name: 'out',
        value: 'FILE',
        kind: 'file',
        says: 'backup, export, request: the file; registering: the folder.',
      },
    ],
  },
  {
    name: 'backup',
    takes: '',
    kind: 'nothing',
    count: [0, 0],
    says: 'Back a credential’s key up: into an age file, or as SLIP-39 shares for paper. Asks on the terminal first.',
    opensFolder: true,
    options: [
      KEY,
      PASSPHRASE,
      {
        name: 'recipient',
        value: 'AGE',
        kind: 'text',
        isMany: true,
        says: 'Seal it to this age recipient (age1…).',
      },
      {
        name: 'shares',
        value: 'K/N',
        kind: 'text',
        says: 'Show N shares one after another, any K of which restore it; each is typed back.',
      },
      { name: 'out', value: 'FILE', kind: 'file', says: 'The age file, which is new.' },
    ],
  },
  {
    name: 'restore',
    takes: '[FILE]',
    kind: 'file',
    count: [0, 1],
    says: 'Put a backup’s key into the keychain. It is refused when it is another key.',
    opensFolder: true,
    options: [
      KEY,
      PASSPHRASE,
      {
        name: 'identity-fd',
        value: 'N',
        kind: 'descriptor',
        says: 'Read the age identity from this file descriptor.',
      },
      { name: 'shares', says: 'Type the shares on the terminal.' },
      {
        name: 'label',
        value: 'TEXT',
        kind: 'text',
        says: 'What the credential is called; “Restored” without it.',
      },
    ],
  },
  {
    name: 'completion',
    takes: 'SHELL',
    kind: 'shell',
    count: [1, 1],
    says: 'Print the completion for bash, zsh or fish.',
    opensFolder: false,
    options: [],
  },
] as const satisfies readonly CommandRow[];

/** What the exit code says. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  input: 3,
  lapsed: 4,
  service: 5,
  verification: 6,
  inUse: 7,
  keychain: 8,
  internal: 70,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Each exit code in words. */
export const EXIT_TEXT: readonly (readonly [ExitCode, string])[] = [
  [EXIT.done, 'Done.'],
  [EXIT.refused, 'The operator refused.'],
  [EXIT.usage, 'The command line is wrong, or there is no terminal to ask on.'],
  [EXIT.input, 'A file or parameter was refused.'],
  [EXIT.lapsed, 'The request lapsed.'],
  [EXIT.service, 'The service refused, failed, or can’t be reached.'],
  [
    EXIT.verification,
    'A check failed: a stamp, an answer, an approval or the journal isn’t what it should be.',
  ],
  [EXIT.inUse, 'A running console or another keyops has the data folder.'],
  [EXIT.keychain, 'The keychain is locked or missing, or doesn’t have the key.'],
  [EXIT.internal, 'Something went wrong inside.'],
];
