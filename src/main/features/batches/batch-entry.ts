import type { AppError } from '#protocol/error.ts';
import { batchError } from './errors.ts';

/** Why a line of a batch's file will not do: which member of it, and what is wrong. */
export interface BatchProblem {
  /** Of the file, from 1. */
  readonly line: number;
  /** A path such as `parameters.signWith`; empty for the line as a whole. */
  readonly field: string;
  readonly message: string;
}

/** One request as the file has it, before it is checked. */
export interface BatchEntry {
  /** Where it stands in the file, from 1. */
  readonly line: number;
  /** The path or the `ACTIVITY_TYPE_*` of an operation. */
  readonly operation: string;
  readonly parameters: unknown;
  /** What the file calls it. */
  readonly reference: string | null;
}

/** A line that holds a request, or why it holds none. */
export type BatchLine = { readonly entry: BatchEntry } | { readonly problem: BatchProblem };

/** The longest line, in characters. */
export const LINE_LIMIT = 1 << 20;

/** The file as a whole is no batch. */
export const batchInvalid = (message: string, cause?: unknown): AppError =>
  batchError('BATCH_INVALID', { message, cause });
