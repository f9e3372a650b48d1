import type { CatalogueOperation, ResourceName } from './catalogue.ts';

/** An operation in words. */
export type OperationSummary = Pick<CatalogueOperation, 'path' | 'summary' | 'effect'> & {
  /** The file of the catalogue that declares it. */
  readonly resource: ResourceName;
};

declare const __OPERATION_SUMMARIES__: readonly OperationSummary[];

/**
 * Every operation in words. The build writes them in, out of the catalogue: with the schemas the window would load 40 kB
 * more, and build them all, before it shows anything.
 */
export const summaries = __OPERATION_SUMMARIES__;
