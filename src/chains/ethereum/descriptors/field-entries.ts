import { descriptorError, fieldSchema } from './schema.ts';
import type { Field, RawDescriptor } from './schema.ts';

/**
 * The fields of a format as they are shown, one after the other: groups taken apart, references followed.
 * @param where the place of the format, for the error
 * @throws AppError `DESCRIPTOR_INVALID`
 */
export function fieldsOf(
  file: string,
  where: string,
  entries: readonly Readonly<Record<string, unknown>>[],
  definitions: NonNullable<RawDescriptor['display']['definitions']>,
  prefix = '',
): Field[] {
  return entries.flatMap((entry, index) => {
    const at = `${where}.fields.${index}`;
    const { fields: inner, $ref, ...own } = entry;
    const path = typeof own['path'] === 'string' ? `${prefix}${own['path']}` : own['path'];
    if (inner !== undefined) {
      const isGroup = Array.isArray(inner) && typeof path === 'string' && prefix.split('.').length < 8;
      if (!isGroup || Object.keys(own).length !== 1) throw descriptorError(file, at, 'is no group of fields');
      const group = inner as readonly Readonly<Record<string, unknown>>[];
      return fieldsOf(file, at, group, definitions, `${path}.`);
    }
    const parsed = fieldSchema.safeParse({
      format: 'raw',
      ...defined(file, at, $ref, definitions),
      ...own,
      path,
    });
    if (parsed.success) return [parsed.data];
    const [issue] = parsed.error.issues;
    const member = [at, ...(issue?.path.map(String) ?? [])].join('.');
    throw descriptorError(file, member, `is not read (${issue?.message ?? ''})`);
  });
}

function defined(
  file: string,
  where: string,
  ref: unknown,
  definitions: NonNullable<RawDescriptor['display']['definitions']>,
): Readonly<Record<string, unknown>> {
  if (ref === undefined) return {};
  const [, name = ''] = /^\$\.display\.definitions\.([\w$]+)$/.exec(typeof ref === 'string' ? ref : '') ?? [];
  const found = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (found === undefined)
    throw descriptorError(file, `${where}.$ref`, 'refers to a definition that is not there');
  return found;
}
