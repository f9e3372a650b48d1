import type { Fact, SentencePart, Warning } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { formatCoins } from '../amounts.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { warnOfUnknownCall } from '../call-warnings.ts';

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
    sentence: [...sentence, ...say(' on ', theAddress(call.to), `, by ${source}`), ...coins],
    facts: [
      { label: 'Contract', value: call.to, kind: 'address' },
      {
        label: 'Function',
        value: signature,
        kind: 'text',
        note: `named by ${source}`,
        ranges: [[call.offset, call.offset + 4]],
      },
      ...facts.map((fact) => ({
        ...fact,
        ranges: [[call.offset + 4, call.offset + call.data.length] as [number, number]],
      })),
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
