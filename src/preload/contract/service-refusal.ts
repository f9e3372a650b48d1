import { z } from 'zod';

/** What the service said when it refused: the parts of its error body (PROTOCOL.md, section 7), each on its own. */
export const serviceRefusal = z.object({
  httpStatus: z.number().int(),
  /** The gRPC status code. */
  status: z.number().int(),
  errorCode: z.string(),
  /** Fields of the body that it would not take (`parameters.signWith`), and why. */
  fieldViolations: z.array(z.object({ field: z.string(), description: z.string() })),
});
export type RefusalBody = z.infer<typeof serviceRefusal>;
