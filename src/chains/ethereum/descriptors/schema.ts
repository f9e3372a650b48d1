import { z } from 'zod';
import { AppError } from '#protocol/error.ts';
import { findInvisible } from '#protocol/invisible-characters.ts';
import { parseAddress } from '../address.ts';
import { ethereumError } from '../errors.ts';

const name = z.string().min(1).max(100);
const text = z
  .string()
  .min(1)
  .max(200)
  .refine(
    (words) => findInvisible(words).length === 0 && !words.includes('\n'),
    'holds characters that cannot be seen',
  );
const path = z.string().min(1).max(200);
const address = z.string().transform((given, context) => {
  try {
    return parseAddress(given);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.addIssue({ code: 'custom', message: 'is no address, or its checksum does not hold' });
    return z.NEVER;
  }
});
const deployments = z
  .array(z.strictObject({ chainId: z.int().min(1), address }))
  .min(1)
  .max(200);

const field = { $id: text.optional(), path, label: text };

/** One value that is shown: where it stands, what it is called, and how it is written. */
export const fieldSchema = z.discriminatedUnion('format', [
  z.strictObject({ ...field, format: z.literal('raw') }),
  z.strictObject({ ...field, format: z.literal('amount') }),
  z.strictObject({
    ...field,
    format: z.literal('tokenAmount'),
    params: z.strictObject({
      tokenPath: path.optional(),
      token: path.optional(),
      nativeCurrencyAddress: z.union([path, z.array(path)]).optional(),
      threshold: path.optional(),
      message: text.optional(),
    }),
  }),
  z.strictObject({
    ...field,
    format: z.literal('addressName'),
    // Where a name could be looked up: none is.
    params: z.strictObject({ types: z.array(name).optional(), sources: z.array(name).optional() }).optional(),
  }),
  z.strictObject({
    ...field,
    format: z.literal('date'),
    params: z.strictObject({ encoding: z.literal('timestamp') }),
  }),
  z.strictObject({ ...field, format: z.literal('duration') }),
  z.strictObject({ ...field, format: z.literal('enum'), params: z.strictObject({ $ref: path }) }),
  z.strictObject({
    ...field,
    format: z.literal('unit'),
    params: z.strictObject({ base: text, decimals: z.int().min(0).max(77).optional() }),
  }),
  z.strictObject({
    ...field,
    format: z.literal('calldata'),
    params: z.strictObject({ calleePath: path.optional(), callee: path.optional() }),
  }),
]);
export type Field = z.output<typeof fieldSchema>;

/** A field as it is written: whole, referring to a definition, or a group of fields under a path. */
const entry = z.record(z.string(), z.unknown());

/** A descriptor (ERC-7730, version 1): the members that are read, and no others. */
export const descriptorSchema = z.strictObject({
  $schema: z.string().optional(),
  context: z.strictObject({
    $id: text.optional(),
    contract: z.strictObject({ deployments, abi: z.array(z.unknown()).optional() }).optional(),
    eip712: z
      .strictObject({
        deployments,
        domain: z.strictObject({ name: text.optional(), version: text.optional() }).optional(),
        schemas: z
          .array(z.strictObject({ primaryType: name, types: z.unknown() }))
          .min(1)
          .max(64),
      })
      .optional(),
  }),
  metadata: z
    .strictObject({
      owner: text.optional(),
      contractName: text.optional(),
      info: z.looseObject({}).optional(),
      constants: z.record(name, z.union([text, z.int()])).optional(),
      enums: z.record(name, z.record(z.string().max(80), text)).optional(),
    })
    .default({}),
  display: z.strictObject({
    definitions: z.record(name, entry).optional(),
    formats: z.record(
      z.string().min(1).max(2000),
      z.strictObject({
        $id: text.optional(),
        intent: text,
        fields: z.array(entry).max(64),
        required: z.array(path).optional(),
        excluded: z.array(path).optional(),
      }),
    ),
  }),
});
export type RawDescriptor = z.output<typeof descriptorSchema>;

/** Makes the error for a descriptor that breaks a rule. `where` is the path in its JSON. */
export const descriptorError = (file: string, where: string, why: string): AppError =>
  ethereumError('DESCRIPTOR_INVALID', { file, where: where === '' ? 'it' : where, why });
