import { AbiCoder } from 'ethers';
import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import type { RecognisedAction } from '#chains/model/decoded.ts';
import { OTHER, SIGNER, ROUTER_12, USDC, encode, unsigned } from './unsigned.ts';

const CALLER = `0x${'0'.repeat(39)}1`;
const input = (types: readonly string[], ...values: readonly unknown[]) =>
  AbiCoder.defaultAbiCoder().encode(types, values);
const pay = (to: string, amount: bigint) => input(['address', 'address', 'uint256'], USDC, to, amount);
const plan = (commands: string, inputs: readonly string[]) => input(['bytes', 'bytes[]'], commands, inputs);

function run(commands: string, inputs: readonly string[]) {
  const hex = unsigned({ to: ROUTER_12, data: encode('execute(bytes,bytes[])', commands, inputs) });
  const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', hex, { from: { address: SIGNER } });
  return { hex, reading, commands: reading.actions[0]?.actions ?? [] };
}
const codes = ({ reading }: ReturnType<typeof run>) => reading.warnings.map(({ code }) => code);
const command = (action: RecognisedAction | undefined) =>
  action?.facts.find(({ label }) => label === 'Command');

describe('commands of a universal router', () => {
  it('names each command, marks its byte, and says whether the rest goes on without it', () => {
    const { hex, commands } = run('0x0584', [pay(CALLER, 5n), pay(CALLER, 6n)]);
    expect(commands.map((action) => command(action)?.value)).toEqual(['TRANSFER', 'SWEEP']);
    expect(commands.map((action) => command(action)?.note)).toEqual([
      '0x05',
      '0x84, the rest goes on where it fails',
    ]);
    const bytes = commands.flatMap((action) => command(action)?.ranges ?? []);
    expect(bytes.map(([from, to]) => hex.slice(2 + 2 * from, 2 + 2 * to))).toEqual(['05', '84']);
  });

  it('shows the input of a command that it cannot read whole, with its bytes', () => {
    const data = '0xc0ffee';
    const { hex, reading, commands } = run('0x10', [data]);
    const [shown] = commands[0]?.facts.filter(({ label }) => label === 'Input') ?? [];
    expect(shown?.value).toBe(data);
    expect(shown?.ranges?.map(([from, to]) => hex.slice(2 + 2 * from, 2 + 2 * to))).toEqual(['c0ffee']);
    expect(reading.blind).toBe(true);
  });

  it('attack: a payment to a stranger two plans deep is warned of at the top, and marked where it stands', () => {
    const inner = plan('0x05', [pay(OTHER, 5_000_000n)]);
    const found = run('0x21', [plan('0x21', [inner])]);
    expect(codes(found)).toEqual(['SWAP_RECIPIENT']);
    const payment = found.commands[0]?.actions[0]?.actions[0];
    expect(payment?.id).toBe('universalRouter.transfer');
    const ranges = payment?.facts.find(({ label }) => label === 'To')?.ranges ?? [];
    expect(ranges.map(([from, to]) => found.hex.slice(2 + 2 * from, 2 + 2 * to))).toEqual([
      OTHER.slice(2).toLowerCase(),
    ]);
  });

  it('attack: plans inside plans without end are not read, and said to be blind', () => {
    let inner = plan('0x05', [pay(CALLER, 1n)]);
    for (let depth = 0; depth < 20; depth += 1) inner = plan('0x21', [inner]);
    expect(run('0x21', [inner]).reading.blind).toBe(true);
  });

  it('attack: a payment behind more commands than are read makes the whole blind', () => {
    const many = Array.from({ length: 65 }, () => pay(CALLER, 1n));
    expect(run(`0x${'05'.repeat(64)}`, many.slice(1)).reading.blind).toBe(false);
    expect(codes(run(`0x${'05'.repeat(65)}`, many))).toContain('BLIND_SIGNING');
  });

  it('attack: bytes hidden behind the input of a known command keep it from being read', () => {
    const found = run('0x05', [`${pay(CALLER, 1n)}00`]);
    expect([found.reading.blind, found.commands[0]?.id]).toEqual([true, 'command.unread']);
  });

  it('attack: an input without a command is not passed over', () => {
    expect(codes(run('0x05', [pay(CALLER, 1n), pay(OTHER, 1n)]))).toContain('BLIND_SIGNING');
    expect(codes(run('0x', [pay(OTHER, 1n)]))).toContain('BLIND_SIGNING');
  });
});
