import type { z } from 'zod';
import { elementOf, isStrict, membersOf, valuesOf } from './schema-fields.ts';

/** A request that is wrong in one field. */
export interface WrongRequest {
  readonly what: string;
  /** As the answer's field violation names it, below the parameters. */
  readonly field: string;
  readonly parameters: unknown;
}

type Rebuild = (value: unknown) => unknown;
type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Makes, out of one that is right, a wrong request for each required field left out, each enumeration with a value that it
 * does not have, and each object with a member that it does not name.
 */
export function wrongRequests(schema: z.core.$ZodType, valid: unknown): WrongRequest[] {
  return wrongBelow(schema, valid, [], (value) => value);
}

function wrongBelow(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[],
  rebuild: Rebuild,
): WrongRequest[] {
  const element = elementOf(schema);
  if (element !== undefined && Array.isArray(value)) {
    const [first, ...others] = value as unknown[];
    if (value.length === 0) return [];
    return wrongBelow(element, first, [...path, '0'], (item) => rebuild([item, ...others]));
  }
  if (valuesOf(schema).length > 0) {
    const field = path.join('.');
    return [{ what: `another value of ${field}`, field, parameters: rebuild('ANOTHER_VALUE') }];
  }
  const members = membersOf(schema);
  if (members === undefined || typeof value !== 'object' || value === null) return [];
  const object = value as JsonObject;
  return [
    ...(isStrict(schema) ? [surplus(object, path, rebuild)] : []),
    ...members.flatMap(({ name, required, schema: member }) => {
      const field = [...path, name].join('.');
      const without = Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
      return [
        ...(required ? [{ what: `no ${field}`, field, parameters: rebuild(without) }] : []),
        ...(name in object
          ? wrongBelow(member, object[name], [...path, name], (item) => rebuild({ ...object, [name]: item }))
          : []),
      ];
    }),
  ];
}

function surplus(object: JsonObject, path: readonly string[], rebuild: Rebuild): WrongRequest {
  const field = [...path, 'surplusField'].join('.');
  return { what: `an unknown ${field}`, field, parameters: rebuild({ ...object, surplusField: 'x' }) };
}
