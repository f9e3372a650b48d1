import { httpError } from './errors.ts';

const DEEPEST = 32;

/**
 * A copy of a JSON value without the members that are null: published clients send null for absent.
 * @throws ServiceError REQUEST_INVALID for a value that is nested deeper than any request is
 */
export function withoutNulls(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) {
    throw httpError('REQUEST_INVALID.tooDeep', { deepest: DEEPEST });
  }
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member, depth + 1)]),
  );
}
