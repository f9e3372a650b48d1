import { z } from 'zod';
import type { Fact } from '../../../protocol/chains/reading.ts';
import { NOTHING_EXPECTED } from './preview-maker.ts';
import type { PreviewMaker } from './preview-maker.ts';

const hint = z.looseObject({ label: z.string() });

/** The preview of any operation: its summary, and every parameter under the label that the catalogue gives it. */
export const genericPreview: PreviewMaker = (parameters, { operation }) =>
  Promise.resolve({
    sentence: [{ kind: 'text', value: `${operation.summary}.` }],
    facts: factsOf(parameters, operation.parameters, []),
    warnings: [],
    reading: null,
    expectation: NOTHING_EXPECTED,
  });

function factsOf(value: unknown, schema: z.ZodType | undefined, path: readonly string[]): Fact[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    const element = unwrap(schema);
    const inner = element instanceof z.ZodArray ? (element.element as z.ZodType) : undefined;
    if (value.every((item) => typeof item !== 'object')) return [factOf(value.join(', '), path)];
    return value.flatMap((item, index) => factsOf(item, inner, [...path, String(index + 1)]));
  }
  if (typeof value === 'object') {
    const object = unwrap(schema);
    const shape = object instanceof z.ZodObject ? (object.shape as Record<string, z.ZodType>) : {};
    return Object.entries(value).flatMap(([name, member]) =>
      factsOf(member, shape[name], [...path, labelOf(shape[name], name)]),
    );
  }
  return [factOf(typeof value === 'string' ? value : JSON.stringify(value), path)];
}

const factOf = (value: string, path: readonly string[]): Fact => ({
  label: path.join(' '),
  value: value === '' ? 'none' : value,
  kind: /^(?:0x)?[0-9a-f]{40,}$/i.test(value) ? 'data' : 'text',
});

function labelOf(schema: z.ZodType | undefined, name: string): string {
  const own = hint.safeParse(schema?.meta());
  if (own.success) return own.data.label;
  const inner = hint.safeParse(unwrap(schema)?.meta());
  return inner.success ? inner.data.label : name;
}

function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap() as z.ZodType);
  return schema;
}
