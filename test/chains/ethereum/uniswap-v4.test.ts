import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText, type RecognisedAction } from '#chains/model/decoded.ts';
import { TOKENS } from '#chains/ethereum/tokens.ts';
import { uniswapOn } from '#chains/ethereum/uniswap.ts';
import { toChecksumAddress } from '#chains/ethereum/address.ts';
import { ZERO } from './known-call.ts';
import {
  actions,
  along,
  CALLER,
  input,
  POSITIONS_V4,
  ROUTER_20,
  ROUTER_211,
  single,
} from './known-v4-calls.ts';
import { OTHER, SIGNER, STRANGE, USDC, WETH, encode, unsigned } from './unsigned.ts';

const pool = [USDC, WETH, 500, 10, ZERO];

function read(to: string, data: string, chainId = 1n) {
  const hex = unsigned({ to, data, chainId });
  const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', hex, { from: { address: SIGNER } });
  return { hex, reading, codes: reading.warnings.map(({ code }) => code) };
}
const swapping = (to: string, codes: string, inputs: readonly string[], chainId?: bigint) =>
  read(to, encode('execute(bytes,bytes[])', '0x10', [actions(codes, inputs)]), chainId);
const all = (found: readonly RecognisedAction[]): RecognisedAction[] =>
  found.flatMap((action) => [action, ...all(action.actions)]);

describe("Uniswap's version 4", () => {
  it('attack: a path in the form of another version, whose words that router takes for other amounts, is blind', () => {
    // A router of version 2.1.1 takes the third word for a pointer, and what is shown as the least for what is paid.
    const path = along(USDC, [WETH], 160n, 10n ** 30n);
    expect(swapping(ROUTER_20, '07', [path]).reading.blind).toBe(false);
    expect(swapping(ROUTER_211, '07', [path]).codes).toContain('BLIND_SIGNING');
  });

  it('attack: a contract that is no router of the chain is not read as one', () => {
    const swap = [single(pool, true, 5n, 6n)];
    expect(swapping(STRANGE, '06', swap).codes).toContain('BLIND_SIGNING');
    expect(swapping(ROUTER_20, '06', swap, 10n).codes).toContain('BLIND_SIGNING');
    expect(swapping(ROUTER_20, '06', swap).codes).not.toContain('BLIND_SIGNING');
  });

  it('attack: what a later action pays to a stranger is warned of at the top, and marked where it stands', () => {
    const take = input(['address', 'address', 'uint256'], WETH, OTHER, 0n);
    const { hex, reading, codes } = swapping(ROUTER_20, '060e', [single(pool, true, 5n, 6n), take]);
    expect(codes).toEqual(['SWAP_RECIPIENT']);
    const paid = all(reading.actions).find(({ id }) => id === 'uniswapV4.take');
    const ranges = paid?.facts.find(({ label }) => label === 'To')?.ranges ?? [];
    expect(ranges.map(([from, to]) => hex.slice(2 + 2 * from, 2 + 2 * to))).toEqual([
      OTHER.slice(2).toLowerCase(),
    ]);
  });

  it('attack: an action behind more of them than are read makes the whole blind', () => {
    const take = input(['address', 'uint256'], WETH, 5n);
    const many = (count: number) => Array.from({ length: count }, () => take);
    // The command that carries the actions counts too.
    expect(swapping(ROUTER_20, '0f'.repeat(63), many(63)).reading.blind).toBe(false);
    expect(swapping(ROUTER_20, '0f'.repeat(64), many(64)).codes).toContain('BLIND_SIGNING');
  });

  it('attack: a position that a router would own is not said to be the caller’s', () => {
    const minted = input(
      [
        '(address,address,uint24,int24,address)',
        'int24',
        'int24',
        'uint256',
        'uint128',
        'uint128',
        'address',
        'bytes',
      ],
      ...[pool, -10, 10, 1n, 5n, 6n, CALLER, '0x'],
    );
    const call = encode('modifyLiquidities(bytes,uint256)', actions('02', [minted]), 1_800_000_000n);
    const direct = read(POSITIONS_V4, call).reading;
    expect(sentenceText(direct.sentence)).toMatch(/ for the caller$/);
    const routed = read(ROUTER_20, encode('execute(bytes,bytes[])', '0x14', [call])).reading;
    expect(sentenceText(routed.sentence)).toContain(' for the router, through');
    expect(routed.expiresAtMs).toBe(1_800_000_000_000);
  });

  it('says the data, the fee and the code of every pool on a route', () => {
    const hooked = input(
      ['(address,(address,uint24,int24,address,bytes)[],uint128,uint128)'],
      [
        USDC,
        [
          [ZERO, 0x800000, 10, STRANGE, '0xc0ffee'],
          [WETH, 3000, 60, ZERO, '0x'],
        ],
        5n,
        6n,
      ],
    );
    const { reading, codes } = swapping(ROUTER_20, '07', [hooked]);
    const facts = all(reading.actions).flatMap((action) =>
      action.facts.map(({ label, value }) => `${label} ${value}`),
    );
    expect(facts).toEqual(
      expect.arrayContaining([
        'Through ETH',
        'Pool 1: fee set by the hooks',
        `Pool 1: hooks ${STRANGE}`,
        'Pool 1: data for the hooks 0xc0ffee',
        'Pool 2: fee 0.3%',
      ]),
    );
    expect(codes).toEqual(['POOL_HOOKS']);
  });

  it('knows its contracts by addresses with their checksums, none twice on a chain', () => {
    for (const chainId of [...Object.keys(TOKENS), '56', '130', '81457']) {
      const on = uniswapOn(BigInt(chainId));
      const addresses = on === undefined ? [] : [...Object.keys(on.routers), on.positionsV3, on.positionsV4];
      expect(addresses.map(toChecksumAddress)).toEqual(addresses);
      expect(new Set(addresses).size).toBe(addresses.length);
    }
  });
});
