import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';

/** The form of one chain; nothing is built here. */
export const fakeTransfers: Handlers<ConsoleContract>['transfers'] = {
  form: () =>
    Promise.resolve({
      networks: [
        { id: '1', name: 'Ethereum mainnet' },
        { id: '8453', name: 'Base' },
      ],
      fields: [
        {
          name: 'nonce',
          label: 'Nonce',
          where: 'The number of transactions that the account has sent.',
          initial: '',
          group: 'known',
          isNonce: true,
          standIn: '0',
        },
        {
          name: 'maxFee',
          label: 'Max fee',
          aside: 'gwei per gas',
          where: 'The most that one gas may cost.',
          initial: '30',
          group: 'fee',
        },
      ],
      series: { kind: 'numbered', note: 'The nonce is that of the first payment.' },
    }),
  assets: () =>
    Promise.resolve([
      { id: '', symbol: 'ETH', name: 'Ethereum mainnet', decimals: 18 },
      {
        id: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        symbol: 'USDC',
        name: 'USD Coin',
        decimals: 6,
      },
    ]),
  lastNonce: () => Promise.resolve({ nonce: '7', from: 'here', apart: [], isWhole: true }),
  askNode: () =>
    Promise.resolve({ host: 'node.example', atMs: 1_795_219_200_000, values: { nonce: '8' }, remarks: [] }),
  build: () =>
    Promise.resolve({
      ok: false,
      problems: [
        {
          field: 'nonce',
          code: 'TRANSFER_FIELD_MISSING',
          message: 'Nonce is missing.',
          remedy: 'The number of transactions that the account has sent.',
        },
      ],
    }),
};

/** A console whose profiles name no node. */
export const fakeNodes: Handlers<ConsoleContract>['nodes'] = {
  list: () =>
    Promise.resolve({
      named: [],
      networks: [
        { type: 'TRANSACTION_TYPE_ETHEREUM', network: '1', name: 'Ethereum mainnet' },
        { type: 'TRANSACTION_TYPE_SOLANA', network: 'mainnet', name: 'Solana' },
      ],
    }),
  name: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(undefined),
};
