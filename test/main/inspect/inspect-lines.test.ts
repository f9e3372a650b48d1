import { describe, expect, it } from 'vitest';
import { parseEther, serializeTransaction } from 'viem';
import { firstOf } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import { systemClock } from '#main/platform/clock.ts';
import { inspectLines } from '#main/inspect/inspect-lines.ts';

const OURS = {
  name: 'Treasury hot',
  publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' }],
};
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const STRANGER = '0x1bD939EcF56eD246C5F5c0191E690D59A2806122';

const transfer = (nonce: number, ether: string, to: `0x${string}` = STRANGER): object => ({
  operation: 'sign_transaction',
  parameters: {
    signWith: OURS.addresses[0]?.address,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction: serializeTransaction({
      chainId: 1,
      nonce,
      to,
      value: parseEther(ether),
      gas: 21_000n,
      maxFeePerGas: 30_000_000_000n,
      maxPriorityFeePerGas: 1n,
    }),
  },
});

const allowance = {
  operation: 'sign_transaction',
  parameters: {
    signWith: OURS.addresses[0]?.address,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction: serializeTransaction({
      chainId: 1,
      nonce: 9,
      to: USDC,
      gas: 90_000n,
      maxFeePerGas: 30_000_000_000n,
      maxPriorityFeePerGas: 1n,
      data: `0x095ea7b3${STRANGER.slice(2).toLowerCase().padStart(64, '0')}${999_999_000_000n.toString(16).padStart(64, '0')}`,
    }),
  },
};

interface Output {
  readonly sentence: string;
  readonly facts: readonly { readonly label: string; readonly value: string; readonly note?: string }[];
  readonly warnings: readonly { readonly code: string; readonly severity: string; readonly title: string }[];
  readonly blind: boolean;
  readonly needsConfirmation: boolean;
  readonly refused?: { readonly code: string; readonly message: string };
}

async function inspect(...lines: readonly (object | string)[]): Promise<Output[]> {
  return inspectWith(firstOf(), ...lines);
}

async function inspectWith(
  interfaces: ReturnType<typeof firstOf>,
  ...lines: readonly (object | string)[]
): Promise<Output[]> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const found: Output[] = [];
  for await (const line of inspectLines(
    (async function* () {
      for (const text of texts) yield await Promise.resolve(text);
    })(),
    interfaces,
    systemClock,
  ))
    found.push(JSON.parse(line) as Output);
  return found;
}

describe('inspect', () => {
  it('attack: one spender in twenty approvals is another', async () => {
    const other = STRANGER.slice(2).toLowerCase();
    const approve = (nonce: number, spender: string): object => {
      const { unsignedTransaction } = allowance.parameters;
      const parameters = {
        ...allowance.parameters,
        unsignedTransaction: unsignedTransaction.replace(other, spender),
      };
      return {
        ...allowance,
        parameters: {
          ...parameters,
          unsignedTransaction: parameters.unsignedTransaction.replace(
            /^0x02(..)0109/,
            `0x02$101${nonce.toString(16).padStart(2, '0')}`,
          ),
        },
      };
    };
    const requests = Array.from({ length: 20 }, (_, at) =>
      approve(at + 10, at === 7 ? other : '5a'.repeat(20)),
    );
    const [card] = await inspect({ requests, ours: [OURS] });
    expect(card?.refused).toBeUndefined();
    expect(card?.warnings.map(({ code }) => code)).toContain('BATCH_RARE_RECIPIENT');
    expect(card?.facts.some(({ label, value }) => label === 'Recipient' && value === STRANGER)).toBe(true);
  });

  it('goes on after a line that breaks a reader, and says so in its place', async () => {
    const broken = new Proxy(firstOf(), {
      get: () => () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    });
    const [first, second] = await inspectWith(broken, { ...allowance, ours: [OURS] }, 'no JSON');
    expect(first?.refused?.code).toBe('INTERNAL');
    expect(second?.refused?.code).toBe('INPUT_INVALID');
  });

  it('writes the card of a transfer, with addresses whole and nothing to tick', async () => {
    const [card] = await inspect({ ...transfer(4, '1.5'), ours: [OURS] });
    expect(card?.refused).toBeUndefined();
    expect(card?.sentence).toContain('1.5');
    expect(card?.sentence).toContain(STRANGER);
    expect(card?.facts.some(({ value }) => value === OURS.addresses[0]?.address)).toBe(true);
    expect(card).toMatchObject({ blind: false, needsConfirmation: false });
  });

  it('answers each line in order, and refuses what the console would refuse', async () => {
    const answers = await inspect(
      'not JSON',
      { operation: 'sign_transaction' },
      { requests: [] },
      { operation: 'no_such_operation', parameters: {} },
      { ...transfer(1, '1') },
      { ...transfer(1, '1'), ours: [OURS] },
    );
    expect(answers.map(({ refused }) => refused?.code)).toEqual([
      'INPUT_INVALID',
      'INPUT_INVALID',
      'INPUT_INVALID',
      'OPERATION_UNKNOWN',
      'SIGN_WITH_UNKNOWN',
      undefined,
    ]);
  });

  it('knows own keys by addresses alone', async () => {
    const { name, addresses } = OURS;
    const [card] = await inspect({ ...transfer(1, '1'), ours: [{ name, addresses }] });
    expect(card?.refused).toBeUndefined();
  });

  it('writes one card for a batch, with the spender of an allowance among payments', async () => {
    const [card] = await inspect({
      requests: [transfer(1, '1'), transfer(2, '1.1'), allowance],
      ours: [OURS],
    });
    expect(card?.refused).toBeUndefined();
    expect(JSON.stringify(card)).toContain(STRANGER);
  });

  it('refuses a batch by its first wrong line', async () => {
    const [answer] = await inspect({
      requests: [transfer(1, '1'), { operation: 'approve_activity', parameters: {} }],
      ours: [OURS],
    });
    expect(answer?.refused).toMatchObject({ code: 'BATCH_INVALID' });
    expect(answer?.refused?.message).toMatch(/^Request 2, operation: /);
  });

  it('says that a vote cannot be previewed without the service', async () => {
    const [answer] = await inspect({
      operation: 'approve_activity',
      parameters: { fingerprint: `sha256:${'ab'.repeat(32)}` },
    });
    expect(answer?.refused?.code).toBe('ACTIVITY_NOT_WAITING');
  });
});
