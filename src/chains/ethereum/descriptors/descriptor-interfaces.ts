import { fromHex } from '#protocol/encoding.ts';
import { theAmount } from '../../model/sentence.ts';
import { decodeLocated } from '../abi/decode.ts';
import type { Hex } from '../address.ts';
import { withoutRanges, type CallReader } from '../call.ts';
import { ZERO_ADDRESS } from '../call-warnings.ts';
import { typedArguments } from '../interfaces/abi-values.ts';
import type { ContractInterfaces, MessageDescription } from '../interfaces/contract-interfaces.ts';
import { describedReading } from '../interfaces/described-reading.ts';
import { readCall } from '../read-call.ts';
import type { TypedDataContext } from '../typed-data/kind.ts';
import { encodeType, type TypedData } from '../typed-data/typed-data.ts';
import type { Deployment, DescribedFunction, DescribedMessage, Descriptor } from './descriptor.ts';
import { showDisplay } from './show-display.ts';

/** Descriptors that come from one place. */
export interface DescriptorSet {
  readonly descriptors: readonly Descriptor[];
  /** Where they come from, to stand behind a descriptor's name: "in your folder". */
  readonly place: string;
}

const isAt = (all: readonly Deployment[], chainId: bigint, to: Hex): boolean =>
  all.some((each) => each.chainId === chainId && each.address === to);

/** Reads calls and messages by descriptors (ERC-7730). */
export function describedInterfaces({ descriptors, place }: DescriptorSet): ContractInterfaces {
  const sourceOf = ({ file }: Descriptor): string => `the descriptor ${file} ${place}`;
  return {
    findCall: (chainId, to, selector) => {
      if (chainId === null) return undefined;
      for (const descriptor of descriptors) {
        const found = descriptor.functions.find((each) => each.selector === selector);
        if (found !== undefined && isAt(descriptor.contracts, chainId, to)) {
          return callReader(descriptor, found, sourceOf(descriptor));
        }
      }
      return undefined;
    },
    describe: (data, context) => {
      const { chainId, verifyingContract } = data.domain;
      if (chainId === undefined || verifyingContract === undefined) return undefined;
      const type = encodeType(data.types, data.primaryType);
      for (const descriptor of descriptors) {
        const found = descriptor.messages.find((each) => each.type === type);
        const isFor = isAt(descriptor.verifyingContracts, chainId, verifyingContract);
        if (found === undefined || !isFor || !hasDomain(descriptor, data)) continue;
        return describeMessage(descriptor, found, sourceOf(descriptor), data, context);
      }
      return undefined;
    },
  };
}

const hasDomain = ({ domain: { name, version } }: Descriptor, { domain }: TypedData): boolean =>
  (name === undefined || name === domain.name) && (version === undefined || version === domain.version);

const callReader = (descriptor: Descriptor, described: DescribedFunction, source: string): CallReader => ({
  selector: described.selector,
  signature: described.signature,
  read: (call) => {
    const values = decodeLocated(described.inputs, call.data.subarray(4), call.offset + 4);
    if (values === null) return null;
    const { chainId, network, from, to, value } = call;
    const shown = showDisplay(described, {
      descriptor,
      chainId,
      network,
      root: typedArguments('call', described.inputs, values),
      container: { from, to, value },
      readInner: (callee, _data, range) =>
        range === undefined ? null : call.readInner({ from: to, to: callee, value: 0n, range }),
    });
    const { intent: title, signature } = described;
    const sentence = [theAmount(`“${title}”`)];
    return describedReading(call, { id: 'call.described', title, sentence, source, signature, ...shown });
  },
});

function describeMessage(
  descriptor: Descriptor,
  described: DescribedMessage,
  source: string,
  { message, domain }: TypedData,
  { chainId, network, from, isOwn }: TypedDataContext,
): MessageDescription {
  const to = domain.verifyingContract ?? ZERO_ADDRESS;
  const shown = showDisplay(described, {
    descriptor,
    chainId,
    network,
    root: message,
    container: { from, to, value: 0n },
    readInner: (callee, hex) => {
      const call = { chainId, network, from: to, isOwn, to: callee, value: 0n };
      return withoutRanges(readCall({ ...call, data: fromHex(hex), offset: 0 }));
    },
  });
  return { intent: described.intent, source, ...shown };
}
