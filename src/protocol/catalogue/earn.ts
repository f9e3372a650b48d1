import { z } from 'zod';
import { submit, query } from './operation.ts';
import { id } from './fields.ts';

/** Chains with vaults, as CAIP-2 (OPERATIONS.md, "earn_deploy_wrapper"). */
const EARN_CHAINS = [
  'eip155:1',
  'eip155:8453',
  'eip155:42161',
  'eip155:137',
  'eip155:56',
  'eip155:4217',
] as const;
export const earnChain = () => z.enum(EARN_CHAINS).meta({ label: 'Chain' });

/** An address of an account or a contract of Ethereum. */
export const ethereumAddress = (label: string) =>
  z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, '0x and 40 hex digits')
    .meta({ label });

/** The wrapper that is meant, by its address. */
export const wrapperAddress = () =>
  ethereumAddress('Wrapper').meta({ label: 'Wrapper', control: 'earnWrapper' });

/** An amount in atomic units, as decimal text, more than zero and below 2²⁵⁶. */
export const atomicAmount = (label: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,77}$/, { error: 'atomic units, as decimal text, more than 0', abort: true })
    .refine((text) => BigInt(text) < 1n << 256n, 'below 2^256')
    .meta({ label });

/** Who acts: as for `sign_transaction`. */
export const earnSigner = () => z.string().min(1).max(255).meta({ label: 'Sign with', control: 'signer' });

export const sponsor = () => z.boolean().nullish().meta({ label: 'Sponsored' });

export const earnProvider = () =>
  z.enum(['EARN_PROVIDER_MORPHO', 'EARN_PROVIDER_AAVE']).meta({ label: 'Provider' });

export const earnStatus = z.enum(['PENDING', 'COMPLETED', 'FAILED']);

/** OPERATIONS.md. */
export const earnDeployWrapper = submit({
  path: 'earn_deploy_wrapper',
  effect: 'write',
  summary: 'Deploy an earn wrapper',
  parameters: z.strictObject({
    vaultAddress: ethereumAddress('Vault'),
    chainCaip2: earnChain(),
    clientFeeBps: z
      .string()
      .regex(/^(?:0|[1-9]\d{0,3}|10000)$/, 'basis points from 0 to 10000, as decimal text')
      .meta({ label: 'Fee' }),
    clientFeeWallet: ethereumAddress('Wallet for fees'),
  }),
  output: z.looseObject({
    wrapperAddress: z.string(),
    splitterAddress: z.string(),
    deployRequestId: z.string(),
  }),
});

/** Specification, "earn_set_wrapper_state". */
export const earnSetWrapperState = submit({
  path: 'earn_set_wrapper_state',
  effect: 'write',
  summary: 'Open or close an earn wrapper',
  parameters: z.strictObject({
    wrapperAddress: wrapperAddress(),
    depositsDisabled: z.boolean().meta({ label: 'Deposits disabled' }),
  }),
  output: z.looseObject({ wrapperAddress: z.string(), depositsDisabled: z.boolean() }),
});

/** OPERATIONS.md. */
export const earnDeposit = submit({
  path: 'earn_deposit',
  effect: 'sign',
  summary: 'Deposit into an earn wrapper',
  parameters: z.strictObject({
    wrapperAddress: wrapperAddress(),
    signWith: earnSigner(),
    assets: atomicAmount('Assets'),
    chainCaip2: earnChain(),
    sponsor: sponsor(),
  }),
  output: z.looseObject({ depositRequestId: z.string() }),
});

/** OPERATIONS.md. */
export const earnWithdraw = submit({
  path: 'earn_withdraw',
  effect: 'sign',
  summary: 'Withdraw from an earn wrapper',
  parameters: z.strictObject({
    wrapperAddress: wrapperAddress(),
    signWith: earnSigner(),
    chainCaip2: earnChain(),
    sponsor: sponsor(),
    amountValue: atomicAmount('Amount'),
  }),
  output: z.looseObject({ withdrawRequestId: z.string() }),
});

/** Specification, "claim_swap_fees". */
export const claimSwapFees = submit({
  path: 'claim_swap_fees',
  effect: 'write',
  summary: 'Claim swap fees',
  parameters: z.strictObject({}),
  output: z.looseObject({ requestId: z.string() }),
});

/** OPERATIONS.md. */
export const getEarnDeployStatus = query({
  path: 'get_earn_deploy_status',
  summary: 'Show the state of an earn deployment',
  parameters: z.strictObject({ deployRequestId: id('Request', 'earnDeployment') }),
  output: z.looseObject({
    status: earnStatus,
    deployTxHash: z.string().optional(),
    error: z.string().optional(),
  }),
});

/** OPERATIONS.md. */
export const getEarnDepositStatus = query({
  path: 'get_earn_deposit_status',
  summary: 'Show the state of an earn deposit',
  parameters: z.strictObject({ depositRequestId: id('Request', 'earnDeposit') }),
  output: z.looseObject({
    status: earnStatus,
    depositTxHash: z.string().optional(),
    error: z.string().optional(),
  }),
});

/** OPERATIONS.md. */
export const getEarnWithdrawStatus = query({
  path: 'get_earn_withdraw_status',
  summary: 'Show the state of an earn withdrawal',
  parameters: z.strictObject({ withdrawRequestId: id('Request', 'earnWithdrawal') }),
  output: z.looseObject({
    status: earnStatus,
    withdrawTxHash: z.string().optional(),
    error: z.string().optional(),
  }),
});

/** OPERATIONS.md, v1EarnEnabledVault: what this service knows of a vault. */
export const listEarnEnabledVaults = query({
  path: 'list_earn_enabled_vaults',
  summary: 'List earn wrappers',
  parameters: z.strictObject({
    provider: earnProvider().nullish(),
    caip19: z.string().min(1).max(255).nullish().meta({ label: 'Asset', hint: 'CAIP-19' }),
    includeExposure: z.boolean().nullish().meta({ label: 'Include exposure' }),
  }),
  output: z.looseObject({
    enabledVaults: z
      .array(
        z.looseObject({
          vaultAddress: z.string().optional(),
          wrapperAddress: z.string().optional(),
          totalDeposited: z.string().optional(),
          clientFeeBps: z.string().optional(),
          depositsDisabled: z.boolean().optional(),
          clientFeeWallet: z.string().optional(),
          deployStatus: z.string().optional(),
          deployRequestId: z.string().optional(),
        }),
      )
      .optional(),
  }),
});

/** OPERATIONS.md, v1EarnPosition. */
export const listEarnPositions = query({
  path: 'list_earn_positions',
  summary: 'List earn positions',
  parameters: z.strictObject({ walletAddress: ethereumAddress('Wallet') }),
  output: z.looseObject({
    positions: z
      .array(
        z.looseObject({
          vaultAddress: z.string().optional(),
          wrapperAddress: z.string().optional(),
          currentValue: z.string().optional(),
          totalDeposited: z.string().optional(),
          totalWithdrawn: z.string().optional(),
          depositsDisabled: z.boolean().optional(),
        }),
      )
      .optional(),
  }),
});
