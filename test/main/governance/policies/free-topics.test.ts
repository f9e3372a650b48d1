import { describe, expect, it } from 'vitest';
import { freeTopicsOf } from '#main/governance/policies/free-topics.ts';
import { parsePart } from '#protocol/policies/fields.ts';

const NOW = Date.UTC(2026, 10, 22);
const SENDER = "private_key.id == '5b9f7e2c-0d1a-4c3e-9f80-6a7b8c9d0e1f'";
const free = (condition: string, chain = 'Ethereum'): readonly string[] | undefined => {
  const found = freeTopicsOf(parsePart('condition', condition), NOW).find((each) => each.chain === chain);
  return found?.applies === true ? found.topics : undefined;
};

describe('what a policy leaves free', () => {
  it('is all that it does not compare', () => {
    const signs = "activity.kind == 'SIGN_TRANSACTION'";
    const every = ['keys', 'recipients', 'amounts', 'calls', 'networks', 'gas', 'fees'];
    expect(free(`${signs} && eth.tx.nonce >= 0`)).toEqual(every);
    expect(free(`${SENDER} && eth.tx.value <= 5 && eth.tx.data == '0x' && eth.tx.chain_id == 1`)).toEqual([
      ...['recipients', 'gas', 'fees'],
    ]);
    expect(
      free(`${SENDER} && eth.tx.to in ['0x5e', '0x5f'] && eth.tx.gas < 9 && eth.tx.gas_price < 9`),
    ).toEqual(['amounts', 'calls', 'networks']);
  });

  it.each([
    ['every value passes', 'eth.tx.value >= 0'],
    ['one value alone does not pass', 'eth.tx.value != 5'],
    ['another way in has no limit', "(eth.tx.value <= 5 || eth.tx.to == '0x5e')"],
    ['the limit is on the other side', 'eth.tx.value >= 5'],
    ['the limit is denied', '!(eth.tx.value < 5)'],
  ])('attack: a comparison that is no limit is told as none: %s', (_, condition) => {
    expect(free(condition)).toContain('amounts');
  });

  it.each([
    ['Tron', "tron.tx.contract[0].to_address == 'T' && tron.tx.fee_limit < 5", ['recipients', 'fees']],
    ['Bitcoin', 'bitcoin.tx.outputs.all(one, one.value < 5)', ['amounts']],
    [
      'Solana',
      'solana.tx.transfers.all(one, one.amount < 5) && solana.tx.spl_transfers.all(one, one.amount < 5)',
      ['amounts'],
    ],
    ['Tempo', 'tempo.tx.gas_limit < 5 && tempo.tx.chain_id == 4217', ['gas', 'networks']],
  ])('is told of %s by its own fields', (chain, condition, limited) => {
    const topics = free(condition, chain);
    expect(topics).toContain('keys');
    for (const topic of limited) expect(topics).not.toContain(topic);
    expect(free(condition, 'Ethereum')).toBeUndefined();
  });

  it('tells amounts of Solana as free while those of tokens are', () => {
    expect(free('solana.tx.transfers.all(one, one.amount < 5)', 'Solana')).toContain('amounts');
  });

  it('tells a chain whose transactions it never lets through', () => {
    const chains = freeTopicsOf(parsePart('condition', 'eth.tx.value <= 5'), NOW);
    expect(chains.filter(({ applies }) => applies).map(({ chain }) => chain)).toEqual(['Ethereum']);
    expect(chains.length).toBeGreaterThan(3);
  });
});
