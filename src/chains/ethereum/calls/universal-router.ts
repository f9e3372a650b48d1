import type { Fact } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { type Located, bytesIn } from '../abi/located.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, untilFact } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import {
  type ContractCall,
  type DecodedCall,
  decoded,
  theLocatedAddress,
  withInnerWarnings,
} from '../model/call.ts';
import { routerVersion } from '../model/uniswap.ts';
import { ROUTER_PAYMENTS, ROUTER_POSITIONS } from './router-payments.ts';
import { ROUTER_SWAPS } from './router-swaps.ts';
import { type StepKind, type Steps, newBudget, readSteps, stepsIn, warnOfUneven } from './steps.ts';
import type { CommandReader } from './step-readers.ts';
import { tellActions } from './v4-actions.ts';

/** The top bit of a command says that the rest goes on when it fails; the others say which it is. */
const MAY_FAIL = 0x80;
const MAX_DEPTH = 2;

const V4_SWAP = 0x10;
/** A plan inside a plan, by its command and its arguments. */
const SUB_PLAN = 0x21;

/** Commands that are read here, or known by their name alone. */
const NAMES: Readonly<Record<number, string>> = {
  [V4_SWAP]: 'V4_SWAP or, on the first routers, an order on a market of collectibles',
  [SUB_PLAN]: 'EXECUTE_SUB_PLAN',
  0x40: 'ACROSS_V4_DEPOSIT_V3',
};
const READERS: ReadonlyMap<number, CommandReader> = new Map(
  [...ROUTER_SWAPS, ...ROUTER_PAYMENTS, ...ROUTER_POSITIONS].map((reader) => [reader.code, reader]),
);

/** Commands for a router. */
interface Plan extends Steps {
  /** How deep the plan lies in others. */
  readonly depth: number;
  readonly budget: StepKind['budget'];
}

const countOfCommands = ({ codes }: Plan): string =>
  `${bytesIn(codes.value)} router ${bytesIn(codes.value) === 1 ? 'command' : 'commands'}`;

/** Tells a plan, command by command. */
function tellPlan(id: string, call: ContractCall, plan: Plan, more: readonly Fact[] = []): DecodedCall {
  const inner = readSteps(plan, commandsOf(call, plan));
  const uneven = warnOfUneven(plan, 'Command');
  const titles = [...new Set(inner.map(({ title }) => title.toLowerCase()))].join(', ');
  const [only] = inner;
  const ofOne = inner.length === 1 && only !== undefined && !only.blind ? only.sentence : null;
  return decoded(id, countOfCommands(plan), {
    sentence:
      ofOne === null
        ? say('Run ', theAmount(countOfCommands(plan)), ' on ', theLocatedAddress(call.to), `: ${titles}`)
        : say(...ofOne, ', through the router ', theLocatedAddress(call.to)),
    facts: [addressFact('Router', { value: call.to }), ...more],
    warnings: uneven,
    inner,
    blind: uneven.length > 0,
  });
}

const commandsOf = (call: ContractCall, { depth, budget }: Plan): StepKind => ({
  label: 'Command',
  nameOf: (code) =>
    code === V4_SWAP && routerVersion(call.chainId, call.to) !== undefined
      ? 'V4_SWAP'
      : (READERS.get(code)?.name ?? NAMES[code]),
  mayFail: MAY_FAIL,
  budget,
  read: (code, input) => {
    if (code === SUB_PLAN) return subPlan(call, input, { depth, budget });
    return code === V4_SWAP ? swapV4(call, input, budget) : (READERS.get(code)?.read(call, input) ?? null);
  },
});

function subPlan(
  call: ContractCall,
  input: Located<Hex>,
  { depth, budget }: Pick<Plan, 'depth' | 'budget'>,
): DecodedCall | null {
  const steps = depth < MAX_DEPTH ? stepsIn(call, input) : null;
  if (steps === null) return null;
  return withInnerWarnings(tellPlan('universalRouter.subPlan', call, { ...steps, depth: depth + 1, budget }));
}

/** Actions of version 4: read where the router's version is known, since the versions take the same bytes differently. */
function swapV4(call: ContractCall, input: Located<Hex>, budget: Plan['budget']): DecodedCall | null {
  const version = routerVersion(call.chainId, call.to);
  const steps = version === undefined ? null : stepsIn(call, input);
  if (version === undefined || steps === null) return null;
  return withInnerWarnings(
    tellActions('universalRouter.v4Swap', call, { ...steps, budget, contract: version }),
  );
}

const wholePlan = (codes: Steps['codes'], inputs: Steps['inputs']): Plan => ({
  codes,
  inputs,
  depth: 0,
  budget: newBudget(),
});

/** The calls of Uniswap's universal routers, in which every byte of `commands` asks for a step. */
export const UNIVERSAL_ROUTER_CALLS = [
  defineCall('execute(bytes commands, bytes[] inputs, uint256 deadline)', (args, call) => ({
    ...tellPlan('universalRouter.execute', call, wholePlan(args.commands, args.inputs), [
      untilFact(args.deadline),
    ]),
    deadline: args.deadline.value,
  })),
  defineCall('execute(bytes commands, bytes[] inputs)', ({ commands, inputs }, call) =>
    tellPlan('universalRouter.execute', call, wholePlan(commands, inputs)),
  ),
];
