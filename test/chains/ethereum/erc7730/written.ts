import { OTHER, STRANGE, USDC } from '../unsigned.ts';

type Entry = Readonly<Record<string, unknown>>;
const amount = { path: 'amount', label: 'Staked', format: 'tokenAmount', params: { tokenPath: 'token' } };

/** A descriptor of a vault at {@link STRANGE}, with other fields or other parts. */
export const vault = (fields: readonly Entry[] = [amount], more: Entry = {}): Entry => ({
  context: { contract: { deployments: [{ chainId: 1, address: STRANGE }] } },
  metadata: {
    owner: 'Vault makers',
    constants: { usdc: USDC, all: '1000000000000' },
    enums: { plans: { '1': 'flexible', '2': 'locked' } },
  },
  display: {
    definitions: { when: { label: 'Starts', format: 'date', params: { encoding: 'timestamp' } } },
    formats: { [STAKE]: { intent: 'Stake with the vault', fields } },
  },
  ...more,
});

export const STAKE =
  'stake(address token, uint256 amount, uint8 plan, uint64 start, uint32 length, (address to, uint256[] parts) share, bytes call)';
/** Its arguments, with bytes of a call at the end. */
export const stakeArguments = (call = '0x', plan = 2n): readonly unknown[] => [
  USDC,
  1_500_000n,
  plan,
  1_763_726_400n,
  93_784n,
  [OTHER, [7n, 8n]],
  call,
];

export const everyFormat: readonly Entry[] = [
  amount,
  { path: 'plan', label: 'Plan', format: 'enum', params: { $ref: '$.metadata.enums.plans' } },
  { path: '#.start', $ref: '$.display.definitions.when' },
  { path: 'length', label: 'Runs for', format: 'duration' },
  {
    path: 'share',
    fields: [
      { path: 'to', label: 'Shared with', format: 'addressName', params: { types: ['eoa'] } },
      { path: 'parts.[]', label: 'Part', format: 'unit', params: { base: '%', decimals: 1 } },
    ],
  },
  { path: '@.value', label: 'Coins', format: 'amount' },
  { path: 'call', label: 'Then', format: 'calldata', params: { callee: '$.metadata.constants.usdc' } },
];
