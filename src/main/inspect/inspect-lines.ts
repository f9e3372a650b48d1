import type { ContractInterfaces } from '../../protocol/chains/ethereum/interfaces/contract-interfaces.ts';
import { ProtocolError } from '../../protocol/error.ts';
import type { Clock } from '../clock.ts';
import type { CardText } from './card-text.ts';
import { inspectCard } from './inspect-card.ts';
import { readInspectInput } from './inspect-input.ts';

/** What one line of input comes to. */
type InspectOutput = CardText | { readonly refused: { readonly code: string; readonly message: string } };

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
    if (!(error instanceof ProtocolError)) throw error;
    return { refused: { code: error.code, message: error.message } };
  }
}
