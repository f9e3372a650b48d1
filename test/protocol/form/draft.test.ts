import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import { draftPath, emptyGroup, readDraft, UnreadableValue, valueOfGroup } from '#protocol/form/draft.ts';
import { type FormField, formFields } from '#protocol/form/form-field.ts';

/** Values of a field: right ones and wrong ones, as far as the field can hold them. */
function valuesOf(field: FormField): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'text':
      return fc.string({ minLength: 1 });
    case 'number':
      return fc.integer();
    case 'yesNo':
      return fc.boolean();
    case 'json':
      return fc.oneof(fc.integer(), fc.dictionary(fc.string(), fc.boolean()));
    case 'choice':
      return fc.constantFrom(...field.choices.map(({ value }) => value));
    case 'choices':
      return fc.uniqueArray(fc.constantFrom(...field.choices.map(({ value }) => value)), {
        minLength: field.required ? 0 : 1,
      });
    case 'list':
      return fc.array(valuesOf(field.element), { maxLength: 3 });
    case 'group':
      return parametersOf(field.fields);
  }
}

/** Parameters with every required field, and any of the others. */
const parametersOf = (fields: readonly FormField[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(fields.map((field) => [field.name, valuesOf(field)])), {
    requiredKeys: fields.filter(({ required }) => required).map(({ name }) => name),
  });

const sorted = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe.each(catalogue.map((operation) => [operation.path, operation] as const))(
  '%s',
  (_path, operation) => {
    const fields = formFields(operation.parameters);

    test('parameters go into the form and come out unchanged', () => {
      fc.assert(
        fc.property(parametersOf(fields), (parameters) => {
          expect(valueOfGroup(fields, readDraft(fields, parameters))).toEqual(sorted(parameters));
        }),
        { numRuns: 25 },
      );
    });

    test('every field has a label, and no field is left to JSON', () => {
      const labels = (list: readonly FormField[]): string[] =>
        list.flatMap((field) => [
          `${field.kind} ${field.label}`,
          ...(field.kind === 'group' ? labels(field.fields) : []),
          ...(field.kind === 'list' ? labels([field.element]) : []),
        ]);
      for (const label of labels(fields)) expect(label).toMatch(/^(?!json)\w+ \S/);
    });

    test('what an untouched form says is wrong stands at a field of it', () => {
      const parsed = operation.parameters.safeParse(valueOfGroup(fields, emptyGroup(fields)));
      const names = fields.map(({ name }) => name);
      for (const issue of parsed.error?.issues ?? []) {
        if (issue.path.length > 0) expect(names).toContain(draftPath(fields, issue.path).split('.')[0]);
      }
    });
  },
);

const SCHEMA = z.strictObject({
  people: z.array(z.strictObject({ name: z.string(), tags: z.array(z.string()) })),
  limit: z.int().nullish(),
});
const FIELDS = formFields(SCHEMA);

test('a path in the parameters finds its field in the draft', () => {
  expect(draftPath(FIELDS, ['people', 1, 'tags', 0])).toBe('people.1.item.tags.0.item');
  expect(draftPath(FIELDS, ['people'])).toBe('people');
  expect(draftPath(FIELDS, [])).toBe('');
});

test.each([
  [{ people: [], stranger: 1 }, ['stranger']],
  [{ people: [{ name: 'Ann', tags: 'x' }] }, ['people', 0, 'tags']],
  [{ people: [{ name: true }] }, ['people', 0, 'name']],
  [[], []],
])('%j has no place in the form, and the refusal says where', (parameters, path) => {
  let refused: unknown;
  try {
    readDraft(FIELDS, parameters);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(UnreadableValue);
  expect((refused as UnreadableValue).path).toEqual(path);
});

test('what is left empty is left out where it may be, and what is no number stays for the schema to refuse', () => {
  const draft = { people: [{ item: { name: '', tags: [] } }], limit: 'many' };
  expect(valueOfGroup(FIELDS, draft)).toEqual({ people: [{ name: '', tags: [] }], limit: 'many' });
  expect(valueOfGroup(FIELDS, { ...draft, limit: '' })).toEqual({ people: [{ name: '', tags: [] }] });
});

test('an untouched form has one element where one is needed, and what leaves no choice is chosen', () => {
  const fields = formFields(
    z.strictObject({
      keys: z.array(z.strictObject({ suite: z.enum(['SUITE_A']) })).min(1),
      others: z.array(z.string()).nullish(),
      group: z.strictObject({ on: z.boolean() }).nullish(),
    }),
  );
  expect(emptyGroup(fields)).toEqual({ keys: [{ item: { suite: 'SUITE_A' } }], others: null, group: null });
});
