import type { FormField } from '#protocol/form/form-field.ts';
import { faultOf } from '#protocol/policies/fields.ts';
import type { PolicyPart } from '#protocol/policies/fields.ts';

/** What can't be read of a part of a policy, and where that part stands in the parameters. */
interface ExpressionFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const PARTS: readonly string[] = ['condition', 'consensus', 'time'] satisfies PolicyPart[];
const isPart = (control: string | undefined): control is PolicyPart =>
  control !== undefined && PARTS.includes(control);

/** Every expression among parameters that the service's parser would refuse; one that is not given is fine. */
export const expressionFaults = (
  fields: readonly FormField[],
  parameters: unknown,
): readonly ExpressionFault[] =>
  typeof parameters !== 'object' || parameters === null
    ? []
    : fields.flatMap((field) =>
        faultsIn(field, (parameters as Readonly<Record<string, unknown>>)[field.name], [field.name]),
      );

function faultsIn(field: FormField, value: unknown, path: ExpressionFault['path']): ExpressionFault[] {
  if (field.kind === 'group')
    return expressionFaults(field.fields, value).map((fault) => ({
      ...fault,
      path: [...path, ...fault.path],
    }));
  if (field.kind === 'list' && Array.isArray(value))
    return value.flatMap((item: unknown, index) => faultsIn(field.element, item, [...path, index]));
  if (field.kind !== 'text' || typeof value !== 'string' || !isPart(field.control)) return [];
  const message = faultOf(field.control, value);
  return message === null ? [] : [{ path, message }];
}
