import { parseAbiParameters } from 'viem/utils';
import type { Fact } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import { blindSigning } from '../../model/warnings.ts';
import { decodeLocated } from '../abi/decode.ts';
import { type Located, type LocatedList, bytesIn, sliceOf } from '../abi/located.ts';
import { valueFact } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { type ContractCall, type DecodedCall, bytesAt, decoded } from '../model/call.ts';

/** Steps for a contract: every byte of `codes` asks for one, with the input in the same place. */
export interface Steps {
  readonly codes: Located<Hex>;
  readonly inputs: LocatedList<Located<Hex>>;
}

/** What a contract calls its steps, and how each is read. */
export interface StepKind {
  /** Such as "Command". */
  readonly label: string;
  readonly nameOf: (code: number) => string | undefined;
  /** The bit of a step's byte that lets the rest go on where it fails, if there is one. */
  readonly mayFail: number;
  /** Null where the input is not exactly what the step's encoding would be. */
  readonly read: (code: number, input: Located<Hex>) => DecodedCall | null;
  /** How many steps may still be read in the whole call. */
  readonly budget: { left: number };
}

/** More steps than any front end makes in one call; those behind are not read. */
const MAX_STEPS = 64;
/** What a call may have read of its steps. */
export const newBudget = (): StepKind['budget'] => ({ left: MAX_STEPS });

const STEPS = parseAbiParameters('bytes codes, bytes[] inputs');

/** The steps that are all that some bytes hold; null where these are not exactly that. */
export function stepsIn(call: ContractCall, { range }: Located<Hex>): Steps | null {
  const found = decodeLocated(STEPS, bytesAt(call, range), range[0]);
  return found as unknown as Steps | null;
}

/** Reads steps, each by its code and its input. */
export function readSteps({ codes, inputs }: Steps, kind: StepKind): DecodedCall[] {
  return inputs.items.slice(0, bytesIn(codes.value)).map((input, index) => {
    const step = sliceOf(codes, index, index + 1);
    const byte = Number(step.value);
    const code = byte & ~kind.mayFail;
    const name = kind.nameOf(code) ?? 'not known';
    const goesOn = code === byte ? '' : ', the rest goes on where it fails';
    const fact: Fact = { ...valueFact(kind.label, step, name), note: `${step.value}${goesOn}` };
    kind.budget.left -= 1;
    const told = (kind.budget.left < 0 ? null : kind.read(code, input)) ?? unread(input, kind.label, name);
    return { ...told, facts: [fact, ...told.facts] };
  });
}

/** What is wrong with steps of which some have no input, or some inputs no step. */
export const warnOfUneven = ({ codes, inputs }: Steps, label: string) =>
  bytesIn(codes.value) === inputs.items.length
    ? []
    : [blindSigning(`The contract is given more ${label.toLowerCase()}s than inputs, or fewer.`)];

/** A step whose input could not be read: its bytes are shown as they are. */
function unread(input: Located<Hex>, label: string, name: string): DecodedCall {
  const what = label.toLowerCase();
  return decoded(`${what}.unread`, `${label} that could not be read`, {
    sentence: say(`Run ${what === 'action' ? 'an' : 'a'} ${what} that could not be read`),
    facts: [{ ...valueFact('Input', input, input.value, 'data'), note: `${bytesIn(input.value)} bytes` }],
    warnings: [blindSigning(`The contract's ${what} ${name} could not be read.`)],
    blind: true,
  });
}
