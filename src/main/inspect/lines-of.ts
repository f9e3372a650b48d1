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
