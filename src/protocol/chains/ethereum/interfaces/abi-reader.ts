import { decodeStrict } from '../abi-decode.ts';
import { say, theAmount } from '../../sentence.ts';
import { toChecksumAddress, type Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import { reading, theAddress, type CallReading, type ContractCall } from '../call.ts';
import { warnOfUnknownCall } from '../call-warnings.ts';
import type { CallReader } from '../define-call.ts';
import { shownFields } from '../typed-data/fields.ts';
import { typedArguments } from './abi-values.ts';
import type { ContractInterfaces } from './contract-interfaces.ts';
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
 * @throws ProtocolError as `parseAbi`
 */
export function importedInterfaces(abis: readonly ImportedAbi[]): ContractInterfaces {
  const contracts = new Map(
    abis.map(({ chainId, address, abi, importedAtMs }) => {
      const source = `an ABI that you imported on ${new Date(importedAtMs).toISOString().slice(0, 10)}`;
      const readers = new Map(
        parseAbi(abi).map((each) => [each.selector as string, abiReader(each, source)]),
      );
      return [keyOf(chainId, toChecksumAddress(address)), readers] as const;
    }),
  );
  return {
    findCall: (chainId, to, selector) =>
      chainId === null ? undefined : contracts.get(keyOf(chainId, to))?.get(selector),
  };
}

/** @param source where the names come from, as words in a sentence */
const abiReader = ({ selector, signature, name, inputs }: KnownFunction, source: string): CallReader => ({
  selector,
  signature,
  read: (call) => {
    const values = decodeStrict(inputs, call.data.subarray(4));
    if (values === null) return null;
    return readNamed(call, { name, signature, source }, typedArguments('call', inputs, values));
  },
});

function readNamed(
  call: ContractCall,
  { name, signature, source }: { readonly name: string; readonly signature: string; readonly source: string },
  values: ReturnType<typeof typedArguments>,
): CallReading {
  const fields = shownFields(values);
  const coins =
    call.value > 0n ? say(', and send ', theAmount(formatCoins(call.value, call.network.unit))) : [];
  return reading('call.imported', `${name}, by ${source}`, {
    sentence: [...say('Call ', theAmount(name), ' on ', theAddress(call.to), `, by ${source}`), ...coins],
    facts: [
      { label: 'Contract', value: call.to, kind: 'address' },
      {
        label: 'Function',
        value: signature,
        kind: 'text',
        note: `named by ${source}`,
        ranges: [[call.offset, call.offset + 4]],
      },
      ...fields.facts.map((fact) => ({
        ...fact,
        ranges: [[call.offset + 4, call.offset + call.data.length] as [number, number]],
      })),
    ],
    warnings: [
      ...warnOfUnknownCall(
        call,
        `This console does not know what the call does. Its names are those of ${source}: nobody checked them.`,
      ),
      ...fields.warnings,
    ],
    // Whatever the names say: what the contract does was not read.
    blind: true,
  });
}
