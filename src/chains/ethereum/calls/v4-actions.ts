import type { Fact } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { decoded, theLocatedAddress, type DecodedCall, type ContractCall } from '../model/call.ts';
import { addressFact } from '../descriptions/formats.ts';
import { type CommandReader, inTurn } from './step-readers.ts';
import type { RouterVersion } from '../model/uniswap.ts';
import { bytesIn } from '../abi/located.ts';
import { LATER_ROUTERS, positionsV4 } from './recipients.ts';
import { readSteps, warnOfUneven, type StepKind, type Steps } from './steps.ts';
import { v4Payments } from './v4-payments.ts';
import { V4_POSITIONS } from './v4-positions.ts';
import { V4_SWAPS, V4_SWAPS_WITH_HOP_PRICES } from './v4-swaps.ts';

type Readers = ReadonlyMap<number, CommandReader>;

const byCode = (...readers: readonly CommandReader[]): Readers =>
  new Map(readers.map((reader) => [reader.code, reader]));

const PAID_BY_ROUTER = v4Payments(() => LATER_ROUTERS);
const WITH_HOP_PRICES = byCode(...V4_SWAPS_WITH_HOP_PRICES, ...PAID_BY_ROUTER);

/** The actions that each contract takes. */
const READERS: Readonly<Record<RouterVersion | 'positions', Readers>> = {
  '2.0': byCode(...V4_SWAPS, ...PAID_BY_ROUTER),
  '2.1.1': WITH_HOP_PRICES,
  '2.2.0': WITH_HOP_PRICES,
  positions: byCode(...V4_POSITIONS, ...v4Payments(positionsV4)),
};

/** Actions of Uniswap's version 4, and the contract that is to take them. */
interface Actions extends Steps {
  readonly contract: keyof typeof READERS;
  readonly budget: StepKind['budget'];
}

/** Tells actions, one after the other. */
export function tellActions(
  id: string,
  call: ContractCall,
  actions: Actions,
  more: readonly Fact[] = [],
): DecodedCall {
  const readers = READERS[actions.contract];
  const inner = readSteps(actions, {
    label: 'Action',
    nameOf: (code) => readers.get(code)?.name,
    mayFail: 0,
    budget: actions.budget,
    read: (code, input) => readers.get(code)?.read(call, input) ?? null,
  });
  const uneven = warnOfUneven(actions, 'Action');
  const count = `${bytesIn(actions.codes.value)} ${bytesIn(actions.codes.value) === 1 ? 'action' : 'actions'}`;
  const titles = [...new Set(inner.map(({ title }) => title.toLowerCase()))].join(', ');
  return decoded(id, `${count} of Uniswap V4`, {
    sentence:
      inTurn(inner) ??
      say('Run ', theAmount(`${count} of Uniswap V4`), ' on ', theLocatedAddress(call.to), `: ${titles}`),
    facts: [addressFact('Contract', { value: call.to }), ...more],
    warnings: uneven,
    inner,
    blind: uneven.length > 0,
  });
}
