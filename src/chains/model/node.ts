import { z } from 'zod';
import { AppError } from '#protocol/error.ts';
import { formatUnits } from './amounts.ts';
import { nodeError } from './node-errors.ts';
import { type TransferField, readUnits } from './transfer.ts';

/** One question to a node, over HTTP. */
export interface NodeQuestion {
  /** What it is called in words about it: the method, or the path's name. */
  readonly name: string;
  /** Behind the node's address; empty, or with a slash in front. */
  readonly path: string;
  /** What is posted, as JSON; without it the question is a GET. */
  readonly body?: object;
  /** A text is not read as JSON. */
  readonly isText?: true;
}

/** Whose values are asked for. */
export interface NodeAccount {
  /** As the form calls it. */
  readonly network: string;
  /** What the chain calls it, for people. */
  readonly networkName: string;
  readonly address: string;
}

/** What a node says, as far as anything of it is taken. */
export interface Node {
  /** @returns the JSON that it answered, or the text @throws AppError */
  readonly ask: (question: NodeQuestion) => Promise<unknown>;
  /** Reads an answer as one of a file is read; null for the answer to another question. */
  readonly read: (answer: unknown) => Readonly<Record<string, string>> | null;
}

/** What is told beside the values: why a field was left alone. */
export type NodeRemark =
  /** The node wants more than is taken from a node unseen. */
  | { readonly kind: 'tooHigh'; readonly field: string; readonly said: string; readonly most: string }
  /** The node didn't say it. */
  | { readonly kind: 'unanswered'; readonly field: string }
  /** Coins that aren't in a block yet, and are left out. */
  | { readonly kind: 'unconfirmed'; readonly count: number }
  /** The node knows no coins that are in a block. */
  | { readonly kind: 'noCoins' }
  /** It takes more than is asked of a node at once. */
  | { readonly kind: 'tooMuch'; readonly field: string };

export interface NodeFindings {
  /** By the names of the form's fields. */
  readonly values: Readonly<Record<string, string>>;
  readonly remarks: readonly NodeRemark[];
}

/**
 * Asks a node what a payment of an account must know: first which network it is of, and nothing else where it is another.
 * @throws AppError `NODE_OTHER_NETWORK`, `NODE_ANSWER_INVALID`, and those of `ask`
 */
export type NodeReader = (account: NodeAccount, node: Node) => Promise<NodeFindings>;

const rpcAnswer = z.looseObject({
  id: z.literal(1),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** Asks by JSON-RPC 2.0. The texts of a node's errors are the node's, and not repeated. @throws AppError */
export async function askRpc(
  { ask }: Pick<Node, 'ask'>,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const parsed = rpcAnswer.safeParse(
    await ask({ name: method, path: '', body: { jsonrpc: '2.0', id: 1, method, params } }),
  );
  if (!parsed.success) throw unusable(method, 'it isn’t JSON-RPC');
  const { result, error } = parsed.data;
  if (error !== undefined && error !== null) throw unusable(method, 'it is an error');
  return result;
}

/** An answer that nothing is taken from. */
export const unusable = (question: string, why: string): Error =>
  nodeError('NODE_ANSWER_INVALID', { question, why });

/** Refuses a node of another network. @param found as it is told; the node's word, made short */
export function requireNetwork(isSame: boolean, found: string, { networkName }: NodeAccount): void {
  if (!isSame) throw nodeError('NODE_OTHER_NETWORK', { found, wanted: networkName });
}

/** More of a fee than so many times the usual one isn't taken from a node: it is told, and entered by hand. */
const MOST_TIMES = 10n;

/**
 * The highest fee that is taken from a node: ten times what stands in the form at first, or ten units where that is zero.
 * @returns in the unit's smallest parts
 */
export function mostOf(
  { initial }: TransferField,
  { decimals, unit }: { readonly decimals: number; readonly unit: string },
): bigint {
  const usual = readUnits(initial, { decimals, unit, most: 2n ** 64n });
  return MOST_TIMES * (usual === 0n ? 10n ** BigInt(decimals) : usual);
}

/**
 * A fee as the form has it, unless it is more than is taken from a node.
 * @param said in the unit's smallest parts, as `most`
 */
export function feeFrom(
  field: string,
  said: bigint,
  { decimals, most }: { readonly decimals: number; readonly most: bigint },
): NodeFindings {
  const words = formatUnits(said, decimals);
  if (said > most)
    return {
      values: {},
      remarks: [{ kind: 'tooHigh', field, said: words, most: formatUnits(most, decimals) }],
    };
  // The form takes no separators.
  return { values: { [field]: words.replaceAll(',', '') }, remarks: [] };
}

/** Several findings as one. */
export const together = (...findings: readonly NodeFindings[]): NodeFindings => ({
  values: Object.fromEntries(findings.flatMap(({ values }) => Object.entries(values))),
  remarks: findings.flatMap(({ remarks }) => remarks),
});

/** What was asked for and not said. */
export const unanswered = (...fields: readonly string[]): NodeFindings => ({
  values: {},
  remarks: fields.map((field) => ({ kind: 'unanswered', field })),
});

/** What a question that may stay without an answer brought. @throws what is no fault of the answer */
export async function unlessUnusable(
  found: Promise<NodeFindings>,
  ...fields: readonly string[]
): Promise<NodeFindings> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NODE_ANSWER_INVALID') return unanswered(...fields);
    throw error;
  }
}

/** The same words wherever a network is told by its first block. */
export const BY_GENESIS = 'by its first block';
