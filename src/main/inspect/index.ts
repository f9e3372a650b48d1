import { once } from 'node:events';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { AppError } from '#protocol/error.ts';
import { systemClock } from '../platform/clock.ts';
import { inspectInterfaces } from './inspect-reads.ts';
import { inspectLines, linesOf } from './inspect-lines.ts';

/** Standard output has one line for each line of standard input; what else is to be said goes to standard error. */
const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { abi: { type: 'string' }, descriptors: { type: 'string' } },
    strict: true,
  });
  const interfaces = await inspectInterfaces(values, (file, message) => say(`${file}: ${message}`));
  const lines = linesOf(process.stdin.setEncoding('utf8') as AsyncIterable<string>);
  for await (const line of inspectLines(lines, interfaces, systemClock)) {
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
  }
}

run().catch((error: unknown) => {
  say(error instanceof AppError ? `${error.message} ${error.remedy}` : String(error));
  process.exitCode = 1;
});
