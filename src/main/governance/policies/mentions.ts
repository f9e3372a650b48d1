import type { Expression } from '#protocol/policies/expression.ts';

/** A place in a request, such as `eth.tx.value`; `*` stands for every element of a list. */
export type MemberPath = readonly string[];

/** What an expression compares a place of the request with. */
export interface Mention {
  readonly path: MemberPath;
  readonly literal: string | bigint | boolean | Date;
  /** Where in the place's text it must stand, for a slice. */
  readonly from: number;
  /** Whether it is the number of elements that is compared. */
  readonly isCount: boolean;
}

type Place = Omit<Mention, 'literal'>;
type Items = ReadonlyMap<string, MemberPath>;

/** The comparisons of an expression with values that are written in it. */
export function mentionsOf(expression: Expression, items: Items = new Map()): Mention[] {
  const inner = (...parts: readonly Expression[]): Mention[] =>
    parts.flatMap((part) => mentionsOf(part, items));
  switch (expression.kind) {
    case 'not':
      return inner(expression.operand);
    case 'logical':
      return inner(...expression.operands);
    case 'list':
      return inner(...expression.items);
    case 'comparison': {
      const { left, right } = expression;
      return [...compared(left, right, items), ...compared(right, left, items), ...inner(left, right)];
    }
    case 'contains': {
      const place = placeOf(expression.subject, items);
      const element = place === undefined ? undefined : { ...place, path: [...place.path, '*'] };
      return [...atPlace(element, literalsOf(expression.value)), ...inner(expression.subject)];
    }
    case 'visit': {
      const subject = placeOf(expression.subject, items);
      const known = subject === undefined ? items : withItem(items, expression.item, subject.path);
      return [...inner(expression.subject), ...mentionsOf(expression.predicate, known)];
    }
    case 'field':
    case 'index':
    case 'slice':
    case 'count':
      return inner(expression.subject);
    case 'boolean':
    case 'integer':
    case 'string':
    case 'timestamp':
    case 'name':
      return [];
  }
}

/** Every value that is written in an expression. */
export function literalsOf(expression: Expression): Mention['literal'][] {
  switch (expression.kind) {
    case 'boolean':
    case 'integer':
    case 'string':
      return [expression.value];
    case 'timestamp':
      return [new Date(expression.milliseconds)];
    case 'name':
      return [];
    case 'list':
      return expression.items.flatMap(literalsOf);
    case 'not':
      return literalsOf(expression.operand);
    case 'logical':
      return expression.operands.flatMap(literalsOf);
    case 'comparison':
      return [...literalsOf(expression.left), ...literalsOf(expression.right)];
    case 'field':
    case 'count':
      return literalsOf(expression.subject);
    case 'index':
      return [...literalsOf(expression.subject), ...literalsOf(expression.index)];
    case 'slice':
      return literalsOf(expression.subject);
    case 'visit':
      return [...literalsOf(expression.subject), ...literalsOf(expression.predicate)];
    case 'contains':
      return [...literalsOf(expression.subject), ...literalsOf(expression.value)];
  }
}

const withItem = (items: Items, item: string, list: MemberPath): Items =>
  new Map([...items, [item, [...list, '*']]]);

const compared = (place: Expression, other: Expression, items: Items): Mention[] =>
  atPlace(placeOf(place, items), other.kind === 'list' ? other.items.flatMap(literalsOf) : literalOf(other));

const literalOf = (expression: Expression): Mention['literal'][] =>
  ['boolean', 'integer', 'string', 'timestamp'].includes(expression.kind) ? literalsOf(expression) : [];

const atPlace = (place: Place | undefined, literals: readonly Mention['literal'][]): Mention[] =>
  place === undefined ? [] : literals.map((literal) => ({ ...place, literal }));

/** Where in a request an expression looks; undefined where it is a value of its own. */
function placeOf(expression: Expression, items: Items): Place | undefined {
  const at = (path: MemberPath): Place => ({ path, from: 0, isCount: false });
  switch (expression.kind) {
    case 'name':
      return at(items.get(expression.name) ?? [expression.name]);
    case 'field': {
      const subject = placeOf(expression.subject, items);
      return subject === undefined ? undefined : at([...subject.path, expression.field]);
    }
    case 'index': {
      const subject = placeOf(expression.subject, items);
      if (subject === undefined) return undefined;
      const { index } = expression;
      return at([...subject.path, index.kind === 'string' ? index.value : '*']);
    }
    case 'slice': {
      const subject = placeOf(expression.subject, items);
      const { from } = expression;
      return subject === undefined
        ? undefined
        : { ...subject, from: from.kind === 'integer' ? Number(from.value) : 0 };
    }
    case 'visit':
      return expression.visit === 'filter' ? placeOf(expression.subject, items) : undefined;
    case 'count': {
      const subject = placeOf(expression.subject, items);
      return subject === undefined ? undefined : { ...subject, isCount: true };
    }
    case 'boolean':
    case 'integer':
    case 'string':
    case 'timestamp':
    case 'list':
    case 'not':
    case 'logical':
    case 'comparison':
    case 'contains':
      return undefined;
  }
}

/** The times at which expressions may say something else than now: now, and just after each later time that they name. */
export function timesOf(expressions: readonly (Expression | undefined)[], nowMs: number): number[] {
  const named = expressions.flatMap((each) => (each === undefined ? [] : literalsOf(each)));
  const later = named.flatMap((each) => (each instanceof Date ? [each.getTime(), each.getTime() + 1] : []));
  return [...new Set([nowMs, ...later.filter((each) => each > nowMs)])];
}
