import { describe, expect, it } from 'vitest';
import { BUILT_IN_CALLS } from '#chains/ethereum/call-table.ts';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText, type DecodedTransaction } from '#chains/model/decoded.ts';
import { CALL_SAMPLES } from './call-samples.ts';
import { OTHER, SIGNER, STRANGE, SWAP_ROUTER_02, USDC, encode, unsigned } from './unsigned.ts';

const HUNDRED = 100n * 10n ** 18n;
const read = (to: string, data: string, value = 0n) =>
  readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned({ to, data, value }), { from: { address: SIGNER } });
const grave = ({ warnings }: DecodedTransaction) => warnings.filter(({ severity }) => severity === 'danger');
const codes = ({ warnings }: DecodedTransaction) => warnings.map(({ code }) => code);
const contract = ({ facts }: DecodedTransaction) => facts.find(({ label }) => label === 'Contract');

const SAMPLES = [...BUILT_IN_CALLS.values()].map(
  ({ selector, signature }) => [signature.slice(0, 60), CALL_SAMPLES.get(selector) ?? '0x'] as const,
);

describe('a call at a contract that no list has', () => {
  it.each(SAMPLES)('attack: 100 ETH with %s need the tick, and the contract is whole', (_name, data) => {
    const reading = read(STRANGE, data, HUNDRED);
    expect(grave(reading).map(({ title }) => title)).toContain('Unknown contract would receive 100 ETH');
    expect(reading.facts.map(({ label }) => label).slice(0, 2)).toEqual(['Chain', 'Contract']);
    expect(contract(reading)).toMatchObject({ value: STRANGE, kind: 'address', note: 'Unknown contract' });
    expect(reading.facts[2]).toMatchObject({ label: 'Claimed function', note: 'Claim, not verified' });
    expect(sentenceText(reading.sentence)).toContain(`Asks the unknown contract ${STRANGE} to “`);
    expect(sentenceText(reading.sentence)).toContain('”, and sends 100 ETH');
    expect(JSON.stringify(reading.actions)).not.toContain('hrough Permit2');
  });

  it.each(SAMPLES)('attack: %s without coins is warned of', (_name, data) => {
    const reading = read(STRANGE, data);
    expect(reading.warnings.some(({ severity }) => severity !== 'notice')).toBe(true);
    expect(contract(reading)?.value).toBe(STRANGE);
  });

  it('attack: a promise of 300,000 USDC is the attacker’s word, not the sentence', () => {
    const sweep = encode('sweepToken(address,uint256,address)', USDC, 300_000_000_000n, SIGNER);
    const paid = read(STRANGE, sweep, HUNDRED);
    expect(sentenceText(paid.sentence)).toBe(
      `Asks the unknown contract ${STRANGE} to “sweepToken”, and sends 100 ETH`,
    );
    expect(grave(paid)[0]).toMatchObject({
      code: 'VALUE_TO_UNKNOWN_CONTRACT',
      text: `${STRANGE} is not on this console’s lists of contracts and tokens. The contract decides what happens to the ETH; it can’t be read from the transaction.`,
    });
    expect(grave(read(STRANGE, sweep))[0]?.code).toBe('UNKNOWN_CONTRACT_PROMISE');
    const claimed = read(STRANGE, encode('transferFrom(address,address,uint256)', OTHER, SIGNER, 5n));
    expect(grave(claimed)[0]?.code).toBe('UNKNOWN_CONTRACT_PROMISE');
  });

  it('attack: coins that a known batch sends on to an unknown contract are warned of, and it is in the sentence', () => {
    const sweep = encode('sweepToken(address,uint256,address)', USDC, 1n, SIGNER);
    const data = encode('aggregate3Value((address a, bool b, uint256 c, bytes d)[])', [
      [STRANGE, false, HUNDRED, sweep],
    ]);
    const reading = read('0xcA11bde05977b3631167028862bE2a173976CA11', data, HUNDRED);
    expect(grave(reading).map(({ code }) => code)).toContain('VALUE_TO_UNKNOWN_CONTRACT');
    expect(sentenceText(reading.sentence)).toContain(`in favor of ${STRANGE}`);
  });

  it('takes the word of a contract that the lists have for what it is known to do, and for nothing else', () => {
    const swap = encode(
      'exactInputSingle((address a, address b, uint24 c, address d, uint256 e, uint256 f, uint160 g))',
      [USDC, STRANGE, 500, SIGNER, 5n, 5n, 0n],
    );
    expect(codes(read(SWAP_ROUTER_02, swap, HUNDRED))).not.toContain('VALUE_TO_UNKNOWN_CONTRACT');
    expect(contract(read(SWAP_ROUTER_02, swap))?.note).toBe('Uniswap SwapRouter02');
    const execute = encode('execute(bytes,bytes[])', '0x', []);
    const other = read(SWAP_ROUTER_02, execute, HUNDRED);
    expect(grave(other)[0]?.title).toBe('A contract that is not known for this call would receive 100 ETH');
    expect(sentenceText(other.sentence)).toBe(
      `Asks the contract ${SWAP_ROUTER_02} to “execute”, and sends 100 ETH`,
    );
  });

  it('keeps a transfer of an unlisted token what it claims to be, with its contract', () => {
    const reading = read(STRANGE, encode('transfer(address,uint256)', OTHER, 5n));
    expect(sentenceText(reading.sentence)).toBe(`Send 5 atomic units of an unknown token to ${OTHER}`);
    expect([codes(reading), contract(reading)?.value]).toEqual([['UNKNOWN_TOKEN'], STRANGE]);
  });
});

describe('a batch of Uniswap’s own router', () => {
  const multicall = (...calls: string[]) => read(SWAP_ROUTER_02, encode('multicall(bytes[])', calls));
  const single = (to: string) =>
    encode('exactInputSingle((address a, address b, uint24 c, address d, uint256 e, uint256 f, uint160 g))', [
      ...[USDC, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 500, to, 5n, 5n, 0n],
    ]);
  const toRouter = single('0x0000000000000000000000000000000000000002');
  const WETH9 = 'unwrapWETH9';
  const payouts = (to: string): readonly (readonly [string, string])[] => [
    ['sweepToken', encode('sweepToken(address,uint256,address)', USDC, 5n, to)],
    [WETH9, encode('unwrapWETH9(uint256,address)', 5n, to)],
    [
      'sweepTokenWithFee',
      encode('sweepTokenWithFee(address,uint256,address,uint256,address)', USDC, 5n, to, 0n, to),
    ],
    ['unwrapWETH9WithFee', encode('unwrapWETH9WithFee(uint256,address,uint256,address)', 5n, to, 0n, to)],
    ['a fee of all', encode('sweepTokenWithFee(address,uint256,uint256,address)', USDC, 5n, 10_000n, to)],
    ['exactInputSingle', single(to)],
  ];

  it.each(payouts(OTHER))('attack: proceeds go to a stranger by %s', (_name, data) => {
    const reading = multicall(toRouter, data);
    expect(grave(reading).map(({ code }) => code)).toEqual(['SWAP_RECIPIENT']);
    expect(sentenceText(reading.sentence)).toBe(
      `Make 2 calls in one on ${SWAP_ROUTER_02}, in favor of ${OTHER}`,
    );
  });

  it.each(payouts(SIGNER))('says nothing of proceeds that come back by %s', (_name, data) => {
    const reading = multicall(toRouter, data);
    expect(grave(reading)).toEqual([]);
    expect(sentenceText(reading.sentence)).toBe(`Make 2 calls in one on ${SWAP_ROUTER_02}`);
  });

  it('attack: a position is collected for a stranger', () => {
    const collect = encode('collect((uint256 a, address b, uint128 c, uint128 d))', [7n, OTHER, 5n, 5n]);
    const data = encode('multicall(bytes[])', [collect]);
    expect(grave(read('0xC36442b4a4522E871399CD717aBDD847Ab11FE88', data))[0]?.code).toBe('SWAP_RECIPIENT');
  });

  it('counts what goes to another address of the operator’s as theirs', () => {
    const data = encode('multicall(bytes[])', [payouts(OTHER)[0]?.[1] ?? '0x']);
    const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned({ to: SWAP_ROUTER_02, data }), {
      from: { address: SIGNER },
      ownAddresses: [OTHER],
    });
    expect(reading.warnings).toEqual([]);
  });
});
