import type { AbiFunction } from 'viem';
import { parseAbiItem, toFunctionSelector } from 'viem/utils';
import type { SentencePart, Warning } from '../../model/decoded.ts';
import { decodeLocated } from '../abi/decode.ts';
import type { LocatedArguments } from '../abi/located.ts';
import { decoded, type CallReader, type ContractCall, type DecodedCall } from '../call.ts';
import { address, coins, type Format, type Found, type Surroundings } from './formats.ts';

/** What a call says beside its arguments. */
interface Container {
  '@to': Found<`0x${string}`>;
  '@value': Found<bigint>;
}

/** The paths of the values among some arguments: `owner`, or `params.tokenIn` for a member of a tuple. */
type PathIn<A> = {
  [K in keyof A & string]: A[K] extends Found<unknown>
    ? K
    : A[K] extends { readonly items: unknown }
      ? never
      : `${K}.${PathIn<A[K]>}`;
}[keyof A & string];

type ValueAt<A, P extends string> = P extends keyof Container
  ? Container[P]['value']
  : P extends keyof A
    ? A[P] extends Found<infer T>
      ? T
      : never
    : P extends `${infer K}.${infer Rest}`
      ? K extends keyof A
        ? ValueAt<A[K], Rest>
        : never
      : never;

/** What a call does, as data. */
export interface Description<A> {
  readonly id: string;
  readonly title: string;
  /** Text with values in it by their paths, such as `Send {amount} to {to}`; each is written as its field says. */
  readonly sentence: string;
  /**
   * The facts in their order, by the paths of their values: what each is called, and how it is written. A value that only the
   * sentence has is called null.
   */
  readonly fields: {
    readonly [P in PathIn<A> | keyof Container]?: readonly [label: string | null, Format<ValueAt<A, P>>];
  };
  readonly warnings?: (args: A, call: ContractCall) => Warning[];
  /** What is told apart from facts and words: what it moves, and whether it is blind. */
  readonly effects?: (
    args: A,
    call: ContractCall,
  ) => Partial<Pick<DecodedCall, 'moves' | 'isExhaustive' | 'blind' | 'inner'>>;
}

type AnyFields = Readonly<Record<string, readonly [label: string | null, Format<unknown>] | undefined>>;

/** Formats of what a sentence may say without a field. */
const DEFAULTS: AnyFields = {
  '@to': [null, address as Format<unknown>],
  '@value': [null, coins as Format<unknown>],
};

/** Tells a call by its description. */
export function describe<A>(description: Description<A>, args: A, call: ContractCall): DecodedCall {
  const { id, title, sentence, warnings, effects } = description;
  const fields = description.fields as AnyFields;
  const around: Surroundings = { call, at: (path) => valueAt(args, call, path) };
  const entries = Object.entries(fields).flatMap(([path, field]) =>
    field === undefined ? [] : [{ label: field[0], format: field[1], found: around.at(path) }],
  );
  const deadline = entries.flatMap(({ format, found }) => format.deadline?.(found.value) ?? [])[0];
  return decoded(id, title, {
    sentence: fill(sentence, fields, around),
    facts: entries.flatMap(({ label, format, found }) =>
      label === null ? [] : [format.fact(label, found, around)],
    ),
    ...(deadline === undefined ? {} : { deadline }),
    warnings: warnings?.(args, call) ?? [],
    ...effects?.(args, call),
  });
}

/** A sentence with its values. @throws Error for a value that has no field */
function fill(sentence: string, fields: AnyFields, around: Surroundings): SentencePart[] {
  return sentence.split(/\{([^}]+)\}/).flatMap((part, index): SentencePart[] => {
    if (index % 2 === 0) return part === '' ? [] : [{ kind: 'text', value: part }];
    const [, format] = fields[part] ?? DEFAULTS[part] ?? [];
    if (format === undefined) throw new Error(`“${sentence}” says ${part}, which has no field.`);
    return format.words(around.at(part), around);
  });
}

function valueAt(args: unknown, call: ContractCall, path: string): Found<unknown> {
  if (path === '@to') return { value: call.to };
  if (path === '@value') return { value: call.value };
  const found = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | undefined)?.[name], args);
  if (found === undefined) throw new Error(`${path} is no argument.`);
  return found as Found<unknown>;
}

/**
 * Declares how calls of one function are read. Only data that is the canonical encoding of the arguments is read.
 * @param signature the function in Solidity's form, such as `transfer(address to, uint256 amount)`
 * @param read gets the arguments by their names, each with the bytes that it came from
 */
export function defineCall<const S extends string>(
  signature: S,
  read: (args: LocatedArguments<`function ${S}`>, call: ContractCall) => DecodedCall,
): CallReader {
  const item = parseAbiItem(`function ${signature as string}`) as AbiFunction;
  return {
    selector: toFunctionSelector(item),
    signature,
    read: (call) => {
      const args = decodeLocated(item.inputs, call.data.subarray(4), call.offset + 4);
      return args === null ? null : read(args as LocatedArguments<`function ${S}`>, call);
    },
  };
}

/** As {@link defineCall}, for a function that a description tells whole. */
export const describeCall = <const S extends string>(
  signature: S,
  description: Description<LocatedArguments<`function ${S}`>>,
): CallReader => defineCall(signature, (args, call) => describe(description, args, call));
