import { parseAbiParameters } from 'viem/utils';
import type { Fact, SentencePart } from '../../decoded.ts';
import { lowerFirst, say } from '../../sentence.ts';
import { blindSigning } from '../../warnings.ts';
import { decodeStrict } from '../abi-decode.ts';
import { prefixedHex, type Hex } from '../address.ts';
import {
  argumentsAt,
  bytesArrayOffsets,
  bytesOffset,
  decoded,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { bytesIn } from '../abi/located.ts';

/** Steps for a contract: every byte of `codes` asks for one, with the input in the same place. */
export interface Steps {
  readonly codes: Hex;
  readonly inputs: readonly Hex[];
}

/** What a contract calls its steps, and how each is read. */
export interface StepKind {
  /** Such as "Command". */
  readonly label: string;
  readonly nameOf: (code: number) => string | undefined;
  /** The bit of a step's byte that lets the rest go on where it fails, if there is one. */
  readonly mayFail: number;
  /** Null where the input is not exactly what the step's encoding would be. */
  readonly read: (code: number, input: ContractCall) => DecodedCall | null;
  /** How many steps may still be read in the whole call. */
  readonly budget: { left: number };
}

/** More steps than any front end makes in one call; those behind are not read. */
const MAX_STEPS = 64;
/** What a call may have read of its steps. */
export const newBudget = (): StepKind['budget'] => ({ left: MAX_STEPS });

const STEPS = parseAbiParameters('bytes codes, bytes[] inputs');

/** The steps that are all of a call's arguments; null where these are not exactly that. */
export function stepsIn(input: ContractCall): Steps | null {
  const values = decodeStrict(STEPS, input.data.subarray(4));
  if (values === null) return null;
  const [codes, inputs] = values as readonly [Hex, readonly Hex[]];
  return { codes, inputs };
}

/** Reads steps whose codes are the pointer in word 0 of the call, and whose inputs are that in word 1. */
export function readSteps(call: ContractCall, { codes, inputs }: Steps, kind: StepKind): DecodedCall[] {
  const first = bytesOffset(call, 0);
  const places = bytesArrayOffsets(call, 1, inputs.length);
  return inputs.slice(0, bytesIn(codes)).map((input, index) => {
    const at = first + index;
    const byte = call.data[at] ?? 0;
    const code = byte & ~kind.mayFail;
    const place = places[index] ?? 0;
    const seen = argumentsAt(call, place, place + bytesIn(input));
    const name = kind.nameOf(code) ?? 'not known';
    const goesOn = code === byte ? '' : ', the rest goes on where it fails';
    const step: Fact = {
      label: kind.label,
      value: name,
      kind: 'text',
      note: `${prefixedHex(Uint8Array.of(byte))}${goesOn}`,
      ranges: [[call.offset + at, call.offset + at + 1]],
    };
    kind.budget.left -= 1;
    const told = (kind.budget.left < 0 ? null : kind.read(code, seen)) ?? unread(seen, kind.label, name);
    return { ...told, facts: [step, ...told.facts] };
  });
}

/** What is wrong with steps of which some have no input, or some inputs no step. */
export const warnOfUneven = ({ codes, inputs }: Steps, label: string) =>
  bytesIn(codes) === inputs.length
    ? []
    : [blindSigning(`The contract is given more ${label.toLowerCase()}s than inputs, or fewer.`)];

/** A step whose input could not be read: its bytes are shown as they are. */
function unread(input: ContractCall, label: string, name: string): DecodedCall {
  const data = input.data.subarray(4);
  const what = label.toLowerCase();
  return decoded(`${what}.unread`, `${label} that could not be read`, {
    sentence: say(`Run ${what === 'action' ? 'an' : 'a'} ${what} that could not be read`),
    facts: [
      {
        label: 'Input',
        value: prefixedHex(data),
        kind: 'data',
        note: `${data.length} bytes`,
        ranges: [[input.offset + 4, input.offset + 4 + data.length]],
      },
    ],
    warnings: [blindSigning(`The contract's ${what} ${name} could not be read.`)],
    blind: true,
  });
}

/** More steps than this in one sentence would not be read. */
const MOST_IN_A_SENTENCE = 4;

/** The sentences of a few steps as one; null where there are many, none, or one is blind. */
export function inTurn(steps: readonly DecodedCall[]): SentencePart[] | null {
  if (steps.length === 0 || steps.length > MOST_IN_A_SENTENCE || steps.some(({ blind }) => blind))
    return null;
  return steps.flatMap(({ sentence }, index) =>
    index === 0 ? sentence : [...say(', then '), ...lowerFirst(sentence)],
  );
}
