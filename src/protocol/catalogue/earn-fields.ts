import { z } from 'zod';

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
