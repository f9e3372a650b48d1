import { entryPoint06Address, entryPoint07Address, entryPoint08Address } from 'viem/account-abstraction';
import { describe, expect, it } from 'vitest';
import { entryPointVersion } from '#chains/ethereum/entry-points.ts';
import { readTransaction } from '#chains/chains.ts';
import type { RecognisedAction } from '#chains/model/decoded.ts';
import { OTHER, SIGNER, STRANGE, USDC, encode, unsigned } from './unsigned.ts';

const ACCOUNT = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const operation6 = '(address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)';
const packed = '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)';
const send = encode('transfer(address,uint256)', OTHER, 5_000_000n);
const execute = encode('execute(address,uint256,bytes)', USDC, 0n, send);
const paymaster = `${STRANGE}${'00'.repeat(15)}07${'00'.repeat(15)}05beef`;
const halves = (high: number, low: number) =>
  `0x${[high, low].map((half) => half.toString(16).padStart(32, '0')).join('')}`;

function read(to: string, data: string) {
  const hex = unsigned({ to, data });
  const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', hex, { from: { address: SIGNER } });
  const operation = reading.actions[0]?.actions[0];
  return { hex, reading, operation };
}
const fact = (action: RecognisedAction | undefined, label: string) =>
  action?.facts.find((candidate) => candidate.label === label);
const bytesOf = (hex: string, action: RecognisedAction | undefined, label: string) =>
  fact(action, label)?.ranges?.map(([from, to]) => hex.slice(2 + 2 * from, 2 + 2 * to));

describe('operations of smart accounts', () => {
  it.each([
    [entryPoint06Address, '0.6'],
    [entryPoint07Address, '0.7'],
    [entryPoint08Address, '0.8'],
  ])('knows the EntryPoint %s', (address, version) => {
    expect(entryPointVersion(address)).toBe(version);
  });

  it('tells what an operation of version 0.6 costs at most, with three times the gas where a paymaster checks', () => {
    const operation = (by: string) => [ACCOUNT, 3n, '0x', execute, 100n, 50n, 10n, 10n ** 9n, 1n, by, '0x'];
    const data = (by: string) => encode(`handleOps(${operation6}[],address)`, [operation(by)], SIGNER);
    const own = read(entryPoint06Address, data('0x')).operation;
    expect(fact(own, 'Costs at most')).toMatchObject({
      value: '0.00000016 ETH',
      note: 'out of the deposit of the account',
    });
    const sponsored = read(entryPoint06Address, data(paymaster)).operation;
    expect(fact(sponsored, 'Costs at most')).toMatchObject({
      value: '0.00000026 ETH',
      note: 'out of the deposit of the paymaster',
    });
  });

  it('takes the packed form of version 0.7 apart, paymaster and factory included', () => {
    const operation = [
      ACCOUNT,
      3n,
      `${OTHER}c0de`,
      execute,
      halves(50, 100),
      10n,
      halves(1, 10 ** 9),
      paymaster,
      '0x',
    ];
    const data = encode(`handleOps(${packed}[],address)`, [operation], SIGNER);
    const { hex, operation: found } = read(entryPoint07Address, data);
    expect(fact(found, 'Costs at most')?.value).toBe('0.000000172 ETH');
    expect(fact(found, 'Paid by')?.value).toBe(STRANGE);
    expect(bytesOf(hex, found, 'Paid by')).toEqual([STRANGE.slice(2).toLowerCase()]);
    expect(bytesOf(hex, found, 'Data for the paymaster')).toEqual([paymaster.slice(42).toLowerCase()]);
    expect(bytesOf(hex, found, 'Account made by')).toEqual([OTHER.slice(2).toLowerCase()]);
    expect(fact(found, 'Data for its making')?.value).toBe('0xc0de');
    expect(found?.actions[0]?.actions[0]?.id).toBe('erc20.transfer');
  });

  it('says that an account has its code by delegation', () => {
    const operation = [ACCOUNT, 3n, '0x7702', execute, halves(1, 1), 1n, halves(1, 1), '0x', '0x'];
    const data = encode(`handleOps(${packed}[],address)`, [operation], SIGNER);
    expect(fact(read(entryPoint08Address, data).operation, 'Account code')?.value).toBe(
      'by delegation (EIP-7702)',
    );
  });

  it('attack: an unlimited approval three calls deep in an operation is warned of at the top', () => {
    const approve = encode('approve(address,uint256)', STRANGE, 2n ** 256n - 1n);
    const batch = encode(
      'executeBatch(address[],uint256[],bytes[])',
      [USDC, USDC],
      [0n, 0n],
      [send, approve],
    );
    const operation = [ACCOUNT, 3n, '0x', batch, halves(1, 1), 1n, halves(1, 1), '0x', '0x'];
    const { reading } = read(
      entryPoint07Address,
      encode(`handleOps(${packed}[],address)`, [operation], SIGNER),
    );
    expect(reading.warnings.map(({ code }) => code)).toEqual(['UNLIMITED_APPROVAL']);
    expect(reading.blind).toBe(false);
  });

  it('attack: an operation in the form of one version, handed to a reader of the other, is not read', () => {
    const operation = [ACCOUNT, 3n, '0x', execute, halves(1, 1), 1n, halves(1, 1), '0x', '0x'];
    const data = encode(`handleOps(${packed}[],address)`, [operation], SIGNER);
    const { reading } = read(entryPoint06Address, `0x1fad948c${data.slice(10)}`);
    expect([reading.blind, reading.actions[0]?.id]).toEqual([true, 'call.malformed']);
  });
});
