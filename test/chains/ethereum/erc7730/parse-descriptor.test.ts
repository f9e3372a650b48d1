import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withIncluded } from '#chains/ethereum/erc7730/includes.ts';
import { parseDescriptor, parseDescriptors } from '#chains/ethereum/erc7730/parse-descriptor.ts';
import { AppError } from '#protocol/error.ts';
import published from '#test/vectors/ethereum/erc7730.json' with { type: 'json' };
import { STRANGE, USDC } from '../unsigned.ts';
import { everyFormat, STAKE, vault } from './written.ts';

const parse = (descriptor: unknown) => parseDescriptor('vault.json', JSON.stringify(descriptor));
const field = (more: object) => vault([{ path: 'amount', label: 'Amount', ...more }]);
const deployments = [{ chainId: 1, address: STRANGE }];

describe('a descriptor that includes a file', () => {
  const parse = (files: Readonly<Record<string, unknown>>) => {
    const texts = Object.entries(files).map(([name, content]) => [name, JSON.stringify(content)] as const);
    return parseDescriptors(new Map(texts));
  };
  const common = {
    context: { contract: {} },
    display: {
      formats: {
        [STAKE]: {
          intent: 'Stake',
          fields: [
            { path: 'amount', label: 'Amount', format: 'tokenAmount', params: { tokenPath: 'token' } },
            { path: 'plan', label: 'Plan' },
          ],
        },
      },
    },
  };
  const bound = (fields: readonly object[], includes = '../../ercs/common.json') => ({
    includes,
    context: { contract: { deployments } },
    display: { formats: { [STAKE]: { fields } } },
  });

  it('has its fields, with those of one path made one and the others behind', () => {
    const fields = [
      { path: 'length', label: 'For' },
      { path: '#.amount', label: 'Staked', params: { token: USDC } },
    ];
    const { descriptors, refused } = parse({ 'common.json': common, 'vault.json': bound(fields) });
    expect([descriptors.length, refused]).toEqual([1, []]);
    expect(descriptors[0]?.functions[0]?.fields.map(({ label }) => label)).toEqual(['Staked', 'Plan', 'For']);
  });

  it('attack: cannot be led out of its folder, or in a circle', () => {
    const files = { 'common.json': common, 'vault.json': bound([], '../vault.json') };
    expect(parse(files).refused.map(({ error }) => error.message)).toEqual([
      expect.stringMatching(/common\.json .*deployments/),
      expect.stringMatching(/vault\.json .*go deeper/),
    ]);
  });

  it('attack: of thousands of fields is not compared with each field of the other', () => {
    let reads = 0;
    const fields = (from: number) =>
      Array.from({ length: 1_000 }, (_, at) => ({
        get path() {
          reads += 1;
          return `a${from + at}`;
        },
      }));
    const formats = (from: number) => ({ display: { formats: { f: { fields: fields(from) } } } });
    const merged = withIncluded('a.json', { includes: 'b.json', ...formats(500) }, () => formats(0));
    expect(reads).toBeLessThan(20_000);
    const { display } = merged as ReturnType<typeof formats>;
    expect(display.formats.f.fields.map(({ path }) => path)).toEqual(
      Array.from({ length: 1_500 }, (_, at) => `a${at}`),
    );
  });

  it('of the public registry is read as its makers wrote it, and one with a broken path is not', () => {
    const { descriptors, refused } = parse(published);
    expect(descriptors.map(({ file }) => file)).toEqual(
      [
        'calldata-CctpExtension.json',
        'eip712-UniswapX-LimitOrder.json',
        'uniswap-common-eip712.json',
        'calldata-Vault-USDT-Aave-v3.json',
      ].filter((file) => file !== 'uniswap-common-eip712.json'),
    );
    expect(refused.map(({ file, error }) => [file, error.message])).toEqual([
      ['uniswap-common-eip712.json', expect.stringMatching(/display/)],
      ['eip712-1inch-limit-order.json', expect.stringMatching(/missing field, interactions/)],
    ]);
    expect(descriptors[2]?.functions.map(({ signature }) => signature)).toContain('deposit(uint256,address)');
  });
});

describe('a descriptor', () => {
  it('gives its functions by their selectors, groups and references taken apart', () => {
    const { functions } = parse(vault(everyFormat));
    expect(functions[0]?.intent).toBe('Stake with the vault');
    expect(functions[0]?.fields.map(({ path, label }) => [path, label])).toEqual([
      ['amount', 'Staked'],
      ['plan', 'Plan'],
      ['#.start', 'Starts'],
      ['length', 'Runs for'],
      ['share.to', 'Shared with'],
      ['share.parts.[]', 'Part'],
      ['@.value', 'Coins'],
      ['call', 'Then'],
    ]);
  });

  it('may name functions by selector or types where it carries their ABI', () => {
    const abi = [{ type: 'function', name: 'pause', inputs: [{ name: 'on', type: 'bool' }] }];
    const of = (key: string) =>
      parse({
        context: { contract: { deployments, abi } },
        display: { formats: { [key]: { intent: 'Pause', fields: [{ path: 'on', label: 'On' }] } } },
      }).functions[0];
    expect(of('pause(bool)')).toEqual(of('0x02329a29'));
    expect(of('pause(bool on)')?.selector).toBe('0x02329a29');
  });

  it.each([
    [
      'a format that is not read',
      field({ format: 'interoperableAddressName' }),
      /fields\.0\.format is not read/,
    ],
    ['a member that is not read', field({ format: 'raw', encryption: {} }), /fields\.0 is not read/],
    ['a rule that is not known', field({ format: 'raw', visible: 'sometimes' }), /visible is not read/],
    ['neither a path nor a value', vault([{ label: 'Amount' }]), /needs a path or a value/],
    ['a value as an amount', vault([{ label: 'x', value: '1', format: 'amount' }]), /wants a path/],
    [
      'another caller',
      field({ path: 'call', format: 'calldata', params: { callee: USDC, spenderPath: '@.from' } }),
      /spenderPath/,
    ],
    [
      'a map',
      field({ format: 'tokenAmount', params: { token: { map: 'x', keyPath: 'y' } } }),
      /params\.token/,
    ],
    ['a parameter that is not read', field({ format: 'duration', params: {} }), /is not read/],
    [
      'a path that leads nowhere',
      field({ path: 'value' }),
      /the field “Amount”, references a missing field, value/,
    ],
    ['a slice with a step', field({ path: 'call.[0:4:2]' }), /references a missing field/],
    ['a slice of nothing', field({ path: 'share.to.[0:20].[0:1].x' }), /references a missing field/],
    [
      'an address out of 19 bytes',
      field({ path: 'amount.[-19:]', format: 'addressName' }),
      /does not lead to an address/,
    ],
    [
      'the first bytes of a number shorter than a word',
      field({ path: 'start.[0:4]' }),
      /references a missing field/,
    ],
    ['a number that is an address', field({ path: 'token', format: 'amount' }), /does not lead to a number/],
    ['a date by blocks', field({ format: 'date', params: { encoding: 'blockheight' } }), /is not read/],
    ['an amount of no token', field({ format: 'tokenAmount', params: {} }), /needs an address or a path/],
    [
      'a token that is none',
      field({ format: 'tokenAmount', params: { token: 'USDC' } }),
      /address that is none/,
    ],
    [
      'a constant that is not there',
      field({ format: 'tokenAmount', params: { token: '$.metadata.constants.dai' } }),
      /address that is none/,
    ],
    [
      'an enum that is not there',
      field({ format: 'enum', params: { $ref: '$.metadata.enums.x' } }),
      /enum that is not there/,
    ],
    [
      'a definition that is not there',
      field({ $ref: '$.display.definitions.x' }),
      /definition that is not there/,
    ],
    [
      'an inherited definition',
      field({ $ref: '$.display.definitions.constructor' }),
      /definition that is not there/,
    ],
    ['a label that turns the writing', field({ label: 'Amount\u202E' }), /cannot be seen/],
    ['a file to include that is not there', vault([], { includes: 'common.json' }), /not beside/],
    ['a file to include over the network', vault([], { includes: 'https://x/y.json' }), /not beside/],
    [
      'one function twice',
      vault([], {
        display: {
          formats: {
            'stop(bool now)': { intent: 'Stop', fields: [] },
            'stop(bool later)': { intent: 'Go on', fields: [] },
          },
        },
      }),
      /describe 0x[0-9a-f]{8} twice/,
    ],
    [
      'an ABI that has to be fetched',
      vault([], { context: { contract: { deployments, abi: 'https://x' } } }),
      /context\.contract\.abi/,
    ],
    ['no place', vault([], { context: { contract: { deployments: [] } } }), /context\.contract\.deployments/],
    ['neither a contract nor messages', vault([], { context: {} }), /has to be a contract or eip712/],
    [
      'a function whose parameters have no names',
      vault([], { display: { formats: { 'stake(uint256)': { intent: 'Stake', fields: [] } } } }),
      /needs the names/,
    ],
    [
      'no function',
      vault([], { display: { formats: { 'stake(': { intent: 'Stake', fields: [] } } } }),
      /is not read/,
    ],
    [
      'a message without its type',
      vault([], {
        context: { eip712: { deployments, schemas: [{ primaryType: 'Order', types: {} }] } },
        display: { formats: { Order: { intent: 'Order', fields: [] } } },
      }),
      /does not define Order/,
    ],
  ])('with %s is refused, naming the file and the place', (_what, descriptor, says) => {
    const message = expect.stringMatching(says) as string;
    expect(() => parse(descriptor)).toThrow(
      expect.objectContaining({ code: 'DESCRIPTOR_INVALID', message }) as Error,
    );
    expect(() => parse(descriptor)).toThrow(/vault\.json/);
  });

  it('attack: types within types, and lists of lists, are looked through in no time', () => {
    const names = Array.from({ length: 40 }, (_, index) => `T${index}`);
    const types = Object.fromEntries(
      names.map((name, index) => [
        name,
        Array.from({ length: 40 }, (_, at) => ({
          name: `m${at}`,
          type: `${names[index + 1] ?? 'bool'}[9][9]`,
        })),
      ]),
    );
    const path = ['m0', ...Array.from({ length: 16 }, () => '[].[].m0')].join('.');
    const fields = [{ path, label: 'Deep', format: 'raw' }];
    const context = { eip712: { deployments, schemas: [{ primaryType: 'T0', types }] } };
    expect(
      parse(vault([], { context, display: { formats: { T0: { intent: 'x', fields } } } })).messages,
    ).toHaveLength(1);
  });

  it('throws nothing but its own errors', () => {
    const text = JSON.stringify(vault(everyFormat));
    const edits = fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 2 })), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.oneof(fc.json(), edits), (change) => {
        const changed =
          typeof change === 'string'
            ? change
            : change.reduce(
                (now, [at, into]) => now.slice(0, at % now.length) + into + now.slice((at % now.length) + 1),
                text,
              );
        try {
          parseDescriptor('vault.json', changed);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
      { numRuns: 500 },
    );
    expect(STAKE).toContain('stake');
  });
});
