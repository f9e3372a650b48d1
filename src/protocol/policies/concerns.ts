import type { Expression } from './expression.ts';
import { isStruct, type Struct } from './value.ts';

/**
 * Whether a request has what an expression speaks of: its keywords, and its fields of `activity` and `activity.params`.
 * These follow from the operation and the kind of key alone, so that whoever writes the request's values cannot choose them.
 * @param environment the values of the keywords
 */
export function concerns(expression: Expression, environment: Struct): boolean {
  return subjectsOf(expression, new Set()).every((path) => has(environment, path));
}

type Path = readonly string[];

/** The keywords and fields of `activity` that an expression names, wherever they stand. */
function subjectsOf(expression: Expression, items: ReadonlySet<string>): Path[] {
  const of = (...parts: readonly Expression[]): Path[] => parts.flatMap((part) => subjectsOf(part, items));
  switch (expression.kind) {
    case 'boolean':
    case 'integer':
    case 'string':
    case 'timestamp':
      return [];
    case 'list':
      return of(...expression.items);
    case 'name':
      return items.has(expression.name) ? [] : [[expression.name]];
    case 'field': {
      const path = activityPath(expression);
      return path === undefined ? of(expression.subject) : [path];
    }
    case 'not':
      return of(expression.operand);
    case 'logical':
      return of(...expression.operands);
    case 'comparison':
      return of(expression.left, expression.right);
    case 'index':
      return of(expression.subject, expression.index);
    case 'slice':
      return of(expression.subject, expression.from, expression.to);
    case 'visit': {
      const inner = subjectsOf(expression.predicate, new Set([...items, expression.item]));
      return [...of(expression.subject), ...inner];
    }
    case 'contains':
      return of(expression.subject, expression.value);
    case 'count':
      return of(expression.subject);
  }
}

/** `activity.x` or `activity.params.x`; undefined for any other field. */
function activityPath(expression: Expression): Path | undefined {
  if (expression.kind !== 'field') return undefined;
  const { subject, field } = expression;
  if (subject.kind === 'name' && subject.name === 'activity') return ['activity', field];
  const isParams =
    subject.kind === 'field' &&
    subject.field === 'params' &&
    subject.subject.kind === 'name' &&
    subject.subject.name === 'activity';
  return isParams ? ['activity', 'params', field] : undefined;
}

function has(environment: Struct, path: Path): boolean {
  let value: Struct[string] = environment;
  for (const name of path) {
    if (value === undefined || !isStruct(value) || !Object.hasOwn(value, name)) return false;
    value = value[name];
  }
  return value !== undefined;
}
