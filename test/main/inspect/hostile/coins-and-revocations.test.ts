import { expect, it } from 'vitest';
import { encode, USDC, WETH } from '#test/chains/ethereum/unsigned.ts';
import { cardOf } from '../cards.ts';
import { ethereum, OURS, THIEF } from './line.ts';

/** WETH on Polygon, where the coin is POL. */
const BRIDGED_WETH = '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const codesOf = async (fields: Parameters<typeof ethereum>[0]) =>
  (await cardOf({ ...ethereum(fields), ours: OURS })).warnings.map(({ code }) => code);

it('attack: coins to a token that is only called WETH', async () => {
  expect(await codesOf({ chainId: 137n, to: BRIDGED_WETH, value: 10n ** 18n })).toContain('VALUE_TO_TOKEN');
  expect(await codesOf({ to: WETH, value: 10n ** 18n })).not.toContain('VALUE_TO_TOKEN');
});

it('says of nobody that he gains where an approval is taken back', async () => {
  const data = encode('lockdown((address,address)[])', [[USDC, THIEF]]);
  const { sentence } = await cardOf({ ...ethereum({ to: PERMIT2, data }), ours: OURS });
  expect(sentence).toBe('Take back 1 approval in Permit2');
});
