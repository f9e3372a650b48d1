import { z } from 'zod';
import { ADDRESS_FORMATS } from '#protocol/catalogue/fields.ts';
import { consoleError } from '../platform/errors.ts';

/** A key of the operator's own, as a line of input names it. */
const ownKey = z.strictObject({
  name: z.string().min(1).max(255),
  /** Hex; compressed SEC1 for the ECDSA curves, 32 bytes for Ed25519. */
  publicKey: z
    .string()
    .regex(/^(?:[0-9a-f]{2}){32,65}$/i, 'a public key, as hex')
    .optional(),
  addresses: z
    .array(z.strictObject({ format: z.enum(ADDRESS_FORMATS), address: z.string().min(1) }))
    .default([]),
});
export type GivenKey = z.infer<typeof ownKey>;

const request = z.strictObject({ operation: z.string(), parameters: z.unknown() });
const ours = z.array(ownKey).default([]);

const one = z.strictObject({ ...request.shape, ours });
const several = z.strictObject({ requests: z.array(request).min(1), ours });
/** One line of input: a request, or several that one approval would cover. */
export type InspectInput = z.infer<typeof one> | z.infer<typeof several>;

/**
 * Reads one line of input.
 * @param line JSON (RFC 8259)
 * @throws AppError `INPUT_INVALID`
 */
export function readInspectInput(line: string): InspectInput {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw consoleError('INPUT_INVALID.notJson', { cause });
  }
  const isSeveral = typeof value === 'object' && value !== null && 'requests' in value;
  const parsed = (isSeveral ? several : one).safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  throw consoleError('INPUT_INVALID.line', { where, why: issue?.message ?? 'Wrong shape' });
}
