import type { Fact } from '#chains/model/decoded.ts';
import { type FormField, formFields } from '#protocol/form/form-field.ts';
import { wordsOf } from './parameter-facts.ts';
import { NOTHING_EXPECTED, type PreviewMaker } from './preview-maker.ts';
import type { OperationView } from './operation-view.ts';

/** The preview of any operation: its summary, and every parameter under its label, in the words of its form. */
export const genericPreview: PreviewMaker = (parameters, { operation }) =>
  Promise.resolve({
    sentence: [{ kind: 'text', value: `${operation.summary}.` }],
    facts: membersOf(parameters, formFields(operation.parameters), []),
    warnings: [],
    reading: null,
    expectation: NOTHING_EXPECTED,
  });

/** The view of an operation that needs no words of its own. */
export const GENERIC: OperationView = { preview: genericPreview };

/** Every member of an object that is there; one that the form has no field for under its own name. */
function membersOf(value: unknown, fields: readonly FormField[], path: readonly string[]): Fact[] {
  return Object.entries(value as object).flatMap(([name, member]: [string, unknown]) => {
    const field = fields.find((candidate) => candidate.name === name);
    return factsOf(member, field, [...path, field?.label ?? name]);
  });
}

function factsOf(value: unknown, field: FormField | undefined, path: readonly string[]): Fact[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    const element = field?.kind === 'list' ? field.element : undefined;
    if (value.every((item) => typeof item !== 'object'))
      return [factOf(value.map((item) => wordsOf(item, element ?? field)).join(', '), path)];
    return value.flatMap((item, index) => factsOf(item, element, [...path, String(index + 1)]));
  }
  if (typeof value === 'object') return membersOf(value, field?.kind === 'group' ? field.fields : [], path);
  return [factOf(wordsOf(value, field), path)];
}

const factOf = (value: string, path: readonly string[]): Fact => ({
  label: path.join(' '),
  value: value === '' ? 'none' : value,
  kind: /^(?:0x)?[0-9a-f]{40,}$/i.test(value) ? 'data' : 'text',
});
