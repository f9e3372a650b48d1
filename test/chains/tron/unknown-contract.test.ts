import { describe, expect, it } from 'vitest';
import { BUILT_IN_CALLS } from '#chains/ethereum/call-table.ts';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { CALL_SAMPLES } from '../ethereum/call-samples.ts';
import { OWNER, RECEIVER, tronRaw } from './unsigned.ts';

const HUNDRED = 100_000_000;
const read = (data: string, value = HUNDRED) =>
  readTransaction(
    'TRANSACTION_TYPE_TRON',
    tronRaw('TriggerSmartContract', {
      owner_address: OWNER.hex,
      contract_address: RECEIVER.hex,
      ...(value === 0 ? {} : { call_value: value }),
      data: data.slice(2),
    }),
    { from: { address: OWNER.text } },
  );
const SAMPLES = [...BUILT_IN_CALLS.values()].map(
  ({ selector, signature }) => [signature.slice(0, 60), CALL_SAMPLES.get(selector) ?? '0x'] as const,
);

describe('a call at a contract on Tron that no list has', () => {
  it.each(SAMPLES)('attack: 100 TRX with %s need the tick, and the contract is whole', (_name, data) => {
    const { facts, warnings, sentence } = read(data);
    const grave = warnings.filter(({ severity }) => severity === 'danger').map(({ title }) => title);
    expect(grave).toContain('Unknown contract would receive 100 TRX');
    expect(facts.map(({ label }) => label).slice(0, 2)).toEqual(['Network', 'Contract']);
    expect(facts[1]).toMatchObject({ value: RECEIVER.text, kind: 'address', note: 'Unknown contract' });
    expect(facts[2]?.label).toBe('Claimed function');
    expect(sentenceText(sentence)).toContain(`Asks the unknown contract ${RECEIVER.text} to “`);
    expect(sentenceText(sentence).split('100 TRX').length).toBe(2);
  });

  it.each(SAMPLES)('attack: %s without coins is warned of', (_name, data) => {
    expect(read(data, 0).warnings.some(({ severity }) => severity !== 'notice')).toBe(true);
  });

  it('attack: TRX without data, for whatever the code does with them', () => {
    expect(read('0x').warnings.map(({ code, severity }) => [code, severity])).toEqual([
      ['VALUE_TO_UNKNOWN_CONTRACT', 'danger'],
    ]);
  });
});
