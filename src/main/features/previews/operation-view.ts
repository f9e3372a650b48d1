import type { z } from 'zod';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { PreviewContext, PreviewParts } from './preview-maker.ts';

/** The name of the contact that has an address; undefined for any other address. */
export type NameOf = (address: string) => string | undefined;

/** Says what a request of one operation would do; gets its parameters as the operation's schema gives them. */
export type PreviewOf<O extends SubmitOperation> = (
  parameters: z.output<O['parameters']>,
  context: PreviewContext,
) => Promise<PreviewParts>;

/** How the console shows one operation, by the schema of its parameters. Methods, so that a view can be looked up without knowing which it is. */
export interface OperationView<P extends z.ZodType = z.ZodType> {
  /** What the card says before a request is stamped. */
  preview(parameters: z.output<P>, context: PreviewContext): Promise<PreviewParts>;
  /** What the preview is read out of, its texts with it; of every other operation parameters are looked through as they are. */
  readonly reads?: 'transaction' | 'payload';
  /** One line for lists of activities, read from the intent; the operation's summary without it. */
  title?(parameters: z.output<P>, nameOf?: NameOf): string;
  /** The line for an intent that the operation does not take; the summary without it. */
  readonly untitled?: string;
}

type SubmitOf<Resource> = Extract<Resource[keyof Resource], SubmitOperation>;

/** The views of all submit operations of one file of the catalogue, by path: one that is missing does not compile. */
export type ViewsOf<Resource> = {
  readonly [O in SubmitOf<Resource> as O['path']]: OperationView<O['parameters']>;
};
