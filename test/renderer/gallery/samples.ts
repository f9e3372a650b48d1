import { AbiCoder, Wallet } from 'ethers';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { OWN, psbtOf } from '../../chains/bitcoin/unsigned.ts';
import { ZERO } from '../../chains/ethereum/known-call.ts';
import { actions, along, ROUTER_20 } from '../../chains/ethereum/known-v4-calls.ts';
import { encode, OTHER, SIGNER, STRANGE, unsigned, USDC, WETH } from '../../chains/ethereum/unsigned.ts';
import {
  grant,
  RECEIVER as PAYEE,
  PATH_USD,
  SENDER,
  tempoHex,
  transfer as payment,
} from '../../chains/tempo/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from '../../chains/tron/unsigned.ts';
import { NOW_MS } from '../fake-data.ts';
import solanaVectors from '../../vectors/solana/web3js.json' with { type: 'json' };

/** A kind of preview: the bytes that the real readers make it from, and a warning that must lead it, if any. */
export interface GallerySample {
  readonly name: string;
  readonly type: TransactionType;
  readonly unsigned: string;
  readonly leads?: string;
  /** Who signs; its totals are shown. */
  readonly signer: string;
}

const ethereum = (name: string, hex: string, leads?: string): GallerySample => ({
  name: `ethereum-${name}`,
  type: 'TRANSACTION_TYPE_ETHEREUM',
  unsigned: hex,
  signer: SIGNER,
  ...(leads === undefined ? {} : { leads }),
});

/** A published vector of which the first instructions are these. */
function solana(name: string, ids: readonly string[]): GallerySample {
  const found = solanaVectors.find(
    ({ instructions }) => instructions.map(({ id }) => id).join() === ids.join(),
  );
  if (found === undefined) throw new Error(`No vector does ${ids.join(', ')}.`);
  return {
    name: `solana-${name}`,
    type: 'TRANSACTION_TYPE_SOLANA',
    unsigned: found.transaction,
    signer: found.feePayer,
  };
}

const tron = (name: string, type: string, value: object, leads?: string): GallerySample => ({
  name: `tron-${name}`,
  type: 'TRANSACTION_TYPE_TRON',
  unsigned: tronRaw(type, { owner_address: OWNER.hex, ...value }, NOW_MS + 3_600_000),
  signer: OWNER.text,
  ...(leads === undefined ? {} : { leads }),
});

/** All outputs may be changed by whoever has the signature. */
const SIGHASH_NONE = 2;
const bitcoin = (name: string, sighash?: number): GallerySample => ({
  name: `bitcoin-${name}`,
  type: 'TRANSACTION_TYPE_BITCOIN',
  unsigned: psbtOf({
    inputs: [{ kind: 'p2wpkh', isProven: true, ...(sighash === undefined ? {} : { sighash }) }],
  }).toHex(),
  signer: OWN.p2wpkh.address ?? '',
});

const tempo = (name: string, hex: string): GallerySample => ({
  name: `tempo-${name}`,
  type: 'TRANSACTION_TYPE_TEMPO',
  unsigned: hex,
  signer: SENDER,
});
const payments = [1_500_000n, 2_000_000n].map(
  (amount) => ({ to: PATH_USD, data: payment(amount, PAYEE) }) as const,
);

const transfer = encode('transfer(address,uint256)', OTHER, 1_000_000_000n);
/** EntryPoint of ERC-4337, version 0.7. */
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
/** How Uniswap's universal routers call themselves. */
const ROUTER = `0x${'0'.repeat(39)}2`;
const inputs = (types: readonly string[], ...values: readonly unknown[]) =>
  AbiCoder.defaultAbiCoder().encode(types, values);
/** Two numbers of 16 bytes in a word, as packed operations have them. */
const limits = (high: number, low: number) =>
  `0x${[high, low].map((half) => half.toString(16).padStart(32, '0')).join('')}`;
const approval = encode('approve(address,uint256)', STRANGE, 2n ** 256n - 1n);
const accountBatch = encode(
  'executeBatch(address[],uint256[],bytes[])',
  [USDC, USDC],
  [0n, 0n],
  [transfer, approval],
);
const delegation = new Wallet(`0x${'11'.repeat(32)}`).authorizeSync({
  address: STRANGE,
  nonce: 1,
  chainId: 1n,
});

/** Every kind of preview, of every chain that the window signs for. */
export const GALLERY: readonly GallerySample[] = [
  ethereum('value', unsigned({ to: OTHER, value: 1_500_000_000_000_000_000n })),
  ethereum('token', unsigned({ to: USDC, data: transfer })),
  ethereum('unlimited-approval', unsigned({ to: USDC, data: approval }), 'Unlimited'),
  ethereum(
    'batch',
    unsigned({ to: STRANGE, data: encode('multicall(bytes[])', [transfer, approval, '0xdeadbeef']) }),
    'Unlimited',
  ),
  ethereum(
    'user-operation',
    unsigned({
      to: ENTRY_POINT,
      data: encode(
        'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
        [
          [
            OTHER,
            3n,
            '0x',
            accountBatch,
            limits(60_000, 90_000),
            50_000n,
            limits(1, 30_000_000_000),
            STRANGE,
            '0x',
          ],
        ],
        SIGNER,
      ),
    }),
    'Unlimited',
  ),
  ethereum(
    'router-commands',
    unsigned({
      to: STRANGE,
      value: 10n ** 18n,
      data: encode(
        'execute(bytes,bytes[],uint256)',
        '0x0b000610',
        [
          inputs(['address', 'uint256'], ROUTER, 10n ** 18n),
          inputs(
            ['address', 'uint256', 'uint256', 'bytes', 'bool'],
            ROUTER,
            10n ** 18n,
            2_500_000_000n,
            `${WETH}0001f4${USDC.slice(2)}`,
            false,
          ),
          inputs(['address', 'address', 'uint256'], USDC, OTHER, 25n),
          '0xc0ffee',
        ],
        1_800_000_000n,
      ),
    }),
    'Unknown contract would receive 1 ETH',
  ),
  ethereum(
    'uniswap-v4',
    unsigned({
      to: ROUTER_20,
      data: encode(
        'execute(bytes,bytes[],uint256)',
        '0x10',
        [
          actions('070c0e', [
            along(USDC, [ZERO, WETH], 2_500_000_000n, 10n ** 18n),
            inputs(['address', 'uint256'], USDC, 2_500_000_000n),
            inputs(['address', 'address', 'uint256'], WETH, OTHER, 0n),
          ]),
        ],
        1_800_000_000n,
      ),
    }),
    'Paid out to another address',
  ),
  ethereum(
    'permit2',
    unsigned({
      to: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      data: encode(
        'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
        SIGNER,
        [
          [
            [USDC, 5_000_000n, 1_800_000_000n, 0n],
            [WETH, 2n ** 160n - 1n, 1_800_000_000n, 0n],
          ],
          STRANGE,
          1_800_000_000n,
        ],
        `0x${'ab'.repeat(65)}`,
      ),
    }),
    'Lets a stranger take tokens',
  ),
  ethereum(
    'upgrade',
    unsigned({
      to: STRANGE,
      data: encode('upgradeAndCall(address,address,bytes)', OTHER, SIGNER, '0x715018a6'),
    }),
    'Replaces',
  ),
  ethereum('unknown-call', unsigned({ to: STRANGE, data: `0xdeadbeef${'ab'.repeat(600)}` }), 'Blind signing'),
  ethereum('creation', unsigned({ to: null, data: '0x6080604052' })),
  ethereum('delegation', unsigned({ type: 4, to: OTHER, authorizationList: [delegation] })),
  solana('transfer', ['system.transfer']),
  solana('steps', ['token.freezeAccount', 'token.transferChecked', 'token.setAuthority']),
  tron('transfer', 'TransferContract', { to_address: RECEIVER.hex, amount: 1_500_000 }),
  tron('token', 'TriggerSmartContract', {
    contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    data: `a9059cbb${'0'.repeat(24)}${RECEIVER.hex.slice(2)}${(2_500_000).toString(16).padStart(64, '0')}`,
  }),
  tron('permissions', 'AccountPermissionUpdateContract', {
    owner: { type: 0, permission_name: 'owner', threshold: 1, keys: [{ address: RECEIVER.hex, weight: 1 }] },
    actives: [],
  }),
  bitcoin('payment'),
  bitcoin('none-signed', SIGHASH_NONE),
  tempo('payment', tempoHex()),
  tempo('batch', tempoHex({ calls: payments })),
  tempo('access-key', tempoHex({ keyAuthorization: grant() })),
];
