import { descriptorError } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;
/** Finds a file beside a descriptor by its name. */
export type FindIncluded = (name: string) => unknown;

const MAX_INCLUDES = 4;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name of the file that a descriptor includes; undefined where it includes none, or one that has to be fetched. */
export function includedName(descriptor: unknown): string | undefined {
  const included = isObject(descriptor) ? descriptor['includes'] : undefined;
  if (typeof included !== 'string' || included.includes(':')) return undefined;
  return included.slice(included.lastIndexOf('/') + 1);
}

/**
 * A descriptor with what it includes (ERC-7730, "Organizing files"): a file beside it, by the last part of its path; nothing
 * is fetched. Where both say something, the including file holds.
 * @throws AppError `DESCRIPTOR_INVALID` for a file that is not there, or too many of them
 */
export function withIncluded(file: string, descriptor: unknown, find: FindIncluded, depth = 0): unknown {
  if (!isObject(descriptor) || descriptor['includes'] === undefined) return descriptor;
  const name = includedName(descriptor);
  const included = name === undefined ? undefined : find(name);
  if (!isObject(included)) {
    throw descriptorError(file, 'includes', 'names a file that is not beside the descriptor');
  }
  if (depth >= MAX_INCLUDES) throw descriptorError(file, 'includes', `go deeper than ${MAX_INCLUDES} files`);
  const own = Object.fromEntries(Object.entries(descriptor).filter(([member]) => member !== 'includes'));
  return merge(withIncluded(file, included, find, depth + 1), own);
}

function merge(under: unknown, over: unknown, key = ''): unknown {
  if (key === 'fields' && Array.isArray(under) && Array.isArray(over)) return mergeFields(under, over);
  if (!isObject(under) || !isObject(over)) return over;
  if (key === 'params') return mergedParams(under, over).params;
  const names = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      Object.hasOwn(under, name) && Object.hasOwn(over, name)
        ? merge(under[name], over[name], name)
        : (Object.hasOwn(over, name) ? over : under)[name],
    ]),
  );
}

/** Fields of one path are one field; those of other paths follow behind. */
function mergeFields(under: readonly unknown[], over: readonly unknown[]): unknown[] {
  const pathOf = (field: unknown): unknown =>
    isObject(field) && typeof field['path'] === 'string' ? field['path'].replace(/^#\./, '') : undefined;
  // The first of a path is the last of its list, from which it is taken.
  const ofPath = new Map<unknown, unknown[]>();
  for (const field of over.toReversed()) {
    const path = pathOf(field);
    const same = ofPath.get(path) ?? [];
    same.push(field);
    if (path !== undefined) ofPath.set(path, same);
  }
  const taken = new Set<unknown>();
  const merged = under.map((field) => {
    const other = ofPath.get(pathOf(field))?.pop();
    if (other === undefined) return field;
    taken.add(other);
    return merge(field, other);
  });
  return [...merged, ...over.filter((field) => !taken.has(field))];
}

/** Parameters under others: one given anew takes the place of the path to it, and the reverse. */
export function mergedParams(under: unknown, over: unknown): { readonly params?: unknown } {
  if (under === undefined && over === undefined) return {};
  const nameOf = (name: string): string => name.replace(/Path$/, '');
  const own: Json = Object.assign({}, over);
  const given = new Set(Object.keys(own).map(nameOf));
  const left = Object.entries(Object.assign({}, under)).filter(([name]) => !given.has(nameOf(name)));
  return { params: { ...Object.fromEntries(left), ...own } };
}
