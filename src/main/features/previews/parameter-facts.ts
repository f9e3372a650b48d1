import type { Fact } from '#chains/model/decoded.ts';
import type { Choice, FormField } from '#protocol/form/form-field.ts';
import type { ParameterPath } from './covers.ts';

/** One value of a request's parameters, and what its form calls it. */
export interface Leaf {
  readonly path: ParameterPath;
  /** The labels on the way to it. */
  readonly label: string;
  /** As it is in the request. */
  readonly value: string;
  /** In the words of the form. */
  readonly words: string;
}

/** Every value of parameters, each element of a list by itself; one that is absent is none. */
export const leavesOf = (parameters: unknown, fields: readonly FormField[]): Leaf[] =>
  membersOf(parameters, fields, { path: [], labels: [] });

/** On the way to a value: names and indices, and the labels for them. */
interface Way {
  readonly path: ParameterPath;
  readonly labels: readonly string[];
}

function membersOf(value: unknown, fields: readonly FormField[], way: Way): Leaf[] {
  return Object.entries(value as object).flatMap(([name, member]: [string, unknown]) => {
    const field = fields.find((candidate) => candidate.name === name);
    const labels = [...way.labels, field?.label ?? name];
    return leaves(member, field, { path: [...way.path, name], labels });
  });
}

function leaves(value: unknown, field: FormField | undefined, { path, labels }: Way): Leaf[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    const element = field?.kind === 'list' ? field.element : field;
    return value.flatMap((item: unknown, index) =>
      leaves(item, element, {
        path: [...path, index],
        labels: value.length === 1 ? labels : [...labels, String(index + 1)],
      }),
    );
  }
  if (typeof value === 'object')
    return membersOf(value, field?.kind === 'group' ? field.fields : [], { path, labels });
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [{ path, label: labels.join(' '), value: text, words: wordsOf(value, field) }];
}

export const leafFact = ({ label, words }: Leaf): Fact => ({
  label,
  value: words,
  kind: /^(?:0[xX])?[0-9a-fA-F]{40,}$/.test(words) ? 'data' : 'text',
});

/** A value as the form shows it: of a choice its words, of a yes or no that word. The request's own text has it raw. */
export function wordsOf(value: unknown, field: FormField | undefined): string {
  const choices: readonly Choice[] =
    field?.kind === 'choice' || field?.kind === 'choices' ? field.choices : [];
  const chosen = choices.find((choice) => choice.value === value);
  if (chosen !== undefined) return chosen.label;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
