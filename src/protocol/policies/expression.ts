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
