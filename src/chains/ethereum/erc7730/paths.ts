import type { AbiParameter } from 'viem';
import type { ByteRange } from '../../model/decoded.ts';
import { toChecksumAddress, type Hex } from '../model/address.ts';
import type { StructValue, TypedData, TypedValue } from '../typed-data/typed-data.ts';

/** A member by its name, an item by its number, or a slice of items or bytes; `[]` is the slice of all. */
type Step =
  | { readonly name: string }
  | { readonly at: number }
  | { readonly from: number | undefined; readonly to: number | undefined };

/** Where a value stands: in the data (`#.`, or nothing before it), or beside it (`@.from`, `@.to`, `@.value`). */
export type Path =
  | { readonly root: '#'; readonly steps: readonly Step[] }
  | { readonly root: '@'; readonly name: 'from' | 'to' | 'value' };

/** A value that a path leads to. Its own path has every item by its number. */
export interface FoundValue {
  readonly path: string;
  readonly steps: readonly Step[];
  readonly value: TypedValue;
}

const CONTAINER = /^@\.(from|to|value)$/;
const STEP =
  /^(?:(?<name>[A-Za-z_$][\w$]*|\d+)|\[(?<at>-?\d{1,6})\]|\[(?:(?<from>-?\d{1,6})?:(?<to>-?\d{1,6})?)?\])$/;
const MAX_STEPS = 64;

/**
 * Reads a path of ERC-7730, such as `#.order.items.[].token` or `params.path.[0:20]`; `#.` may be left out.
 * @param group the path of the group of fields that the path stands in, which one without a root goes on from
 * @returns null for what is no such path
 */
export function parsePath(text: string, group = ''): Path | null {
  const [, beside] = CONTAINER.exec(text) ?? [];
  if (beside !== undefined) return { root: '@', name: beside as 'from' | 'to' | 'value' };
  const whole = text.startsWith('#.') || group === '' ? text : `${group}.${text}`;
  const parts = whole
    .replace(/^#\./, '')
    .replace(/(?<!^|\.)\[/g, '.[')
    .split('.');
  const steps = parts.map(stepOf);
  const known = steps.flatMap((step) => step ?? []);
  return known.length < steps.length || steps.length > MAX_STEPS ? null : { root: '#', steps: known };
}

function stepOf(text: string): Step | null {
  const groups = STEP.exec(text)?.groups;
  if (groups === undefined) return null;
  const number = (digits: string | undefined): number | undefined =>
    digits === undefined ? undefined : Number(digits);
  const at = number(groups['at']);
  if (groups['name'] !== undefined) return { name: groups['name'] };
  return at === undefined ? { from: number(groups['from']), to: number(groups['to']) } : { at };
}

/** The values that steps lead to; none where they lead nowhere, or past the end. */
export const resolve = (root: TypedValue, steps: readonly Step[]): FoundValue[] =>
  steps.reduce<FoundValue[]>(
    (found, step) => found.flatMap((each) => follow(each, step)),
    [{ path: '', steps: [], value: root }],
  );

function follow({ path, steps, value }: FoundValue, step: Step): FoundValue[] {
  if ('name' in step) {
    const member = value.kind === 'struct' ? value.members.find(({ name }) => name === step.name) : undefined;
    return member === undefined
      ? []
      : [
          {
            path: path === '' ? step.name : `${path}.${step.name}`,
            steps: [...steps, step],
            value: member.value,
          },
        ];
  }
  if (value.kind === 'list') {
    const all = value.items.map((item, index) => ({
      path: `${path}[${index}]`,
      steps: [...steps, { at: index }],
      value: item,
    }));
    if (!('at' in step)) return all.slice(step.from, step.to);
    const one = all.at(step.at);
    return one === undefined ? [] : [one];
  }
  if (value.kind === 'struct' || 'at' in step) return [];
  const part = sliceOf(value, step);
  return part === null
    ? []
    : [{ path: `${path}[${step.from ?? ''}:${step.to ?? ''}]`, steps: [...steps, step], value: part }];
}

type Atom = Extract<TypedValue, { kind: 'atom' }>;

/** Bytes of a value; a number is its 32. Null where there are not as many, or the value has no bytes that can be counted. */
function sliceOf(
  atom: Atom,
  { from, to }: { from: number | undefined; to: number | undefined },
): Atom | null {
  const { type } = atom;
  if (!/^(?:u?int\d+|address|bytes\d*)$/.test(type)) return null;
  // A number is 32 bytes where it is encoded, and fewer in its type: only from its end is it the same bytes.
  if (/^u?int/.test(type) && !type.endsWith('256') && (from ?? 0) >= 0) return null;
  const sized = to === undefined ? (from === undefined || from >= 0 ? 0 : -from) : to - (from ?? 0);
  const isEven = from === undefined || to === undefined || from < 0 === to < 0;
  const sliced = {
    kind: 'atom',
    type: isEven && sized > 0 && sized <= 32 ? `bytes${sized}` : 'bytes',
  } as const;
  // A sample has no bytes: whether the slice can be taken is seen when there are some.
  if (atom.value === '') return { ...sliced, value: '' };
  const hex = typeof atom.value === 'bigint' ? wordOf(atom.value) : String(atom.value).slice(2).toLowerCase();
  const length = hex.length / 2;
  const [start, end] = [from ?? 0, to ?? length].map((place) => (place < 0 ? length + place : place));
  if (start === undefined || end === undefined || start < 0 || end > length || start >= end) return null;
  const range: { range?: ByteRange } =
    atom.range === undefined ? {} : { range: [atom.range[0] + start, atom.range[0] + end] };
  return { ...sliced, value: `0x${hex.slice(2 * start, 2 * end)}`, ...range };
}

const wordOf = (number: bigint): string => BigInt.asUintN(256, number).toString(16).padStart(64, '0');

/**
 * The value that another path leads to from where one was found: in the same item, as far as both paths go alike, then in
 * the item of the same number in a list that is exactly as long.
 * @param from the path by which `found` was found
 * @returns undefined where that is not one value: a guess would give an amount another order's token
 */
export function besideOf(
  root: TypedValue,
  from: readonly Step[],
  found: FoundValue,
  other: readonly Step[],
): TypedValue | undefined {
  let same = 0;
  while (same < other.length && sameStep(from[same], other[same])) same += 1;
  const shared = found.steps.slice(0, same);
  const all = resolve(root, [...shared, ...other.slice(same)]);
  if (all.length <= 1) return all[0]?.value;
  const siblings = resolve(root, [...shared, ...from.slice(same)]);
  if (siblings.length !== all.length) return undefined;
  return all[siblings.findIndex(({ path }) => path === found.path)]?.value;
}

const sameStep = (one: Step | undefined, other: Step | undefined): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** The number that a value is: itself, or what a slice of bytes spells; null for anything else. */
export function numberIn(value: TypedValue): bigint | null {
  if (value.kind !== 'atom') return null;
  if (typeof value.value === 'bigint') return value.value;
  return isWord(value.type) && typeof value.value === 'string' ? BigInt(value.value) : null;
}

/** The address that a value is, or that the 20 bytes of a slice are; null for anything else. */
export const addressIn = (value: TypedValue | undefined): Hex | null =>
  value?.kind === 'atom' && isAddress(value.type) && typeof value.value === 'string'
    ? toChecksumAddress(value.value)
    : null;

const isWord = (type: string): boolean => /^bytes\d+$/.test(type);
export const isNumber = (type: string): boolean => /^u?int\d+$/.test(type) || isWord(type);
export const isAddress = (type: string): boolean => type === 'address' || type === 'bytes20';

/** The members of a struct type; null for what is none. */
type MembersOf = (base: string) => StructValue['members'] | null;

/**
 * Arguments of the right form with nothing in them, to find out where a descriptor's paths lead before they are used.
 * Every list has one item.
 */
export const sampleArguments = (parameters: readonly AbiParameter[]): StructValue => ({
  kind: 'struct',
  type: 'call',
  members: parameters.map((parameter) => ({
    name: parameter.name ?? '',
    value: sample(parameter.type, () =>
      'components' in parameter ? sampleArguments(parameter.components).members : null,
    ),
  })),
});

/** As {@link sampleArguments}, a message of typed data. Each type is made once; one within itself is left empty. */
export function sampleMessage(
  types: TypedData['types'],
  type: string,
  made: Map<string, StructValue> = new Map<string, StructValue>(),
): StructValue {
  const known = made.get(type);
  if (known !== undefined) return known;
  made.set(type, { kind: 'struct', type, members: [] });
  const struct: StructValue = {
    kind: 'struct',
    type,
    members: (types[type] ?? []).map((member) => ({
      name: member.name,
      value: sample(member.type, (base) =>
        types[base] === undefined ? null : sampleMessage(types, base, made).members,
      ),
    })),
  };
  made.set(type, struct);
  return struct;
}

function sample(type: string, membersOf: MembersOf): TypedValue {
  const [, element] = /^(.*)\[\d*\]$/.exec(type) ?? [];
  if (element !== undefined) return { kind: 'list', type, items: [sample(element, membersOf)] };
  const members = membersOf(type);
  return members === null ? { kind: 'atom', type, value: '' } : { kind: 'struct', type, members };
}

/** Types of the values that a path leads to in a sample, which has one item in every list, whichever is asked for. */
export function typesAt(path: Path, sample: TypedValue): string[] {
  if (path.root === '@') return [path.name === 'value' ? 'uint256' : 'address'];
  const start: FoundValue[] = [{ path: '', steps: [], value: sample }];
  const found = path.steps.reduce<FoundValue[]>(
    (all, step) =>
      all.flatMap((each) => follow(each, each.value.kind === 'list' && !('name' in step) ? EVERY : step)),
    start,
  );
  return found.map(({ value }) => value.type);
}

const EVERY: Step = { from: undefined, to: undefined };
