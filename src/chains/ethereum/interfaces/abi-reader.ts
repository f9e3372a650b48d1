import type { AbiParameter } from 'viem';
import type { Fact, SentencePart, Warning } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { componentsOf, decodeLocated, locatedList } from '../abi/decode.ts';
import type { Located, LocatedList, LocatedStruct, LocatedValue } from '../abi/located.ts';
import { type Hex, toChecksumAddress } from '../model/address.ts';
import { warnOfUnknownCall } from '../model/call-warnings.ts';
import {
  type CallReader,
  type ContractCall,
  type DecodedCall,
  decoded,
  theLocatedAddress,
} from '../model/call.ts';
import { formatCoins } from '../model/networks.ts';
import type { ContractInterfaces } from '../typed-data/contract-interfaces.ts';
import { shownFields } from '../typed-data/fields.ts';
import type { StructValue, TypedValue } from '../typed-data/typed-data.ts';
import { type KnownFunction, parseAbi } from './parse-abi.ts';

/**
 * Decoded arguments with their types.
 * @param parameters each with a name
 * @param values as they were decoded; single values keep their places
 */
export const typedArguments = (
  type: string,
  parameters: readonly AbiParameter[],
  values: LocatedStruct,
): StructValue => ({
  kind: 'struct',
  type,
  members: parameters.flatMap((parameter, index) => {
    const name = parameter.name ?? String(index);
    const value = values[name];
    return value === undefined ? [] : [{ name, value: typedValue(parameter, value) }];
  }),
});

function typedValue(parameter: AbiParameter, found: LocatedValue): TypedValue {
  const list = locatedList(parameter);
  if (list !== null) {
    const { items } = found as LocatedList<LocatedValue>;
    return {
      kind: 'list',
      type: parameter.type,
      items: items.map((item) => typedValue(list.element, item)),
    };
  }
  if (parameter.type === 'tuple') {
    return typedArguments(parameter.type, componentsOf(parameter), found as LocatedStruct);
  }
  const { value, range } = found as Located<bigint | number | boolean | string>;
  return {
    kind: 'atom',
    type: parameter.type,
    value: typeof value === 'number' ? BigInt(value) : value,
    range,
  };
}

/** A call in the words of somebody else than this console. */
interface Description {
  readonly id: string;
  /** What it is called, or what it is said to be for. */
  readonly title: string;
  readonly sentence: readonly SentencePart[];
  /** Where the words come from, to stand behind "by". */
  readonly source: string;
  readonly signature: string;
  readonly facts: readonly Fact[];
  readonly warnings: readonly Warning[];
  readonly inner?: readonly DecodedCall[];
}

/**
 * A call that is shown by words that were brought along. It stays blind, with every warning of a call that is not known:
 * whatever the words say, what the contract does was not read.
 */
export function describedReading(call: ContractCall, description: Description): DecodedCall {
  const { id, title, sentence, source, signature, facts, warnings, inner = [] } = description;
  const coins =
    call.value > 0n ? say(', and send ', theAmount(formatCoins(call.value, call.network.unit))) : [];
  return decoded(id, `${title}, by ${source}`, {
    sentence: [...sentence, ...say(' on ', theLocatedAddress(call.to), `, by ${source}`), ...coins],
    facts: [
      { label: 'Contract', value: call.to, kind: 'address' },
      {
        label: 'Function',
        value: signature,
        kind: 'text',
        note: `named by ${source}`,
        ranges: [[call.offset, call.offset + 4]],
      },
      ...facts,
    ],
    warnings: [
      ...warnOfUnknownCall(
        call,
        `This console does not know what the call does. Its names are those of ${source}: nobody checked them.`,
      ),
      ...warnings,
    ],
    inner: [...inner],
    blind: true,
  });
}

/** An ABI that the operator gave for a contract. */
export interface KnownAbi {
  readonly chainId: bigint;
  readonly address: string;
  /** The JSON. */
  readonly abi: string;
  readonly importedAtMs: number;
}

const keyOf = (chainId: bigint, address: Hex): string => `${chainId.toString()} ${address}`;

/**
 * Reads calls by ABIs that the operator imported.
 * @throws AppError as `parseAbi`
 */
export function importedInterfaces(abis: readonly KnownAbi[]): ContractInterfaces {
  const contracts = new Map(
    abis.map(({ chainId, address, abi, importedAtMs }) => {
      const source = `an ABI that you imported on ${new Date(importedAtMs).toISOString().slice(0, 10)}`;
      return [keyOf(chainId, toChecksumAddress(address)), readersOf(abi, source)] as const;
    }),
  );
  return {
    findCall: (chainId, to, selector) =>
      chainId === null ? undefined : contracts.get(keyOf(chainId, to))?.get(selector),
    describe: () => undefined,
  };
}

/**
 * Reads calls of any contract by one ABI, which nothing ties to an address.
 * @param abi the JSON
 * @throws AppError as `parseAbi`
 */
export function anyContract(abi: string): ContractInterfaces {
  const readers = readersOf(abi, 'an ABI that you gave');
  return { findCall: (_chainId, _to, selector) => readers.get(selector), describe: () => undefined };
}

const readersOf = (abi: string, source: string): Map<string, CallReader> =>
  new Map(parseAbi(abi).map((each) => [each.selector as string, abiReader(each, source)]));

/** @param source where the names come from, as words in a sentence */
const abiReader = ({ selector, signature, name, inputs }: KnownFunction, source: string): CallReader => ({
  selector,
  signature,
  read: (call) => {
    const values = decodeLocated(inputs, call.data.subarray(4), call.offset + 4);
    if (values === null) return null;
    const sentence = say('Call ', theAmount(name));
    const fields = shownFields(typedArguments('call', inputs, values));
    return describedReading(call, {
      id: 'call.imported',
      title: name,
      sentence,
      source,
      signature,
      ...fields,
    });
  },
});
