import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { linesOf } from '#main/inspect/inspect-lines.ts';

async function split(...chunks: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const line of linesOf(Readable.from(chunks) as AsyncIterable<string>)) found.push(line);
  return found;
}

it('attack: a carriage return inside a line is answered as two', async () => {
  expect(await split('{"operation":\r"a"}\r\n{"b":1}')).toEqual(['{"operation":\r"a"}\r', '{"b":1}']);
});

it('joins lines over pieces, whatever marks of other alphabets they hold', async () => {
  expect(await split('a\u2028', 'b\n', '\nc', 'd\ne')).toEqual(['a\u2028b', '', 'cd', 'e']);
  expect(await split()).toEqual(['']);
});

it('takes a line of many pieces', async () => {
  const [line] = await split(...Array.from({ length: 20_000 }, () => 'x'.repeat(500)), '\n');
  expect(line).toHaveLength(10_000_000);
});
