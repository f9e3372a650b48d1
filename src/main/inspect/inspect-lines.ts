import type { ContractInterfaces } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import { AppError } from '#protocol/error.ts';
import type { Clock } from '../platform/clock.ts';
import type { CardText } from '../features/previews/card-text.ts';
import { inspectCard } from './inspect-card.ts';
import { readInspectInput } from './inspect-input.ts';

/**
 * The lines of a stream, each ended by a line feed, as JSON lines are. A carriage return is white space of JSON and ends
 * none: what it stands in would be answered twice.
 * @param chunks text in pieces of any length
 */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  // Pieces of a line are joined once, so that a long one is not copied with every piece.
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    pieces.push(first);
    for (const other of others) {
      yield pieces.join('');
      pieces = [other];
    }
  }
  yield pieces.join('');
}

interface Refusal {
  readonly refused: { readonly code: string; readonly message: string };
}
/** What one line of input comes to. */
type InspectOutput = CardText | Refusal;

/**
 * Answers each line of input by one line of output, in order; empty lines have none.
 * @param lines JSON, as {@link readInspectInput} takes it
 * @returns JSON, each without a line break inside
 */
export async function* inspectLines(
  lines: AsyncIterable<string>,
  interfaces: ContractInterfaces,
  clock: Clock,
): AsyncGenerator<string> {
  for await (const line of lines) {
    if (line.trim() !== '') yield JSON.stringify(await answer(line, interfaces, clock));
  }
}

async function answer(line: string, interfaces: ContractInterfaces, clock: Clock): Promise<InspectOutput> {
  try {
    return await inspectCard(readInspectInput(line), interfaces, clock);
  } catch (error) {
    return { refused: refusalOf(error) };
  }
}

/** A fault of the console costs its own line, not those after it. */
const refusalOf = (error: unknown): Refusal['refused'] =>
  error instanceof AppError
    ? { code: error.code, message: error.message }
    : { code: 'INTERNAL', message: `The card could not be made: ${String(error)}` };
