import { describe, expect, it } from 'vitest';
import { BUILT_IN_CALLS } from '#chains/ethereum/call-table.ts';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { CALL_SAMPLES } from '../ethereum/call-samples.ts';
import { STRANGE } from '../ethereum/unsigned.ts';
import { PATH_USD, RECEIVER, SENDER, tempoHex, transfer } from './unsigned.ts';
import type { Hex } from 'viem';

type Calls = readonly { readonly to: Hex; readonly data: Hex; readonly value?: bigint }[];
const read = (...calls: Calls) =>
  readTransaction('TRANSACTION_TYPE_TEMPO', tempoHex({ calls }), { from: { address: SENDER } });
const SAMPLES = [...BUILT_IN_CALLS.values()].map(
  ({ selector, signature }) => [signature.slice(0, 60), (CALL_SAMPLES.get(selector) ?? '0x') as Hex] as const,
);

describe('a call at a contract on Tempo that no list has', () => {
  it.each(SAMPLES)('attack: coins with %s need the tick, and the contract is whole', (_name, data) => {
    const { facts, warnings, sentence } = read({ to: STRANGE, data, value: 100n * 10n ** 18n });
    const grave = warnings.filter(({ severity }) => severity === 'danger').map(({ title }) => title);
    expect(grave).toContain('Unknown contract would receive 100 USD');
    expect(facts.map(({ label }) => label).slice(0, 2)).toEqual(['Chain', 'Contract']);
    expect(facts[1]).toMatchObject({ value: STRANGE, kind: 'address', note: 'Unknown contract' });
    expect(facts[2]?.label).toBe('Claimed function');
    expect(sentenceText(sentence)).toContain(`Asks the unknown contract ${STRANGE} to “`);
  });

  it('names the contract of every call of a batch, and whoever gains by it', () => {
    const { facts, sentence } = read(
      { to: PATH_USD, data: transfer(5n) },
      { to: STRANGE, data: (CALL_SAMPLES.get('0xdf2ab5bb') ?? '0x') as Hex },
    );
    const contracts = facts.filter(({ label }) => label === 'Contract').map(({ value }) => value);
    expect(contracts).toEqual([PATH_USD, STRANGE]);
    expect(sentenceText(sentence)).toContain(RECEIVER);
    expect(sentenceText(sentence)).toContain(`Asks the unknown contract ${STRANGE} to “sweepToken”`);
  });
});
