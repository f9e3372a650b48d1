import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { AppError } from '#protocol/error.ts';
import { ServiceRefusal } from '../../service-client/service-refusal.ts';
import type { PreviewMaker, PreviewParts, PreviewReads } from './preview-maker.ts';

/** A request to be read: its operation and its parameters as they were stamped or echoed. */
export interface Readable {
  readonly operation: SubmitOperation | undefined;
  readonly parameters: unknown;
}

/**
 * Reads a request again on this machine, as its own preview would.
 * @returns undefined for one that cannot be read: an unknown type, other parameters, a transaction that is none
 * @throws ServiceError when the service cannot be asked for what the reading needs
 */
export async function readIntent(
  { operation, parameters }: Readable,
  makerOf: (operation: SubmitOperation) => PreviewMaker,
  reads: PreviewReads,
): Promise<PreviewParts | undefined> {
  const parsed = operation?.parameters.safeParse(parameters);
  if (operation === undefined || parsed?.success !== true) return undefined;
  try {
    return await makerOf(operation)(parsed.data, { operation, ...reads });
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof ServiceRefusal) throw error;
    return undefined;
  }
}
