import { say, theAmount } from '../../model/sentence.ts';
import { decodeLocated } from '../abi/decode.ts';
import { toChecksumAddress, type Hex } from '../address.ts';
import type { CallReader } from '../call.ts';
import { shownFields } from '../typed-data/fields.ts';
import { typedArguments } from './abi-values.ts';
import type { ContractInterfaces } from './contract-interfaces.ts';
import { describedReading } from './described-reading.ts';
import { parseAbi, type KnownFunction } from './parse-abi.ts';

/** An ABI that the operator gave for a contract. */
export interface ImportedAbi {
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
export function importedInterfaces(abis: readonly ImportedAbi[]): ContractInterfaces {
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
