import { getAddress } from 'ethers';
import { describe, expect, it } from 'vitest';
import { describedInterfaces } from '#chains/ethereum/erc7730/descriptor-interfaces.ts';
import { parseDescriptor, parseDescriptors } from '#chains/ethereum/erc7730/parse-descriptor.ts';
import { readTypedData } from '#chains/ethereum/typed-data/read-typed-data.ts';
import { readTransaction } from '#chains/chains.ts';
import { type DecodedTransaction, decodedTransaction, sentenceText } from '#chains/model/decoded.ts';
import { MAIL } from '../typed-data/samples.ts';
import published from '#test/vectors/ethereum/erc7730.json' with { type: 'json' };
import { encode, OTHER, SIGNER, STRANGE, unsigned, USDC, WETH } from '../unsigned.ts';
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

  it('attack: a number below zero, which the requester chooses, stops the preview or reads like another', () => {
    const order = [
      ['when', 'int256', '-99999999999999', 'date', { encoding: 'timestamp' }],
      ['size', 'int256', '-1500000000000000000', 'amount', {}],
      ['margin', 'int256', '-1500000', 'tokenAmount', { token: USDC }],
      ['span', 'int256', '-90061', 'duration', {}],
    ] as const;
    const schema = { Mail: order.map(([name, type]) => ({ name, type })) };
    const fields = order.map(([path, , , format, params]) => ({
      ...{ path, label: path, format },
      ...(format === 'amount' || format === 'duration' ? {} : { params }),
    }));
    const { context } = letter();
    const descriptor = {
      context: { eip712: { ...context.eip712, schemas: [{ primaryType: 'Mail', types: schema }] } },
      display: { formats: { Mail: { intent: 'Place an order', fields } } },
    };
    const message = Object.fromEntries(order.map(([name, , written]) => [name, written]));
    const signed = { ...MAIL, types: { EIP712Domain, ...schema }, message };
    const interfaces = interfacesOf(descriptor);
    const reading = readTypedData(JSON.stringify(signed), undefined, { interfaces });
    expect(order.map(([name]) => valueOf(reading, name))).toEqual([
      ['before the year 1'],
      ['-1.5 ETH'],
      ['-1.50 USDC'],
      ['-(1 d 1 h 1 m 1 s)'],
    ]);
  });

  it('has the domain that the descriptor says', () => {
    expect(valueOf(message(letter({ version: '2' })), 'Reader')).toEqual([]);
  });
});

describe('what version 2 asks for', () => {
  const attack = (fields: readonly object[], more: object = {}) =>
    read({ to: STRANGE, data }, vault(fields as never, more as never));

  it.each([['never'], [{ ifNotIn: [OTHER.toLowerCase()] }], [{ mustBe: [OTHER] }], [{ mustMatch: [OTHER] }]])(
    'attack: a recipient that is not to be seen (%j) is shown all the same',
    (visible) => {
      const fields = [{ path: 'share.to', label: 'Points', format: 'addressName', visible }];
      const reading = attack(fields);
      expect([valueOf(reading, 'Points'), valueOf(reading, 'share.to')]).toEqual([[], [OTHER]]);
      expect(codes(reading)).toEqual(codes(attack([])));
    },
  );

  it('attack: an amount that is not to be seen is shown all the same', () => {
    const reading = attack([{ path: 'amount', label: 'Points', visible: { ifNotIn: ['0x16e360'] } }]);
    expect([valueOf(reading, 'Points'), valueOf(reading, 'amount')]).toEqual([[], ['1500000']]);
  });

  it('shows what is in no list, and warns of a value that is ruled out', () => {
    const shown = attack([
      { path: 'plan', label: 'Plan', visible: { ifNotIn: [1, '$.metadata.constants.all'] } },
    ]);
    expect(valueOf(shown, 'Plan')).toEqual(['2']);
    const ruledOut = attack([{ path: 'plan', label: 'Plan', visible: { mustBe: [1, 3] } }]);
    expect(ruledOut.warnings.find(({ code }) => code === 'DESCRIPTOR_MISMATCH')?.severity).toBe('danger');
    expect(valueOf(ruledOut, 'plan')).toEqual(['2']);
  });

  it('attack: a part of a value does not stand for the value', () => {
    const fields = [
      { path: 'share.to.[-4:]', label: 'Order number', format: 'raw' },
      { path: 'amount.[-1:]', label: 'Amount', format: 'amount' },
    ];
    const reading = attack(fields);
    expect(valueOf(reading, 'Order number')).toEqual([`0x${OTHER.slice(-8).toLowerCase()}`]);
    expect([valueOf(reading, 'share.to'), valueOf(reading, 'amount')]).toEqual([[OTHER], ['1500000']]);
  });

  it('attack: words of the descriptor do not pass for a value', () => {
    const reading = attack([{ value: OTHER, label: 'Recipient', format: 'raw' }]);
    const fact = reading.facts.find(({ label }) => label === 'Recipient');
    expect([fact?.value, fact?.note, fact?.kind]).toEqual([
      `“${OTHER}”`,
      'not in the data; named by the descriptor',
      'text',
    ]);
  });

  it('attack: a thousand fields leave none out in silence', () => {
    const parts = Array.from({ length: 400 }, () => 1n);
    const many = encode(STAKE, ...stakeArguments().slice(0, 5), [OTHER, parts], '0x');
    const field = { path: 'share.parts.[]', label: 'Part' };
    const reading = read({ to: STRANGE, data: many }, vault([field, { path: 'share.to', label: 'To' }]));
    expect(codes(reading)).toContain('FIELDS_NOT_SHOWN');
    expect(valueOf(reading, 'Part')).toHaveLength(256);
    expect(valueOf(reading, 'share.to')).toEqual([OTHER]);
  });

  it('says the intent with values in it, or as it is where one of them is not one value', () => {
    const fields = [
      { path: 'amount', label: 'Staked', format: 'tokenAmount', params: { tokenPath: 'token' } },
    ];
    const said = (interpolatedIntent: string, of: readonly object[] = fields): string => {
      const formats = { [STAKE]: { intent: 'Stake', interpolatedIntent, fields: of } };
      return sentenceText(attack([], { display: { formats } }).sentence);
    };
    expect(said('Stake {#.amount} now')).toContain('“Stake 1.50 USDC now” on ');
    expect(said('Stake for {share.to}')).toContain('“Stake” on ');
    expect(said('{share.parts.[]}', [{ path: 'share.parts.[]', label: 'Part' }])).toContain('“Stake” on ');
  });

  it('shows chains, tokens, items of collections and intents of several parts', () => {
    const fields = [
      { path: 'plan', label: 'Of chain', format: 'chainId' },
      { path: 'token', label: 'Token', format: 'tokenTicker' },
      { path: 'start', label: 'Item', format: 'nftName', params: { collectionPath: 'share.to' } },
    ];
    const formats = { [STAKE]: { intent: { Staking: 'Start', Plan: 'any' }, fields } };
    const reading = attack([], { display: { formats } });
    expect(sentenceText(reading.sentence)).toContain('“Staking: Start, Plan: any” on ');
    const labels = ['Of chain', 'Token', 'Item', 'Collection of Item'];
    expect(labels.map((label) => valueOf(reading, label))).toEqual([
      ['Chain 2'],
      [USDC],
      ['#1763726400'],
      [OTHER],
    ]);
  });
});

describe('tokens of several amounts', () => {
  const ORDERS =
    'fill(((address token, uint256[] amounts)[] orders, uint256[] sums, address[] tokens) batch)';
  const fieldOf = (path: string, tokenPath: string) => ({
    path,
    label: 'Amount',
    format: 'tokenAmount',
    params: { tokenPath },
  });
  const shown = (args: readonly unknown[], ...fields: readonly object[]): readonly (readonly string[])[] => {
    const formats = { [ORDERS]: { intent: 'Fill', fields } };
    const reading = read({ to: STRANGE, data: encode(ORDERS, args) }, vault([], { display: { formats } }));
    return [valueOf(reading, 'Token of Amount'), valueOf(reading, 'Amount')];
  };
  const orders = [
    [USDC, [1_000_000n, 2_000_000n]],
    [WETH, [10n ** 18n]],
  ];

  it('attack: an amount does not get the token of the next order', () => {
    expect(shown([orders, [], []], fieldOf('batch.orders.[].amounts.[]', 'batch.orders.[].token'))).toEqual([
      [USDC, USDC, WETH],
      ['1.00 USDC', '2.00 USDC', '1.00 WETH'],
    ]);
    const group = { path: 'batch.orders.[]', fields: [fieldOf('amounts.[-1]', 'token')] };
    expect(shown([orders, [], []], group)[1]).toEqual(['2.00 USDC', '1.00 WETH']);
  });

  it('attack: of lists of another length no token is guessed', () => {
    const field = fieldOf('batch.sums.[]', 'batch.tokens.[]');
    const sums = [1_000_000n, 10n ** 18n];
    expect(shown([[], sums, [USDC, WETH]], field)[1]).toEqual(['1.00 USDC', '1.00 WETH']);
    expect(shown([[], sums, [USDC, WETH, USDC]], field)).toEqual([[], ['1000000', '1000000000000000000']]);
  });
});

describe('descriptors of the public registry', () => {
  const texts = Object.entries(published).map(([name, content]) => [name, JSON.stringify(content)] as const);
  const { descriptors } = parseDescriptors(new Map(texts));
  const interfaces = describedInterfaces({ descriptors, place: 'in your folder' });

  it('take addresses out of longer values, which stay in sight', () => {
    const [bridge] = descriptors;
    const signature = Object.keys(published['calldata-CctpExtension.json'].display.formats)[0] ?? '';
    const word = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`;
    const hook = `0x${'00'.repeat(32)}${STRANGE.slice(2)}ff`;
    const authorization = [5n, 0n, 0n, word(OTHER), 27, word(OTHER), word(OTHER)];
    const burn = [5_000_000n, 19, word(OTHER), word(USDC), 7n, 1, hook];
    const fields = {
      chainId: 42_161n,
      to: bridge?.contracts[0]?.address ?? null,
      data: encode(signature, authorization, burn),
    };
    const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(fields), { interfaces });
    const labels = [
      'Amount',
      'Mint recipient',
      'HyperEVM recipient',
      'Destination DEX',
      '_depositForBurnData.hookData',
    ];
    expect(labels.map((label) => valueOf(reading, label))).toEqual([
      [`5.00 USDC (${published['calldata-CctpExtension.json'].metadata.constants.usdcToken})`],
      [getAddress(OTHER.toLowerCase())],
      [STRANGE],
      ['Spot'],
      [hook.toLowerCase()],
    ]);
    const recipient = reading.facts.find(({ label }) => label === 'HyperEVM recipient');
    const [[start, end]] = recipient?.ranges as [[number, number]];
    expect(unsigned(fields).slice(2 + 2 * start, 2 + 2 * end)).toBe(STRANGE.slice(2).toLowerCase());
  });

  it('tell an order by its groups, each amount with its own token and recipient', () => {
    const key = Object.keys(published['eip712-UniswapX-LimitOrder.json'].display.formats)[0] ?? '';
    const types = Object.fromEntries(
      [...key.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, name = '', members = '']) => [
        name,
        members.split(',').map((member) => ({ type: member.split(' ')[0], name: member.split(' ')[1] })),
      ]),
    );
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
    const info = {
      reactor: OTHER,
      swapper: OTHER,
      nonce: '1',
      deadline: '1763726400',
      additionalValidationContract: OTHER,
      additionalValidationData: '0x',
    };
    const outputs = [
      { token: USDC, amount: '1000000', recipient: OTHER },
      { token: WETH, amount: '1000000000000000000', recipient: STRANGE },
    ];
    const order = {
      types,
      primaryType: 'PermitWitnessTransferFrom',
      domain: { name: 'Permit2', chainId: 1, verifyingContract: permit2 },
      message: {
        permitted: { token: USDC, amount: '2000000' },
        spender: OTHER,
        nonce: '7',
        deadline: '1763726400',
        witness: { info, inputToken: USDC, inputAmount: '2000000', outputs },
      },
    };
    const reading = readTypedData(JSON.stringify(order), { address: SIGNER }, { interfaces });
    expect(valueOf(reading, 'Min amount to receive')).toEqual(['1.00 USDC', '1.00 WETH']);
    expect(valueOf(reading, 'On Address')).toEqual([OTHER, STRANGE]);
    expect(valueOf(reading, 'nonce')).toEqual(['7']);
    expect(sentenceText(reading.sentence)).toContain(`in favor of ${OTHER}`);
    expect(codes(reading)).toContain('BENEFICIARY_NOT_OURS');
  });
});
