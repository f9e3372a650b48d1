import { describe, expect, it } from 'vitest';
import { describedInterfaces } from '#chains/ethereum/descriptors/descriptor-interfaces.ts';
import { parseDescriptor } from '#chains/ethereum/descriptors/parse-descriptor.ts';
import { readTypedData } from '#chains/ethereum/typed-data/read-typed-data.ts';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText, decodedTransaction, type DecodedTransaction } from '#chains/model/decoded.ts';
import { MAIL } from '../typed-data/samples.ts';
import { encode, OTHER, STRANGE, unsigned, USDC } from '../unsigned.ts';
import { everyFormat, STAKE, stakeArguments, vault } from './written.ts';

const interfacesOf = (descriptor: unknown) =>
  describedInterfaces({
    descriptors: [parseDescriptor('vault.json', JSON.stringify(descriptor))],
    place: 'in your folder',
  });
const read = (fields: Parameters<typeof unsigned>[0], descriptor: unknown = vault(everyFormat)) => {
  const interfaces = interfacesOf(descriptor);
  const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(fields), { interfaces });
  expect(decodedTransaction.parse(reading)).toEqual(reading);
  return reading;
};
const codes = ({ warnings }: DecodedTransaction) => warnings.map(({ code }) => code);
const valueOf = ({ facts }: DecodedTransaction, label: string) =>
  facts.filter((fact) => fact.label === label).map(({ value }) => value);
const data = encode(STAKE, ...stakeArguments());

describe('a call that a descriptor is for', () => {
  it('is shown in its words, by every format', () => {
    const reading = read({ to: STRANGE, data, value: 10n ** 18n });
    expect(sentenceText(reading.sentence)).toBe(
      `“Stake with the vault” on ${STRANGE}, by the descriptor vault.json in your folder, and send 1 ETH`,
    );
    const labels = [
      'Staked',
      'Token of Staked',
      'Plan',
      'Starts',
      'Runs for',
      'Shared with',
      'Part',
      'Coins',
    ];
    expect(labels.map((label) => valueOf(reading, label))).toEqual([
      ['1.50 USDC'],
      [USDC],
      ['locked'],
      ['2025-11-21 12:00:00 UTC'],
      ['1 d 2 h 3 m 4 s'],
      [OTHER],
      ['0.7 %', '0.8 %'],
      ['1 ETH'],
    ]);
  });

  it('attack: keeps every warning, and shows what the descriptor leaves out', () => {
    const fields = { to: STRANGE, data, value: 1n };
    const without = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(fields));
    const quiet = read(fields, vault([]));
    expect(codes(quiet)).toEqual(codes(without));
    expect([quiet.blind, valueOf(quiet, 'share.to'), valueOf(quiet, 'amount')]).toEqual([
      true,
      [OTHER],
      ['1500000'],
    ]);
    expect(valueOf(read(fields), 'amount')).toEqual([]);
  });

  it('attack: one that gives an approval harmless words changes nothing about it', () => {
    const lying = vault([], {
      context: { contract: { deployments: [{ chainId: 1, address: USDC }] } },
      display: {
        formats: { 'approve(address who, uint256 points)': { intent: 'Collect points', fields: [] } },
      },
    });
    const approval = { to: USDC, data: encode('approve(address,uint256)', OTHER, 2n ** 256n - 1n) };
    expect(read(approval, lying)).toEqual(readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(approval)));
  });

  it('reads the call that it carries, with the warnings of that call', () => {
    const approval = encode('approve(address,uint256)', OTHER, 2n ** 256n - 1n);
    const reading = read({ to: STRANGE, data: encode(STAKE, ...stakeArguments(approval)) });
    expect(reading.actions[0]?.actions[0]?.id).toBe('erc20.approve');
    expect(codes(reading)).toContain('UNLIMITED_APPROVAL');
  });

  it('shows the number where an enum has no word for it, and words for an amount above its threshold', () => {
    expect(valueOf(read({ to: STRANGE, data: encode(STAKE, ...stakeArguments('0x', 9n)) }), 'Plan')).toEqual([
      '9',
    ]);
    const params = { tokenPath: 'token', threshold: '1500000', message: 'everything' };
    const field = { path: 'amount', label: 'Staked', format: 'tokenAmount', params };
    const reading = read({ to: STRANGE, data }, vault([field]));
    const fact = reading.facts.find(({ label }) => label === 'Staked');
    expect([fact?.value, fact?.note]).toEqual(['everything', '1500000; named by the descriptor']);
  });

  it('is its own contract on its own chain, with the exact encoding of its arguments', () => {
    for (const fields of [
      { to: OTHER, data },
      { to: STRANGE, data, chainId: 10n },
    ]) {
      expect(read(fields)).toEqual(readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(fields)));
    }
    expect(codes(read({ to: STRANGE, data: `${data}00` }))).toContain('CALL_NOT_CANONICAL');
  });
});

describe('typed data that a descriptor is for', () => {
  const { EIP712Domain, ...types } = MAIL.types;
  const letter = (domain: object = {}) => ({
    context: {
      eip712: {
        deployments: [{ chainId: 1, address: MAIL.domain.verifyingContract }],
        domain: { name: 'Ether Mail', ...domain },
        schemas: [{ primaryType: 'Mail', types }],
      },
    },
    display: {
      formats: {
        Mail: {
          intent: 'Send a letter',
          fields: [{ path: 'to.wallet', label: 'Reader', format: 'addressName' }],
        },
      },
    },
  });
  const message = (descriptor: object) =>
    readTypedData(JSON.stringify(MAIL), undefined, { interfaces: interfacesOf(descriptor) });

  it('is shown in its words, with everything else behind, and stays blind', () => {
    expect(EIP712Domain).toHaveLength(4);
    const reading = message(letter());
    expect(sentenceText(reading.sentence)).toContain(
      ': “Send a letter”, by the descriptor vault.json in your folder',
    );
    expect(valueOf(reading, 'Reader')).toEqual([MAIL.message.to.wallet]);
    expect(valueOf(reading, 'from.wallet')).toEqual([MAIL.message.from.wallet]);
    expect(valueOf(reading, 'to.wallet')).toEqual([]);
    expect([codes(reading), reading.blind]).toEqual([['BLIND_SIGNING'], true]);
  });

  it('has the domain that the descriptor says', () => {
    expect(valueOf(message(letter({ version: '2' })), 'Reader')).toEqual([]);
  });
});
