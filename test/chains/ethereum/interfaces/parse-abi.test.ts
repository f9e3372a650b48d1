import { Interface } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAbi } from '#chains/ethereum/interfaces/parse-abi.ts';
import { AppError } from '#protocol/error.ts';

const input = (type: string, more: object = {}) => ({ name: 'a', type, ...more });
const abi = (inputs: readonly object[], more: object = {}) =>
  JSON.stringify([{ type: 'function', name: 'f', inputs, ...more }]);

const SIGNATURES = [
  'function deposit() payable',
  'function stake(uint256 amount, address)',
  'function set((address token, uint96[2][] limits, (bytes data, bool on) inner)[] all, string memo)',
  'function stake(uint256 amount)',
];

describe('an ABI', () => {
  it('gives each function its selector as another library does', () => {
    const theirs = new Interface([
      ...SIGNATURES,
      'event E(uint256 a)',
      'error X()',
      'constructor(address a)',
    ]);
    const own = parseAbi(theirs.formatJson());
    expect(own.map(({ selector, signature }) => [selector, signature])).toEqual(
      theirs.fragments.flatMap((each) => {
        const found = each.type === 'function' ? theirs.getFunction(each.format()) : null;
        return found === null ? [] : [[found.selector, found.format()]];
      }),
    );
  });

  it('is found in a compiler’s artifact, and names what has no name by its place', () => {
    const artifact = JSON.stringify({
      contractName: 'C',
      abi: JSON.parse(abi([{ type: 'bool' }])) as unknown,
      bytecode: '0x',
    });
    expect(parseAbi(artifact)[0]?.inputs).toEqual([{ name: '0', type: 'bool' }]);
  });

  it.each([
    ['no list', '{"functions":[]}', /does not have its form/],
    ['no functions', '[{"type":"event","name":"E","inputs":[]}]', /no functions/],
    [
      'a type that does not exist',
      abi([input('uint7')]),
      /\[0\]\.inputs\[0\] has a type that is not read, "uint7"/,
    ],
    ['a function as value', abi([input('function')]), /not read/],
    ['a struct without members', abi([input('tuple')]), /no components/],
    ['a name that is more than one', abi([{ name: 'a, b', type: 'bool' }]), /does not have its form/],
    ['a function’s name with marks', abi([], { name: 'f\u202E' }), /does not have its form/],
    ['two parameters of one name', abi([input('bool'), input('bool')]), /alike/],
    ['a list of no length', abi([input('bool[0]')]), /another length/],
    ['a list of a billion', abi([input('bool[1000000000]')]), /another length/],
    [
      '65 parameters',
      abi(Array.from({ length: 65 }, (_, index) => ({ name: `a${index}`, type: 'bool' }))),
      /form/,
    ],
    [
      'the same function twice',
      JSON.stringify([...(JSON.parse(abi([])) as []), ...(JSON.parse(abi([])) as [])]),
      /begin alike/,
    ],
  ])('with %s is refused', (_what, text, says) => {
    expect(() => parseAbi(text)).toThrow(
      expect.objectContaining({
        code: 'ABI_INVALID',
        message: expect.stringMatching(says) as string,
      }) as Error,
    );
  });

  it('attack: one too large, too deep or with a name twice is refused at once', () => {
    expect(() => parseAbi(' '.repeat(2_000_000))).toThrow(
      expect.objectContaining({ code: 'ABI_INVALID' }) as Error,
    );
    let deep: object = input('bool');
    for (let level = 0; level < 10; level += 1) deep = input('tuple', { components: [deep] });
    expect(() => parseAbi(abi([deep]))).toThrow(/8 deep/);
    expect(() => parseAbi('[{"type":"function","name":"a","name":"b"}]')).toThrow(/twice/);
  });

  it('attack: of tens of thousands of functions is refused before the first of them is read', () => {
    const functions = Array.from({ length: 1_001 }, (_, at) => ({
      ...{ type: 'function', name: `f${at}` },
      inputs: [{ name: 'a', type: 'unread' }],
    }));
    expect(() => parseAbi(JSON.stringify(functions))).toThrow(/more than 1000 functions/);
    expect(() => parseAbi(JSON.stringify(functions.slice(1)))).toThrow(/type that is not read/);
  });

  it('throws nothing but its own errors', () => {
    const text = new Interface(SIGNATURES).formatJson();
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.tuple(fc.nat(), fc.string({ maxLength: 2 }))), (change) => {
        const changed =
          typeof change === 'string'
            ? change
            : text.slice(0, change[0] % text.length) + change[1] + text.slice((change[0] % text.length) + 1);
        try {
          parseAbi(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
