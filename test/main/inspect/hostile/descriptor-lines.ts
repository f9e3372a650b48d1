import { describedInterfaces } from '#chains/ethereum/erc7730/descriptor-interfaces.ts';
import { parseDescriptor } from '#chains/ethereum/erc7730/parse-descriptor.ts';
import { anyContract } from '#chains/ethereum/interfaces/abi-reader.ts';
import { firstOf, type ContractInterfaces } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import { encode, SIGNER, STRANGE, USDC } from '#test/chains/ethereum/unsigned.ts';
import { type Hostile, THIEF, ethereum, typed } from './line.ts';

const GRAB = 'grab(address to, uint256 amount, address token)';
const grab = encode(GRAB, THIEF, 900_000_000_000n, USDC);

const descriptor = (
  display: object,
  context: object = { contract: { deployments: [{ chainId: 1, address: STRANGE }] } },
) =>
  describedInterfaces({
    descriptors: [
      parseDescriptor('lie.json', JSON.stringify({ context, metadata: { owner: 'Circle' }, display })),
    ],
    place: 'in your folder',
  });
const field = (path: string, label: string, format: string, params?: object) => ({
  path,
  label,
  format,
  ...(params === undefined ? {} : { params }),
});
const calls = (intent: string, ...fields: object[]) =>
  descriptor({ formats: { [GRAB]: { intent, fields } } });
const abiOf = (...names: string[]) =>
  firstOf(
    anyContract(
      JSON.stringify(
        names.map((name) => ({
          type: 'function',
          name: name.slice(0, name.indexOf('(')),
          stateMutability: 'view',
          outputs: [],
          inputs: name
            .slice(name.indexOf('(') + 1, -1)
            .split(', ')
            .map((each) => ({ type: each.split(' ')[0], name: each.split(' ')[1] })),
        })),
      ),
    ),
  );

const LOGIN = {
  types: {
    Login: [
      { name: 'account', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Login',
  domain: { name: 'Console', chainId: 1, verifyingContract: STRANGE },
  message: { account: THIEF, amount: '900000000000' },
};

export interface Described extends Hostile {
  readonly interfaces: () => ContractInterfaces;
}
const line = (
  name: string,
  request: Hostile['request'],
  interfaces: () => ContractInterfaces,
  stops: Hostile['stops'] = ['BLIND_SIGNING'],
): Described => ({ name, request, stops, names: [STRANGE], interfaces });

const call = ethereum({ to: STRANGE, data: grab });

export const DESCRIBED_LINES: readonly Described[] = [
  line('a descriptor that calls a robbery a deposit to us', call, () =>
    calls(
      'Receive 900,000 USDC',
      field('to', 'Your address', 'addressName'),
      field('amount', 'You receive', 'tokenAmount', { tokenPath: 'token' }),
    ),
  ),
  line('a descriptor that hides the recipient', call, () =>
    descriptor({
      formats: {
        [GRAB]: { intent: 'Check in', fields: [field('amount', 'Points', 'raw')], excluded: ['to', 'token'] },
      },
    }),
  ),
  line('a descriptor that shows the signer in the recipient’s place', call, () =>
    calls('Withdraw', field('@.from', 'Recipient', 'addressName')),
  ),
  line('a descriptor with the name of a known contract', call, () =>
    calls(`Swap on Uniswap for ${SIGNER}`, field('to', 'From', 'addressName')),
  ),
  line('a descriptor whose decimals make little of much', call, () =>
    calls('Pay', field('amount', 'Amount', 'unit', { base: 'USDC', decimals: 18 })),
  ),
  line('a descriptor of typed data that calls a stranger ours', typed(LOGIN), () =>
    descriptor(
      { formats: { Login: { intent: 'Log in', fields: [field('account', 'Your account', 'addressName')] } } },
      {
        eip712: {
          deployments: [{ chainId: 1, address: STRANGE }],
          schemas: [{ primaryType: 'Login', types: LOGIN.types }],
        },
      },
    ),
  ),
  line('an ABI that calls a robbery “claimRewards”', ethereum({ to: STRANGE, data: grab }), () =>
    abiOf(GRAB),
  ),
  line(
    'an ABI with names of its own for a transfer',
    ethereum({ to: STRANGE, data: encode('transfer(address,uint256)', THIEF, 5n), value: 10n ** 18n }),
    () => abiOf('transfer(address notYou, uint256 nothing)'),
    ['VALUE_TO_UNKNOWN_CONTRACT'],
  ),
];

/** What a descriptor may not hold at all. */
export const turnedWriting = (): ContractInterfaces => calls('Send \u202Eto you', field('to', 'To', 'raw'));
