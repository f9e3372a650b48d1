import type { AbiParameter } from 'viem';
import type { StructValue, TypedData, TypedValue } from '../typed-data/typed-data.ts';

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
