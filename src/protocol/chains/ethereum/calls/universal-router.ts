import { parseAbiParameters } from 'viem/utils';
import type { Fact } from '../../reading.ts';
import { say, theAmount } from '../../sentence.ts';
import { blindSigning } from '../../warnings.ts';
import { decodeStrict } from '../abi-decode.ts';
import { prefixedHex, type Hex } from '../address.ts';
import {
  argumentsAt,
  bytesArrayOffsets,
  bytesOffset,
  type CallReading,
  type ContractCall,
  lifted,
  reading,
  theAddress,
  untilFact,
} from '../call.ts';
import { defineCall } from '../define-call.ts';
import type { CommandReader } from '../define-command.ts';
import { bytesIn } from './batch-parts.ts';
import { ROUTER_PAYMENTS } from './router-payments.ts';
import { ROUTER_SWAPS } from './router-swaps.ts';

/** The top bit of a command says that the rest goes on when it fails; the others say which it is. */
const MAY_FAIL = 0x80;
const CODE = 0x7f;
/** More commands than any router's front end makes; those behind are not read. */
const MAX_COMMANDS = 64;
const MAX_DEPTH = 2;

/** A plan inside a plan, by its command and its arguments. */
const SUB_PLAN = 0x21;
const PLAN_ARGUMENTS = parseAbiParameters('bytes commands, bytes[] inputs');

/** Commands that are known by their name alone. */
const NAMES: Readonly<Record<number, string>> = {
  0x10: 'V4_SWAP or, on the first routers, an order on a market of collectibles',
  0x11: 'V3_POSITION_MANAGER_PERMIT',
  0x12: 'V3_POSITION_MANAGER_CALL',
  0x13: 'V4_INITIALIZE_POOL',
  0x14: 'V4_POSITION_MANAGER_CALL',
  [SUB_PLAN]: 'EXECUTE_SUB_PLAN',
};
const READERS: ReadonlyMap<number, CommandReader> = new Map(
  [...ROUTER_SWAPS, ...ROUTER_PAYMENTS].map((reader) => [reader.code, reader]),
);

interface Plan {
  readonly commands: Hex;
  readonly inputs: readonly Hex[];
  /** How deep the plan lies in others. */
  readonly depth: number;
  /** How many commands may still be read in the whole call. */
  readonly budget: { left: number };
}

const countOfCommands = (commands: Hex): string =>
  `${bytesIn(commands)} router ${bytesIn(commands) === 1 ? 'command' : 'commands'}`;

/** Tells a plan whose commands are the pointer in word 0 of the call, and whose inputs are that in word 1. */
function tellPlan(id: string, call: ContractCall, plan: Plan, more: readonly Fact[] = []): CallReading {
  const { commands, inputs } = plan;
  const inner = readPlan(call, plan);
  const uneven = bytesIn(commands) !== inputs.length;
  const titles = [...new Set(inner.map(({ title }) => title.toLowerCase()))].join(', ');
  const [only] = inner;
  const ofOne = inner.length === 1 && only !== undefined && !only.blind ? only.sentence : null;
  return reading(id, countOfCommands(commands), {
    sentence:
      ofOne === null
        ? say('Run ', theAmount(countOfCommands(commands)), ' on ', theAddress(call.to), `: ${titles}`)
        : say(...ofOne, ', through the router ', theAddress(call.to)),
    facts: [{ label: 'Router', value: call.to, kind: 'address' }, ...more],
    warnings: uneven ? [blindSigning('The router is given more commands than inputs, or fewer.')] : [],
    inner,
    blind: uneven,
  });
}

function readPlan(call: ContractCall, { commands, inputs, depth, budget }: Plan): CallReading[] {
  const codes = bytesOffset(call, 0);
  const places = bytesArrayOffsets(call, 1, inputs.length);
  return inputs.slice(0, bytesIn(commands)).map((input, index) => {
    const at = codes + index;
    const byte = call.data[at] ?? 0;
    const code = byte & CODE;
    const place = places[index] ?? 0;
    const seen = argumentsAt(call, place, place + bytesIn(input));
    const name = READERS.get(code)?.name ?? NAMES[code] ?? 'not known';
    const command: Fact = {
      label: 'Command',
      value: name,
      kind: 'text',
      note: `${prefixedHex(Uint8Array.of(byte))}${byte >= MAY_FAIL ? ', the rest goes on where it fails' : ''}`,
      ranges: [[call.offset + at, call.offset + at + 1]],
    };
    budget.left -= 1;
    const told = (budget.left < 0 ? null : readCommand(code, seen, depth, budget)) ?? unread(seen, name);
    return { ...told, facts: [command, ...told.facts] };
  });
}

function readCommand(code: number, input: ContractCall, depth: number, budget: Plan['budget']) {
  if (code !== SUB_PLAN) return READERS.get(code)?.read(input) ?? null;
  const values = depth < MAX_DEPTH ? decodeStrict(PLAN_ARGUMENTS, input.data.subarray(4)) : null;
  if (values === null) return null;
  const [commands, inputs] = values as readonly [Hex, readonly Hex[]];
  return lifted(tellPlan('universalRouter.subPlan', input, { commands, inputs, depth: depth + 1, budget }));
}

/** A command whose input could not be read: its bytes are shown as they are. */
function unread(input: ContractCall, name: string): CallReading {
  const data = input.data.subarray(4);
  return reading('universalRouter.unread', 'Command that could not be read', {
    sentence: say('Run a command that could not be read'),
    facts: [
      {
        label: 'Input',
        value: prefixedHex(data),
        kind: 'data',
        note: `${data.length} bytes`,
        ranges: [[input.offset + 4, input.offset + 4 + data.length]],
      },
    ],
    warnings: [blindSigning(`The router's command ${name} could not be read.`)],
    blind: true,
  });
}

/** The calls of Uniswap's universal routers, in which every byte of `commands` asks for a step. */
export const UNIVERSAL_ROUTER_CALLS = [
  defineCall(
    'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
    ([commands, inputs, deadline], call) => ({
      ...tellPlan(
        'universalRouter.execute',
        call,
        { commands, inputs, depth: 0, budget: { left: MAX_COMMANDS } },
        [untilFact(call, deadline, 2)],
      ),
      until: deadline,
    }),
  ),
  defineCall('function execute(bytes commands, bytes[] inputs)', ([commands, inputs], call) =>
    tellPlan('universalRouter.execute', call, { commands, inputs, depth: 0, budget: { left: MAX_COMMANDS } }),
  ),
];
