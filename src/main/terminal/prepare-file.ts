import { basename } from 'node:path';
import { MAX_ABI_LENGTH } from '#chains/ethereum/interfaces/parse-abi.ts';
import { fromUtf8, sha256Hex } from '#protocol/encoding.ts';
import type { OfflineRequest } from '#protocol/offline/offline-files.ts';
import { API_KEY_CURVES, type ApiKeyCurve } from '#protocol/stamp.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import {
  carriedPrevious,
  carriedTables,
  readPreviousFile,
  readTableFile,
} from '../features/offline/module.ts';
import { consoleError } from '../platform/errors.ts';
import { readUpTo } from '../platform/plain-files.ts';
import {
  outOf,
  readFileOf,
  type Run,
  sayWritten,
  optionText,
  optionTexts,
  withConsole,
  writeFileOf,
  wrongArguments,
} from './command-run.ts';
import { EXIT, type ExitCode } from './command-table.ts';

/** Curves as the command line names them. */
export const CURVE_OPTIONS: Readonly<Record<string, ApiKeyCurve>> = {
  p256: API_KEY_CURVES[0],
  secp256k1: API_KEY_CURVES[1],
  ed25519: API_KEY_CURVES[2],
};

/** What says what a new request is to be; one that is made again has all of it. */
const ONLY_ANEW = [
  ...[
    'body',
    'set',
    'abi',
    'descriptor',
    'lookup-table',
    'previous-transaction',
    'name',
    'curve',
    'key',
    'profile',
  ],
] as const;

/** `keyops prepare`. */
export async function prepareFile(run: Run): Promise<ExitCode> {
  const { values, args } = run;
  const again = optionText(values['again']);
  const [operation] = args;
  const isAlone = values['alone'] === true;
  if ((again === undefined) === (operation === undefined))
    throw wrongArguments('Give either an operation or --again FILE.');
  let request: OfflineRequest;
  if (again !== undefined) {
    const left = ONLY_ANEW.filter((name) => values[name] !== undefined);
    if (left.length > 0)
      throw wrongArguments(
        `--again makes the same request: leave out ${left.map((name) => `--${name}`).join(', ')}.`,
      );
    const old = await readFileOf('keyops-request', again);
    request = await withConsole(run, ({ offline }) => offline.again(old, isAlone));
  } else {
    const parameters = await parametersFrom(
      optionText(values['body']),
      optionTexts(values['set']),
      run.readInput,
    );
    const readText = async (path: string) => fromUtf8(await readUpTo(path, MAX_ABI_LENGTH), basename(path));
    const tables = carriedTables(await Promise.all(optionTexts(values['lookup-table']).map(readTableFile)));
    const previous = await Promise.all(optionTexts(values['previous-transaction']).map(readPreviousFile));
    const brought = {
      abis: await Promise.all(optionTexts(values['abi']).map(readText)),
      descriptors: await Promise.all(optionTexts(values['descriptor']).map(readText)),
      ...tables,
      ...carriedPrevious(previous, tables),
      names: optionTexts(values['name']).map((each) => {
        const at = each.indexOf('=');
        if (at < 1) throw wrongArguments('Write --name ID=NAME.');
        return { of: each.slice(0, at), name: each.slice(at + 1) };
      }),
    };
    const curve = optionText(values['curve']);
    const known = curve === undefined ? undefined : CURVE_OPTIONS[curve];
    if (curve !== undefined && known === undefined)
      throw wrongArguments('The curve is p256, secp256k1 or ed25519.');
    const publicKey = optionText(values['key'])?.toLowerCase();
    if (publicKey !== undefined && !/^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/.test(publicKey))
      throw wrongArguments('--key takes a public key as hex: 33 bytes, or 32 for Ed25519.');
    const whom = { profile: optionText(values['profile']), publicKey, curve: known, isAlone };
    request = await withConsole(run, ({ offline }) =>
      offline.prepare({ operation: operation ?? '', parameters, brought }, whom),
    );
  }
  const lapsesAt = new Date(request.lapses).toISOString();
  sayWritten(run, await writeFileOf(request, request.body, outOf(run)), {
    bodyDigest: sha256Hex(request.body),
    lapsesAt,
  });
  if (values['json'] !== true) run.terminal.say(`It lapses at ${lapsesAt}.`);
  return EXIT.done;
}

/** The longest text of parameters, in bytes. */
const LIMIT = 1024 * 1024;

/**
 * The parameters of a request: a JSON text, and single members set after that.
 * @param file a path, or `-` for standard input
 * @param settings `NAME=TEXT` or `NAME:=JSON`; a name with dots is a path, where digits are places of a list
 * @throws AppError `JSON_INVALID`, `ARGUMENTS_WRONG`, `FILE_UNREADABLE` …
 */
export async function parametersFrom(
  file: string | undefined,
  settings: readonly string[],
  readInput: () => Promise<Uint8Array>,
): Promise<unknown> {
  let parameters: unknown = {};
  if (file !== undefined) {
    const bytes = file === '-' ? await readInput() : await readUpTo(file, LIMIT);
    parameters = parseStrictJson(fromUtf8(bytes, 'parameters'), 'parameters');
  }
  for (const setting of settings) {
    const [, name = '', colon, value = ''] = /^([\w.]+)(:?)=(.*)$/s.exec(setting) ?? [];
    const path = name.split('.');
    if (name === '' || path.some((part) => part === '' || part === '__proto__'))
      throw consoleError('ARGUMENTS_WRONG', { why: 'Write --set NAME=TEXT or --set NAME:=JSON.' });
    parameters = withMember(parameters, path, colon === ':' ? parseStrictJson(value, name) : value);
  }
  return parameters;
}

/** The same value with one member set; what is missing on the way to it is made. */
function withMember(value: unknown, [name = '', ...rest]: readonly string[], member: unknown): unknown {
  const isPlace = /^\d{1,4}$/.test(name) && (Array.isArray(value) || value === undefined);
  if (isPlace) {
    const list: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : [];
    const place = Number(name);
    if (place > list.length)
      throw consoleError('ARGUMENTS_WRONG', {
        why: `A list has no place ${place} before place ${list.length}.`,
      });
    list[place] = rest.length === 0 ? member : withMember(list[place], rest, member);
    return list;
  }
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  const before: unknown = Object.hasOwn(members, name)
    ? (members as Record<string, unknown>)[name]
    : undefined;
  return { ...members, [name]: rest.length === 0 ? member : withMember(before, rest, member) };
}
