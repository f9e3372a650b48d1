import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { ByteRange, Fact, Warning } from '../../model/decoded.ts';
import { restNotShown } from '../../model/warnings.ts';
import type { TypedValue } from './typed-data.ts';

/** One value with its path in the message, such as `order.items[2].token`. */
export interface TypedLeaf {
  readonly path: string;
  readonly type: string;
  readonly value: bigint | boolean | string | null;
  /** Where it stands in a transaction. */
  readonly range?: ByteRange | undefined;
}

/** Every single value in the order of its type; an empty list or struct is one with nothing in it. */
export function typedLeavesOf(value: TypedValue, path: string): TypedLeaf[] {
  if (value.kind === 'atom') return [{ path, type: value.type, value: value.value, range: value.range }];
  const inner: readonly (readonly [string, TypedValue])[] =
    value.kind === 'struct'
      ? value.members.map((member) => [path === '' ? member.name : `${path}.${member.name}`, member.value])
      : value.items.map((item, index) => [`${path}[${index}]`, item]);
  if (inner.length === 0) return [{ path, type: value.type, value: null }];
  return inner.flatMap(([at, member]) => typedLeavesOf(member, at));
}

/** A fact for every value of a message, in the order of its type; its note is the type. */
export const fieldFacts = (message: TypedValue): Fact[] => typedLeavesOf(message, '').map(typedLeafFact);

/** A fact for one value. */
export const typedLeafFact = (leaf: TypedLeaf): Fact => ({
  ...writtenFact(leaf),
  ...(leaf.range === undefined ? {} : { ranges: [leaf.range] }),
});

function writtenFact({ path, type, value }: TypedLeaf): Fact {
  const label = path === '' ? type : path;
  if (value === null) return { label, value: 'empty', kind: 'text', note: type };
  if (typeof value === 'bigint') return { label, value: value.toString(), kind: 'number', note: type };
  if (typeof value === 'boolean') return { label, value: value ? 'true' : 'false', kind: 'text', note: type };
  if (type === 'string') return { label, value: revealInvisible(value), kind: 'text', note: type };
  if (type === 'address') return { label, value, kind: 'address', note: type };
  if (value === '0x') return { label, value: 'empty', kind: 'text', note: type };
  return { label, value, kind: type === 'bytes32' ? 'hash' : 'data', note: type };
}

/** Every text of a message. */
export const textsOf = (message: TypedValue): string[] =>
  typedLeavesOf(message, '').flatMap(({ type, value }) =>
    type === 'string' && typeof value === 'string' ? [value] : [],
  );

/** More fields than this are not shown one by one. */
export const MAX_SHOWN = 256;

/** The facts of a message, as many as somebody may read, and a warning where that is not all of them. */
export function shownFields(message: TypedValue): { readonly facts: Fact[]; readonly warnings: Warning[] } {
  const leaves = typedLeavesOf(message, '');
  return { facts: leaves.slice(0, MAX_SHOWN).map(typedLeafFact), warnings: warnOfMany(leaves.length) };
}

/** The warning of more fields than are shown. */
export const warnOfMany = (count: number): Warning[] => restNotShown('fields', MAX_SHOWN, count);
