import { parseStrictJson } from '#protocol/strict-json.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { consoleError } from '../platform/errors.ts';
import { readUpTo } from '../platform/plain-files.ts';

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
