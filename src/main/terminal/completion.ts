import { catalogue } from '#protocol/catalogue/catalogue.ts';
import {
  COMMANDS,
  COMMON_OPTIONS,
  type CommandRow,
  EXIT_TEXT,
  type OptionRow,
  type ValueKind,
} from './command-table.ts';

const ROWS: readonly CommandRow[] = COMMANDS;
const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];
export const isShell = (text: string): text is Shell => SHELLS.some((shell) => shell === text);

const OPERATIONS = catalogue.filter(({ kind }) => kind === 'submit').map(({ path }) => path);
/** What completes a value, where it is no file: a list of words. */
const WORDS: Readonly<Partial<Record<ValueKind, readonly string[]>>> = {
  operation: OPERATIONS,
  curve: ['p256', 'secp256k1', 'ed25519'],
  shell: SHELLS,
};
const optionsOf = (command: CommandRow): readonly OptionRow[] => [...command.options, ...COMMON_OPTIONS];

/** The completion of a shell, to be read by it. */
export function completionOf(shell: Shell): string {
  switch (shell) {
    case 'bash':
      return bash();
    case 'zsh':
      return zsh();
    case 'fish':
      return fish();
  }
}

function bash(): string {
  const values = ROWS.flatMap((command) =>
    optionsOf(command).flatMap(({ name, value, kind }) => {
      if (value === undefined) return [];
      const words = kind === undefined ? undefined : WORDS[kind];
      const reply =
        kind === 'file'
          ? 'COMPREPLY=($(compgen -f -- "$word"))'
          : `COMPREPLY=($(compgen -W '${words?.join(' ') ?? ''}' -- "$word"))`;
      return [`    ${command.name}:--${name}) ${reply}; return ;;`];
    }),
  );
  const rests = ROWS.map((command) => {
    const options = optionsOf(command)
      .map(({ name }) => `--${name}`)
      .join(' ');
    const words = [
      ...(command.words ?? []),
      ...(command.kind === 'nothing' ? [] : (WORDS[command.kind] ?? [])),
    ];
    const files = command.kind === 'file' ? ' $(compgen -f -- "$word")' : '';
    return `    ${command.name}) COMPREPLY=($(compgen -W '${[options, ...words].join(' ')}' -- "$word")${files}) ;;`;
  });
  return [
    '# Completion of keyops for bash.',
    '_keyops() {',
    '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}',
    '  COMPREPLY=()',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W '${ROWS.map(({ name }) => name).join(' ')} --help' -- "$word"))`,
    '    return',
    '  fi',
    '  case "$command:$before" in',
    ...values,
    '  esac',
    '  case "$command" in',
    ...rests,
    '  esac',
    '}',
    'complete -o filenames -F _keyops keyops',
    '',
  ].join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** A text inside an option of zsh's `_arguments`. */
const inZsh = (text: string): string => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);

function zsh(): string {
  const action = (kind: ValueKind | 'nothing' | undefined): string => {
    if (kind === 'file') return '_files';
    const words = kind === undefined || kind === 'nothing' ? undefined : WORDS[kind];
    return words === undefined ? ' ' : `(${words.join(' ')})`;
  };
  const cases = ROWS.map((command) => {
    const options = optionsOf(command).map(({ name, value, kind, isMany, says }) => {
      const behind = value === undefined ? '' : `:${inZsh(value)}:${action(kind)}`;
      return quoted(`${isMany === true ? '*' : ''}--${name}[${inZsh(says)}]${behind}`);
    });
    const behind =
      command.words === undefined
        ? action(command.kind)
        : `{ ${action(command.kind)}; compadd ${command.words.join(' ')} }`;
    const rest = command.kind === 'nothing' ? [] : [quoted(`*:${inZsh(command.takes)}:${behind}`)];
    return `    ${command.name}) _arguments ${[...options, ...rest].join(' ')} ;;`;
  });
  return [
    '#compdef keyops',
    '_keyops() {',
    '  local -a commands',
    `  commands=(${ROWS.map(({ name, says }) => quoted(`${name}:${inZsh(says)}`)).join(' ')})`,
    '  if (( CURRENT == 2 )); then',
    "    _describe 'command' commands",
    '    return',
    '  fi',
    '  local command=$words[2]',
    '  shift words',
    '  (( CURRENT-- ))',
    '  case $command in',
    ...cases,
    '  esac',
    '}',
    // Read by a shell it is registered; found by its name in the system's folder it is the completion itself.
    `if [ "$funcstack[1]" = _keyops ]; then _keyops "$@"; else compdef _keyops keyops; fi`,
    '',
  ].join('\n');
}

function fish(): string {
  const names = ROWS.map(({ name }) => name).join(' ');
  const lines = ROWS.flatMap((command) => {
    const when = `-n '__fish_seen_subcommand_from ${command.name}'`;
    const words = command.kind === 'nothing' ? undefined : WORDS[command.kind];
    const rest =
      command.kind === 'file'
        ? [
            `complete -c keyops ${when} -F${command.words === undefined ? '' : ` -a ${quoted(command.words.join(' '))}`}`,
          ]
        : words === undefined
          ? []
          : [`complete -c keyops ${when} -f -a ${quoted(words.join(' '))}`];
    return [
      `complete -c keyops -f -n 'not __fish_seen_subcommand_from ${names}' -a ${command.name} -d ${inFish(command.says)}`,
      ...rest,
      ...optionsOf(command).map(({ name, value, kind, says }) => {
        const choices = kind === undefined ? undefined : WORDS[kind];
        const behind =
          value === undefined
            ? ''
            : kind === 'file'
              ? ' -r -F'
              : choices === undefined
                ? ' -x'
                : ` -x -a ${inFish(choices.join(' '))}`;
        return `complete -c keyops ${when} -l ${name}${behind} -d ${inFish(says)}`;
      }),
    ];
  });
  return ['# Completion of keyops for fish.', ...lines, ''].join('\n');
}

const inFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

/** The usage of one command, or of all. */
export function usageOf(name?: string): string {
  const command = ROWS.find((row) => row.name === name);
  const line = (left: string, right: string): string => `  ${left.padEnd(26)} ${right}`;
  const optionLine = ({ name: option, value, says }: OptionRow): string =>
    line(`--${option}${value === undefined ? '' : ` ${value}`}`, says);
  if (command !== undefined)
    return [
      `keyops ${[command.name, command.takes].join(' ').trim()}`,
      '',
      command.says,
      '',
      ...optionsOf(command).map(optionLine),
    ].join('\n');
  return [
    'keyops COMMAND [OPTION]…',
    '',
    ...ROWS.map((row) => line([row.name, row.takes].join(' ').trim(), row.says)),
    '',
    ...COMMON_OPTIONS.map(optionLine),
    '',
    'Exit status:',
    ...EXIT_TEXT.map(([code, says]) => line(String(code), says)),
  ].join('\n');
}

const inRoff = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('’', String.raw`\(cq`)
    .replaceAll('…', '...')
    .replaceAll(/^\./gm, String.raw`\&.`);

const KEY_MATERIAL = [
  'What open --out-fd hands over is a line of JSON for each secret: its number, of how many, its name, and the',
  'secret as text, or as hex where it is a key or isn’t UTF-8. Nothing in a secret ends its line or its string.',
  'A secret that is read from a descriptor is UTF-8; one line’s end behind it is left out.',
];
const OUTPUT = [
  'On a terminal, a line that is longer than the terminal goes on behind a bar, so that no text of a request begins',
  'a line of its own. What keyops itself says of a request begins with an equals sign. Where neither output is a terminal,',
  'lines are whole. Scripts use --json.',
];

/** The manual page, in roff's man macros; `@VERSION@` is filled in where it is packaged. */
export function manualPage(): string {
  const option = ({ name, value, says }: OptionRow): string[] => [
    '.TP',
    value === undefined ? `.B \\-\\-${inRoff(name)}` : `.BI \\-\\-${inRoff(name)} " ${inRoff(value)}"`,
    inRoff(says),
  ];
  return [
    '.TH KEYOPS 1 "" "KeyOps Console @VERSION@" "User Commands"',
    '.SH NAME',
    String.raw`keyops \- stamp requests of a key\-management service on a computer without a network`,
    '.SH SYNOPSIS',
    '.B keyops',
    '.I COMMAND',
    '.RI [ OPTION ]...',
    '.SH DESCRIPTION',
    'Requests go by file between a console that holds the credential and is never connected, and one that has a network and',
    'carries. A private key comes from the keychain or a file descriptor, never from an argument, a variable or a file.',
    'A service takes a request for less than an hour, and at most five minutes ahead of its clock.',
    '.SH COMMANDS',
    ...ROWS.flatMap((command) => [
      `.SS ${inRoff([command.name, command.takes].join(' ').trim())}`,
      inRoff(command.says),
      ...command.options.flatMap(option),
    ]),
    '.SH OPTIONS OF EVERY COMMAND',
    ...COMMON_OPTIONS.flatMap(option),
    '.SH KEY MATERIAL',
    ...KEY_MATERIAL.map(inRoff),
    '.SH OUTPUT',
    ...OUTPUT.map(inRoff),
    '.SH EXIT STATUS',
    ...EXIT_TEXT.flatMap(([code, says]) => ['.TP', `.B ${code}`, inRoff(says)]),
    '.SH SEE ALSO',
    String.raw`.BR keyops\-console (1)`,
    '',
  ].join('\n');
}
