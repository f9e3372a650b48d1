import type { z } from 'zod';
import type { Chain } from '#chains/chains.ts';
import type { KeyToSign } from '#chains/model/chain.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { PreviewContext, PreviewParts } from './preview-maker.ts';

/** The name of the contact that has an address, or of the organization's object that has an ID; undefined for any other. */
export interface NameOf {
  (address: string): string | undefined;
  /** Every address of a contact: theirs are also accounts that are derived from one. */
  readonly contacts?: readonly string[] | undefined;
  /** The key that signs a transaction: what comes back to it goes to nobody else. Undefined where it isn't known. */
  readonly signerOf?: ((chain: Chain, signWith: string) => KeyToSign | undefined) | undefined;
}

/** What a list says of a request, and what it is found by beside that. */
export interface RequestLine {
  readonly title: string;
  /** Who gets something: whole addresses, each once. */
  readonly recipients: readonly string[];
  /** All addresses that are named, the recipients first: whole, where the title shortens them. */
  readonly addresses: readonly string[];
  /** Texts that the request carries for its readers. */
  readonly memos: readonly string[];
}

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
  /** One line for lists of activities, read from the intent; the operation's summary with its objects' names without it. */
  title?(parameters: z.output<P>, nameOf?: NameOf): string;
  /** In place of `title`, where the intent names addresses: all of it out of one reading. */
  line?(parameters: z.output<P>, nameOf?: NameOf): RequestLine;
  /** The title for an intent that the operation does not take; the summary without it. */
  readonly untitled?: string;
}

type SubmitOf<Resource> = Extract<Resource[keyof Resource], SubmitOperation>;

/** The views of all submit operations of one file of the catalogue, by path: one that is missing does not compile. */
export type ViewsOf<Resource> = {
  readonly [O in SubmitOf<Resource> as O['path']]: OperationView<O['parameters']>;
};
