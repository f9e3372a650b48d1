/** Operators that compare two values. */
export const COMPARISONS = ['==', '!=', '<=', '>=', '<', '>', 'in'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Functions of a list that visit its elements. */
export const VISITS = ['all', 'any', 'filter'] as const;
export type Visit = (typeof VISITS)[number];

interface Node<Kind extends string> {
  readonly kind: Kind;
  /** Where it begins in the text; 0 is the first character. */
  readonly at: number;
}

/** A parsed policy expression. */
export type Expression =
  | (Node<'boolean'> & { readonly value: boolean })
  | (Node<'integer'> & { readonly value: bigint })
  | (Node<'string'> & { readonly value: string })
  | (Node<'timestamp'> & { readonly text: string; readonly milliseconds: number })
  | (Node<'list'> & { readonly items: readonly Expression[] })
  | (Node<'name'> & { readonly name: string })
  | (Node<'not'> & { readonly operand: Expression })
  | (Node<'logical'> & { readonly operator: '&&' | '||'; readonly operands: readonly Expression[] })
  | (Node<'comparison'> & {
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Node<'field'> & { readonly subject: Expression; readonly field: string; readonly fieldAt: number })
  | (Node<'index'> & { readonly subject: Expression; readonly index: Expression })
  | (Node<'slice'> & { readonly subject: Expression; readonly from: Expression; readonly to: Expression })
  | (Node<'visit'> & {
      readonly visit: Visit;
      readonly subject: Expression;
      readonly item: string;
      readonly predicate: Expression;
    })
  | (Node<'contains'> & { readonly subject: Expression; readonly value: Expression })
  | (Node<'count'> & { readonly subject: Expression });

/** How strongly a form holds its parts together; a part that holds less gets parentheses. */
const STRENGTH = { or: 0, and: 1, comparison: 2, unary: 3, postfix: 4 } as const;

/** Writes an expression as text that parses to the same expression, with no parentheses that are not needed. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'boolean':
      return String(expression.value);
    case 'integer':
      return expression.value.toString();
    case 'string':
      return `'${expression.value}'`;
    case 'timestamp':
      return `Timestamp('${expression.text}')`;
    case 'list':
      return `[${expression.items.map(printExpression).join(', ')}]`;
    case 'name':
      return expression.name;
    case 'not':
      return `!${part(expression.operand, STRENGTH.unary)}`;
    case 'logical': {
      const above = strengthOf(expression) + 1;
      return expression.operands.map((operand) => part(operand, above)).join(` ${expression.operator} `);
    }
    case 'comparison':
      return `${part(expression.left, STRENGTH.unary)} ${expression.operator} ${part(expression.right, STRENGTH.unary)}`;
    case 'field':
      return `${subjectOf(expression)}.${expression.field}`;
    case 'index':
      return `${subjectOf(expression)}[${printExpression(expression.index)}]`;
    case 'slice':
      return `${subjectOf(expression)}[${printExpression(expression.from)}..${printExpression(expression.to)}]`;
    case 'visit':
      return `${subjectOf(expression)}.${expression.visit}(${expression.item}, ${printExpression(expression.predicate)})`;
    case 'contains':
      return `${subjectOf(expression)}.contains(${printExpression(expression.value)})`;
    case 'count':
      return `${subjectOf(expression)}.count()`;
  }
}

const subjectOf = ({ subject }: { readonly subject: Expression }): string => part(subject, STRENGTH.postfix);

function part(expression: Expression, strength: number): string {
  const text = printExpression(expression);
  return strengthOf(expression) < strength ? `(${text})` : text;
}

function strengthOf(expression: Expression): number {
  if (expression.kind === 'logical') return expression.operator === '||' ? STRENGTH.or : STRENGTH.and;
  if (expression.kind === 'comparison') return STRENGTH.comparison;
  return expression.kind === 'not' ? STRENGTH.unary : STRENGTH.postfix;
}
