import type { Fact } from '../../decoded.ts';
import { say, theAmount } from '../../sentence.ts';
import {
  type DecodedCall,
  type ContractCall,
  withInnerWarnings,
  decoded,
  theAddress,
  untilFact,
} from '../call.ts';
import { defineCall } from '../define-call.ts';
import type { CommandReader } from '../define-command.ts';
import { routerVersion } from '../uniswap.ts';
import { bytesIn } from '../abi/located.ts';
import { ROUTER_PAYMENTS } from './router-payments.ts';
import { ROUTER_POSITIONS } from './router-positions.ts';
import { ROUTER_SWAPS } from './router-swaps.ts';
import { newBudget, readSteps, stepsIn, warnOfUneven, type StepKind, type Steps } from './steps.ts';
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
  `${bytesIn(codes)} router ${bytesIn(codes) === 1 ? 'command' : 'commands'}`;

/** Tells a plan whose commands are the pointer in word 0 of the call, and whose inputs are that in word 1. */
function tellPlan(id: string, call: ContractCall, plan: Plan, more: readonly Fact[] = []): DecodedCall {
  const inner = readSteps(call, plan, commandsOf(call, plan));
  const uneven = warnOfUneven(plan, 'Command');
  const titles = [...new Set(inner.map(({ title }) => title.toLowerCase()))].join(', ');
  const [only] = inner;
  const ofOne = inner.length === 1 && only !== undefined && !only.blind ? only.sentence : null;
  return decoded(id, countOfCommands(plan), {
    sentence:
      ofOne === null
        ? say('Run ', theAmount(countOfCommands(plan)), ' on ', theAddress(call.to), `: ${titles}`)
        : say(...ofOne, ', through the router ', theAddress(call.to)),
    facts: [{ label: 'Router', value: call.to, kind: 'address' }, ...more],
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
    if (code === SUB_PLAN) return subPlan(input, depth, budget);
    return code === V4_SWAP ? swapV4(input, budget) : (READERS.get(code)?.read(input) ?? null);
  },
});

function subPlan(input: ContractCall, depth: number, budget: Plan['budget']): DecodedCall | null {
  const steps = depth < MAX_DEPTH ? stepsIn(input) : null;
  if (steps === null) return null;
  return withInnerWarnings(
    tellPlan('universalRouter.subPlan', input, { ...steps, depth: depth + 1, budget }),
  );
}

/** Actions of version 4: read where the router's version is known, since the versions take the same bytes differently. */
function swapV4(input: ContractCall, budget: Plan['budget']): DecodedCall | null {
  const version = routerVersion(input.chainId, input.to);
  const steps = version === undefined ? null : stepsIn(input);
  if (version === undefined || steps === null) return null;
  return withInnerWarnings(
    tellActions('universalRouter.v4Swap', input, { ...steps, budget, contract: version }),
  );
}

const wholePlan = (steps: Steps): Plan => ({ ...steps, depth: 0, budget: newBudget() });

/** The calls of Uniswap's universal routers, in which every byte of `commands` asks for a step. */
export const UNIVERSAL_ROUTER_CALLS = [
  defineCall(
    'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
    ([codes, inputs, deadline], call) => ({
      ...tellPlan('universalRouter.execute', call, wholePlan({ codes, inputs }), [
        untilFact(call, deadline, 2),
      ]),
      deadline: deadline,
    }),
  ),
  defineCall('function execute(bytes commands, bytes[] inputs)', ([codes, inputs], call) =>
    tellPlan('universalRouter.execute', call, wholePlan({ codes, inputs })),
  ),
];
