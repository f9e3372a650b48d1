import { AbiCoder, Interface, ParamType, type Result } from 'ethers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readTransaction } from '#chains/chains.ts';
import published from '../../vectors/ethereum/universal-router.json' with { type: 'json' };
import { allFacts, saysNumber } from './expect-said.ts';
import { ROUTER_20 } from './known-v4-calls.ts';
import { SIGNER, unsigned } from './unsigned.ts';

const VECTORS = z
  .array(z.strictObject({ name: z.string(), value: z.string(), calldata: z.string() }))
  .parse(published);

const EXECUTE = new Interface([
  'function execute(bytes commands, bytes[] inputs)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
]);
const MANAGERS = new Interface([
  'function permit(address spender, uint256 tokenId, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline))',
  'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max))',
  'function burn(uint256 tokenId)',
  'function modifyLiquidities(bytes unlockData, uint256 deadline)',
]);
const POOL = '(address,address,uint24,int24,address)';
const HOPS = '(address,uint24,int24,address,bytes)[]';
/** The actions of version 4 that the vectors have, as Uniswap's own client encodes them. */
const ACTIONS: Readonly<Record<number, readonly string[]>> = {
  0x02: [POOL, 'int24', 'int24', 'uint256', 'uint128', 'uint128', 'address', 'bytes'],
  0x07: [`(address,${HOPS},uint128,uint128)`],
  0x09: [`(address,${HOPS},uint128,uint128)`],
  0x0b: ['address', 'uint256', 'bool'],
  0x0e: ['address', 'address', 'uint256'],
  0x14: ['address', 'address'],
  0x16: ['uint256'],
};

interface Leaf {
  readonly type: string;
  readonly value: unknown;
}

/** Every value that is no tuple and no list, as ethers decodes it. */
const leaves = (types: readonly ParamType[], values: Result): Leaf[] =>
  types.flatMap((param, index): Leaf[] => {
    const value: unknown = values[index];
    if (param.components !== null) return leaves(param.components, value as Result);
    const { arrayChildren } = param;
    if (arrayChildren === null) return [{ type: param.type, value }];
    const list = value as Result;
    return leaves(
      Array.from(list, () => arrayChildren),
      list,
    );
  });

const decode = (types: readonly string[], data: string): Leaf[] =>
  leaves(
    types.map((type) => ParamType.from(type)),
    AbiCoder.defaultAbiCoder().decode(types, data),
  );

function inActions(data: string): Leaf[] {
  const [codes, inputs] = AbiCoder.defaultAbiCoder().decode(['bytes', 'bytes[]'], data) as unknown as [
    string,
    string[],
  ];
  return inputs.flatMap((input, index) => {
    const types = ACTIONS[parseInt(codes.slice(2 + 2 * index, 4 + 2 * index), 16)];
    if (types === undefined) throw new Error(`No types for an action of ${codes}.`);
    return decode(types, input);
  });
}

function inManager(data: string): Leaf[] {
  const call = MANAGERS.parseTransaction({ data });
  if (call === null) throw new Error(`ethers does not know ${data.slice(0, 10)}.`);
  return call.name === 'modifyLiquidities'
    ? inActions(call.args[0] as string)
    : leaves(call.fragment.inputs, call.args);
}

/** What the commands of version 4 and of positions carry in one call. */
function carried(calldata: string): Leaf[] {
  const call = EXECUTE.parseTransaction({ data: calldata });
  if (call === null) throw new Error('ethers does not decode the call.');
  const commands = call.args[0] as string;
  return (call.args[1] as Result).flatMap((input: string, index) => {
    const code = parseInt(commands.slice(2 + 2 * index, 4 + 2 * index), 16);
    if (code === 0x10) return inActions(input);
    return [0x11, 0x12, 0x14].includes(code) ? inManager(input) : [];
  });
}

/** Smaller numbers are fees and flags, and two more are words in the place of amounts or time. */
const isAmount = (leaf: Leaf): leaf is Leaf & { readonly value: bigint } =>
  leaf.type.startsWith('uint') &&
  typeof leaf.value === 'bigint' &&
  leaf.value >= 10_000n &&
  leaf.value < 2n ** 127n;

describe("calls that Uniswap's own client made for its routers", () => {
  it.each(VECTORS)('are read whole, with every address and amount that ethers finds: $name', (vector) => {
    const data = unsigned({ to: ROUTER_20, data: vector.calldata, value: BigInt(vector.value) });
    const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', data, { from: { address: SIGNER } });
    expect(reading.blind).toBe(false);
    const facts = allFacts(reading.actions);
    const said = new Set(facts.map(({ value }) => value));
    const found = carried(vector.calldata);
    for (const leaf of found) {
      if (leaf.type === 'address' && BigInt(leaf.value as string) !== 0n) expect(said).toContain(leaf.value);
      if (isAmount(leaf)) expect([leaf.value, saysNumber(facts, leaf.value)]).toEqual([leaf.value, true]);
    }
    expect(found.filter(isAmount).length).toBeGreaterThan(0);
  });
});
