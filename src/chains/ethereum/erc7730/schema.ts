import { z } from 'zod';
import { AppError } from '#protocol/error.ts';
import { findInvisible } from '#protocol/invisible-characters.ts';
import { parseAddress } from '../model/address.ts';
import { ethereumError } from '../model/errors.ts';

const name = z.string().min(1).max(100);
export const text = z
  .string()
  .min(1)
  .max(200)
  .refine(
    (words) => findInvisible(words).length === 0 && !words.includes('\n'),
    'holds characters that cannot be seen',
  );
export const path = z.string().min(1).max(200);
const address = z.string().transform((given, context) => {
  try {
    return parseAddress(given);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.addIssue({ code: 'custom', message: 'is no address, or its checksum does not hold' });
    return z.NEVER;
  }
});
const deployment = z.strictObject({ chainId: z.int().min(1), address });
const deployments = z.array(deployment).min(1).max(2000);

/** A field as it is written: whole, referring to a definition, or a group of fields under a path. */
const entry = z.record(z.string(), z.unknown());
export type DescriptorEntry = z.output<typeof entry>;

const constant = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);

/** A descriptor (ERC-7730, versions 1 and 2) after its includes: the members that are read, and no others. */
export const descriptorSchema = z.strictObject({
  $schema: z.string().optional(),
  $comment: z.string().optional(),
  context: z.strictObject({
    $id: text.optional(),
    contract: z
      .strictObject({ $id: text.optional(), deployments, abi: z.array(z.unknown()).optional() })
      .optional(),
    eip712: z
      .strictObject({
        deployments,
        domain: z
          .strictObject({
            name: text.optional(),
            version: text.optional(),
            chainId: z.int().min(1).optional(),
            verifyingContract: address.optional(),
          })
          .optional(),
        schemas: z
          .array(z.strictObject({ primaryType: name, types: z.unknown() }))
          .max(64)
          .optional(),
      })
      .optional(),
  }),
  metadata: z
    .strictObject({
      owner: text.optional(),
      contractName: text.optional(),
      info: z.looseObject({}).optional(),
      // The name and decimals of a token come from the local list, never from a descriptor.
      token: z.looseObject({}).optional(),
      constants: z.record(name, constant).optional(),
      enums: z.record(name, z.record(z.string().max(80), text)).optional(),
    })
    .default({}),
  display: z.strictObject({
    definitions: z.record(name, entry).optional(),
    formats: z.record(
      z.string().min(1).max(4000),
      z.strictObject({
        $id: text.optional(),
        intent: z.union([
          text,
          z
            .record(text, text)
            .transform((parts) =>
              Object.entries(parts)
                .map((part) => part.join(': '))
                .join(', '),
            )
            .pipe(text),
        ]),
        interpolatedIntent: text.optional(),
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

/** The error for the first of what zod found. @param what what it found it in, with its place */
export function schemaError(
  file: string,
  { issues: [issue] }: z.ZodError,
  where: string,
  what: string,
): AppError {
  const place = [where, ...(issue?.path.map(String) ?? [])].filter((part) => part !== '').join('.');
  return descriptorError(file, place, `${what} (${issue?.message ?? ''})`);
}

/** A contract on a chain that a descriptor is for. */
export interface Deployment {
  readonly chainId: bigint;
  readonly address: `0x${string}`;
}
