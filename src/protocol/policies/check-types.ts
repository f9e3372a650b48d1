import { type Expression, printExpression } from './expression.ts';
import type { Keywords } from './keywords.ts';
import { syntaxError, typeMismatch } from './policy-error.ts';
import {
  BOOLEAN,
  comparable,
  fits,
  INTEGER,
  listOf,
  nameOf,
  STRING,
  TIMESTAMP,
  UNKNOWN,
  type Type,
} from './types.ts';

/**
 * Finds the type of an expression, and refuses what cannot be evaluated for any request.
 * @param names the keywords and, inside a function's predicate, the names of its items
 * @throws PolicyError `POLICY_TYPE_MISMATCH`, or `POLICY_SYNTAX_INVALID` for a name that does not exist
 */
export function typeOf(expression: Expression, names: Keywords): Type {
  const { kind, at } = expression;
  switch (kind) {
    case 'boolean':
      return BOOLEAN;
    case 'integer':
      return INTEGER;
    case 'string':
      return STRING;
    case 'timestamp':
      return TIMESTAMP;
    case 'list':
      return typeOfList(expression, names);
    case 'name': {
      const type = names.get(expression.name);
      if (type === undefined) throw syntaxError(at, `There is no keyword ${expression.name} here.`);
      return type;
    }
    case 'not':
      want('boolean', typeOf(expression.operand, names), at, '!');
      return BOOLEAN;
    case 'logical':
      for (const operand of expression.operands) {
        want('boolean', typeOf(operand, names), operand.at, expression.operator);
      }
      return BOOLEAN;
    case 'comparison':
      checkComparison(expression, names);
      return BOOLEAN;
    case 'field':
      return typeOfField(expression, names);
    case 'index':
      return typeOfIndex(expression, names);
    case 'slice': {
      want('integer', typeOf(expression.from, names), expression.from.at, 'A slice');
      want('integer', typeOf(expression.to, names), expression.to.at, 'A slice');
      const subject = typeOf(expression.subject, names);
      if (subject.kind === 'list' || subject.kind === 'string' || subject.kind === 'unknown') return subject;
      throw typeMismatch(at, `A ${nameOf(subject)} has no slices.`);
    }
    case 'visit': {
      if (names.has(expression.item))
        throw syntaxError(at, `The name ${expression.item} is taken.`, 'Use another name.');
      const subject = wantList(expression.subject, names, expression.visit);
      const inner = new Map([...names, [expression.item, itemOf(subject)] as const]);
      want('boolean', typeOf(expression.predicate, inner), expression.predicate.at, expression.visit);
      return expression.visit === 'filter' ? subject : BOOLEAN;
    }
    case 'contains':
      checkEquality(itemOf(wantList(expression.subject, names, kind)), typeOf(expression.value, names), at);
      return BOOLEAN;
    case 'count':
      wantList(expression.subject, names, kind);
      return INTEGER;
  }
}

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

function typeOfList(list: Of<'list'>, names: Keywords): Type {
  let item: Type = UNKNOWN;
  for (const each of list.items) {
    const type = typeOf(each, names);
    if (item.kind !== 'unknown' && type.kind !== 'unknown' && nameOf(item) !== nameOf(type)) {
      throw typeMismatch(each.at, `The list holds ${nameOf(item)} and ${nameOf(type)}.`);
    }
    if (item.kind === 'unknown') item = type;
  }
  return listOf(item);
}

function typeOfField({ subject, field, fieldAt }: Of<'field'>, names: Keywords): Type {
  const type = typeOf(subject, names);
  if (type.kind === 'unknown') return UNKNOWN;
  const found = type.kind === 'struct' && Object.hasOwn(type.fields, field) ? type.fields[field] : undefined;
  if (found === undefined)
    throw typeMismatch(fieldAt, `${printExpression(subject)} has no field “${field}”.`);
  return found;
}

function typeOfIndex({ subject, index, at }: Of<'index'>, names: Keywords): Type {
  const type = typeOf(subject, names);
  const key = typeOf(index, names);
  if (type.kind === 'unknown') return UNKNOWN;
  if (type.kind === 'map') {
    want('string', key, index.at, 'A map');
    return type.value;
  }
  if (type.kind !== 'list' && type.kind !== 'string')
    throw typeMismatch(at, `A ${nameOf(type)} has no elements.`);
  want('integer', key, index.at, `A ${nameOf(type)}`);
  return type.kind === 'list' ? type.item : STRING;
}

function checkComparison({ operator, left, right, at }: Of<'comparison'>, names: Keywords): void {
  const leftType = typeOf(left, names);
  if (operator === 'in') {
    checkEquality(itemOf(wantList(right, names, 'in')), leftType, at);
    return;
  }
  const rightType = typeOf(right, names);
  checkEquality(leftType, rightType, at);
  if (operator === '==' || operator === '!=') return;
  for (const { kind } of [leftType, rightType]) {
    if (kind === 'boolean' || kind === 'string')
      throw typeMismatch(at, `${operator} does not order values of ${kind}.`);
  }
}

function checkEquality(left: Type, right: Type, at: number): void {
  if (!comparable(left, right))
    throw typeMismatch(at, `${nameOf(left)} and ${nameOf(right)} do not compare.`);
}

function want(kind: Type['kind'], type: Type, at: number, who: string): void {
  if (!fits(type, kind)) throw typeMismatch(at, `${who} wants ${kind} here, not ${nameOf(type)}.`);
}

function wantList(subject: Expression, names: Keywords, who: string): Type {
  const type = typeOf(subject, names);
  want('list', type, subject.at, who);
  return type;
}

const itemOf = (type: Type): Type => (type.kind === 'list' ? type.item : UNKNOWN);
