import { z } from 'zod';
import type { Control, FieldHint } from '../catalogue/fields.ts';
import { labelOfName, singular, wordsOfValues } from './words.ts';

/** One of the values that a field can have, and the words for it. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly value: string | number;
}

interface Common {
  /** The member's name in the parameters; empty for an element of a list. */
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly required: boolean;
}

export interface TextField extends Common {
  readonly kind: 'text';
  readonly control: Control | undefined;
}
export interface ChoiceField extends Common {
  readonly kind: 'choice' | 'choices';
  readonly choices: readonly Choice[];
}
export interface ListField extends Common {
  readonly kind: 'list';
  readonly element: FormField;
  /** What one element is called: "API key". */
  readonly one: string;
  /** How many there must be. */
  readonly least: number;
}
export interface GroupField extends Common {
  readonly kind: 'group';
  readonly fields: readonly FormField[];
}
interface PlainField extends Common {
  /** `json`: of a shape that has no field of its own. */
  readonly kind: 'number' | 'yesNo' | 'json';
}

/** A field of the generated form: what a schema of the catalogue asks for, without the schema. */
export type FormField = TextField | ChoiceField | ListField | GroupField | PlainField;

/** The fields of an operation's parameters, in the order of their declaration. */
export const formFields = (parameters: z.ZodType): readonly FormField[] =>
  parameters instanceof z.ZodObject ? fieldsOf(parameters) : [];

const fieldsOf = (object: z.ZodObject): readonly FormField[] =>
  Object.entries(object.shape).map(([name, schema]) => fieldOf(name, schema as z.ZodType));

/** The field of one member. */
export function fieldOf(name: string, schema: z.ZodType): FormField {
  const { inner, required, hint } = unwrap(schema);
  const common: Common = { name, label: hint.label ?? labelOfName(name), hint: hint.hint, required };
  if (inner instanceof z.ZodObject) return { ...common, kind: 'group', fields: fieldsOf(inner) };
  if (inner instanceof z.ZodArray) return listOf(common, inner);
  if (inner instanceof z.ZodEnum) return { ...common, kind: 'choice', choices: choicesOf(inner.options) };
  if (inner instanceof z.ZodLiteral) {
    const values = [...inner.values].filter(
      (value) => typeof value === 'string' || typeof value === 'number',
    );
    return { ...common, kind: 'choice', choices: choicesOf(values) };
  }
  if (inner instanceof z.ZodBoolean) return { ...common, kind: 'yesNo' };
  if (inner instanceof z.core.$ZodNumber) return { ...common, kind: 'number' };
  if (inner instanceof z.core.$ZodString) return { ...common, kind: 'text', control: hint.control };
  return { ...common, kind: 'json' };
}

function listOf(common: Common, array: z.ZodArray): FormField {
  const element = fieldOf('', array.element as z.ZodType);
  // Each of a few at most once is a set of checkboxes.
  if (element.kind === 'choice') return { ...common, kind: 'choices', choices: element.choices };
  const one = element.label === '' ? singular(common.label) : element.label;
  return { ...common, kind: 'list', element: { ...element, label: one }, one, least: leastOf(array) };
}

// The schema itself is asked: what it says of an empty list is how many it wants.
function leastOf(array: z.ZodArray): number {
  const issue = array.safeParse([]).error?.issues.find(({ code }) => code === 'too_small');
  return issue?.code === 'too_small' ? Number(issue.minimum) : 0;
}

const choicesOf = (values: readonly (string | number)[]): readonly Choice[] => {
  const words = wordsOfValues(values.map(String));
  return values.map((value, index) => ({ id: String(value), label: words[index] ?? String(value), value }));
};

interface Unwrapped {
  readonly inner: z.core.$ZodType;
  readonly required: boolean;
  readonly hint: Partial<FieldHint>;
}

function unwrap(schema: z.core.$ZodType): Unwrapped {
  const own = z.globalRegistry.get(schema) as Partial<FieldHint> | undefined;
  if (!(schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)) {
    return { inner: schema, required: true, hint: own ?? {} };
  }
  const { inner, hint } = unwrap(schema.unwrap());
  return { inner, required: false, hint: { ...hint, ...own } };
}
