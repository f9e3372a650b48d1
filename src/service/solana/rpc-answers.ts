import { z } from 'zod';

/** Integers come as bigint wherever they can outgrow a double. */
const integer = z.union([z.bigint(), z.number().int()]).transform(BigInt);
const count = z.union([z.bigint(), z.number().int()]).transform(Number).pipe(z.number().int().min(0));
const base58Text = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{1,1800}$|^$/);
const address = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
const confirmation = z.enum(['processed', 'confirmed', 'finalized']).nullish();

/** `getSignaturesForAddress`: newest first. */
export const signatureList = z
  .array(z.object({ signature, slot: count, confirmationStatus: confirmation }))
  .max(1000);

/** `getSignatureStatuses`: in the order of what was asked, null for what the node does not know. */
export const statusList = z.object({
  value: z.array(z.object({ confirmationStatus: confirmation }).nullable()),
});

/** `getBlock` without its transactions. */
export const blockAnswer = z.object({ blockhash: address, blockTime: integer.nullable() }).nullable();

const compiledInstruction = z.object({
  programIdIndex: count,
  accounts: z.array(count).max(256),
  data: base58Text,
});
export type CompiledInstruction = z.output<typeof compiledInstruction>;

const tokenBalance = z.object({
  accountIndex: count,
  mint: address,
  owner: address.optional(),
  uiTokenAmount: z.object({ decimals: count.pipe(z.number().max(255)) }),
});

/** `getTransaction` in the encoding `json`; null for what the node does not know. */
export const transactionAnswer = z
  .object({
    slot: count,
    meta: z.object({
      err: z.unknown(),
      fee: integer,
      innerInstructions: z
        .array(z.object({ index: count, instructions: z.array(compiledInstruction) }))
        .nullish(),
      preTokenBalances: z.array(tokenBalance).nullish(),
      postTokenBalances: z.array(tokenBalance).nullish(),
      loadedAddresses: z.object({ writable: z.array(address), readonly: z.array(address) }).nullish(),
    }),
    transaction: z.object({
      signatures: z.array(signature).min(1),
      message: z.object({
        accountKeys: z.array(address).min(1).max(256),
        header: z.object({ numRequiredSignatures: count, numReadonlySignedAccounts: count }),
        instructions: z.array(compiledInstruction),
      }),
    }),
  })
  .nullable();
export type TransactionAnswer = NonNullable<z.output<typeof transactionAnswer>>;
