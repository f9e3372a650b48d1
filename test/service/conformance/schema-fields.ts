import type { z } from 'zod';

/** What a schema says of a member, without what makes it optional. */
export interface SchemaField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: z.core.$ZodType;
}

type Definition = z.core.$ZodTypes['_zod']['def'];
const definitionOf = (schema: z.core.$ZodType): Definition => (schema as z.core.$ZodTypes)._zod.def;

/** The schema below `optional` and `nullable`. */
export function innerOf(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = definitionOf(schema);
  return definition.type === 'optional' || definition.type === 'nullable'
    ? innerOf(definition.innerType)
    : schema;
}

/** The members of an object, or of the objects of an array; undefined for everything else. */
export function membersOf(schema: z.core.$ZodType): readonly SchemaField[] | undefined {
  const definition = definitionOf(innerOf(schema));
  if (definition.type === 'array') return membersOf(definition.element);
  if (definition.type !== 'object') return undefined;
  return Object.entries(definition.shape).map(([name, member]) => ({
    name,
    required: definitionOf(member).type !== 'optional',
    schema: member,
  }));
}

/** Whether an object refuses members that it does not name. */
export function isStrict(schema: z.core.$ZodType): boolean {
  const definition = definitionOf(innerOf(schema));
  return definition.type === 'object' && definition.catchall?._zod.def.type === 'never';
}

export const elementOf = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
  const definition = definitionOf(innerOf(schema));
  return definition.type === 'array' ? definition.element : undefined;
};

/** The values of an enumeration, or of an array of one; empty for everything else. */
export function valuesOf(schema: z.core.$ZodType): readonly string[] {
  const definition = definitionOf(innerOf(schema));
  if (definition.type === 'array') return valuesOf(definition.element);
  return definition.type === 'enum' ? Object.values(definition.entries).map(String) : [];
}

/** The type in the specification's words. */
export function typeOf(schema: z.core.$ZodType): string {
  const definition = definitionOf(innerOf(schema));
  if (definition.type === 'record') return 'object';
  if (definition.type !== 'array') return definition.type;
  const element = typeOf(definition.element);
  return element === 'object' ? 'array' : `array of ${element}`;
}
