/** What is known of a value before evaluation. `unknown` fits everything, and is checked at evaluation. */
export type Type =
  | { readonly kind: 'boolean' | 'integer' | 'string' | 'timestamp' | 'unknown' }
  | { readonly kind: 'list'; readonly item: Type }
  | { readonly kind: 'map'; readonly value: Type }
  | { readonly kind: 'struct'; readonly name: string; readonly fields: Readonly<Record<string, Type>> };

export const BOOLEAN: Type = { kind: 'boolean' };
export const INTEGER: Type = { kind: 'integer' };
export const STRING: Type = { kind: 'string' };
export const TIMESTAMP: Type = { kind: 'timestamp' };
export const UNKNOWN: Type = { kind: 'unknown' };

export const listOf = (item: Type): Type => ({ kind: 'list', item });
export const mapOf = (value: Type): Type => ({ kind: 'map', value });
export const struct = (name: string, fields: Readonly<Record<string, Type>>): Type => ({
  kind: 'struct',
  name,
  fields,
});

/** The name of a type, for messages. */
export function nameOf(type: Type): string {
  switch (type.kind) {
    case 'list':
      return `list<${nameOf(type.item)}>`;
    case 'map':
      return `map<string, ${nameOf(type.value)}>`;
    case 'struct':
      return type.name;
    case 'boolean':
    case 'integer':
    case 'string':
    case 'timestamp':
    case 'unknown':
      return type.kind;
  }
}

/** Whether values of the two types can be compared for equality: both boolean, integer, string or timestamp. */
export function comparable(left: Type, right: Type): boolean {
  return (
    isPlain(left) &&
    isPlain(right) &&
    (left.kind === right.kind || left.kind === 'unknown' || right.kind === 'unknown')
  );
}

const isPlain = ({ kind }: Type): boolean => kind !== 'list' && kind !== 'map' && kind !== 'struct';

/** Whether a value of the type can stand where `kind` is wanted. */
export const fits = (type: Type, kind: Type['kind']): boolean =>
  type.kind === kind || type.kind === 'unknown';
