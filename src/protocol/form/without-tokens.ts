import type { FormField } from './form-field.ts';

type Parameters = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Parameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters without the tokens in them: what lets somebody in for a while is kept nowhere. */
export const withoutTokens = (fields: readonly FormField[], parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      const left = field === undefined ? value : withoutToken(field, value);
      return left === undefined ? [] : [[name, left]];
    }),
  );

function withoutToken(field: FormField, value: unknown): unknown {
  if (field.kind === 'text') return field.control === 'token' ? undefined : value;
  if (field.kind === 'group' && isObject(value)) return withoutTokens(field.fields, value);
  if (field.kind !== 'list' || !Array.isArray(value)) return value;
  return (value as unknown[])
    .map((one) => withoutToken(field.element, one))
    .filter((one) => one !== undefined);
}
