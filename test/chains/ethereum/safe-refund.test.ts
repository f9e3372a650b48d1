import { describe, expect, it } from 'vitest';
import { readTypedData } from '#chains/ethereum/typed-data/read-typed-data.ts';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText, type DecodedTransaction } from '#chains/model/decoded.ts';
import { OTHER, SIGNER, USDC, encode, unsigned } from './unsigned.ts';

const SAFE = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const ZERO = `0x${'0'.repeat(40)}`;
const send = encode('transfer(address,uint256)', OTHER, 1_000_000n);

interface Refund {
  readonly safeTxGas: bigint;
  readonly baseGas: bigint;
  readonly gasPrice: bigint;
  readonly gasToken: string;
  readonly refundReceiver: string;
}
/** A million USDC for a hundred thousand gas. */
const MILLION: Refund = {
  safeTxGas: 60_000n,
  baseGas: 40_000n,
  gasPrice: 10_000_000n,
  gasToken: USDC,
  refundReceiver: OTHER,
};
const execution = ({ safeTxGas, baseGas, gasPrice, gasToken, refundReceiver }: Refund) =>
  encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[USDC, 0n, send, 0, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, '0x'],
  );
const executed = (changes: Partial<Refund> = {}, own: string[] = [SAFE]) =>
  readTransaction(
    'TRANSACTION_TYPE_ETHEREUM',
    unsigned({ to: SAFE, data: execution({ ...MILLION, ...changes }) }),
    { from: { address: SIGNER }, ownAddresses: own },
  );

const TYPES = [
  ...[
    ['to', 'address'],
    ['value', 'uint256'],
    ['data', 'bytes'],
    ['operation', 'uint8'],
    ['safeTxGas', 'uint256'],
  ],
  ...[
    ['baseGas', 'uint256'],
    ['gasPrice', 'uint256'],
    ['gasToken', 'address'],
    ['refundReceiver', 'address'],
  ],
  ['nonce', 'uint256'],
].map(([name, type]) => ({ name, type }));
const confirmed = (changes: Partial<Refund> = {}) => {
  const { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = { ...MILLION, ...changes };
  const data = {
    types: {
      EIP712Domain: [
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      SafeTx: TYPES,
    },
    primaryType: 'SafeTx',
    domain: { chainId: 1, verifyingContract: SAFE },
    message: {
      ...{ to: USDC, value: '0', data: send, operation: 0, nonce: '1', gasToken, refundReceiver },
      ...{ safeTxGas: `${safeTxGas}`, baseGas: `${baseGas}`, gasPrice: `${gasPrice}` },
    },
  };
  return readTypedData(JSON.stringify(data), { address: SIGNER });
};

const refund = ({ warnings }: DecodedTransaction) => warnings.find(({ code }) => code === 'SAFE_REFUND');
const value = ({ facts }: DecodedTransaction, name: string) =>
  facts.find(({ label }) => label === name)?.value;

describe('the refund that a Safe pays', () => {
  it.each([
    ['execTransaction', executed],
    ['a confirmation as typed data', confirmed],
  ])('attack: 1,000,000 USDC beside a payment of 1 USDC, by %s', (_name, read) => {
    const reading = read();
    expect(sentenceText(reading.sentence)).toBe(
      `From the Safe ${SAFE}: send 1.00 USDC to ${OTHER}, and pay a refund of up to 1,000,000.00 USDC to ${OTHER}`,
    );
    expect(refund(reading)).toMatchObject({
      severity: 'danger',
      title: 'The Safe pays a refund of up to 1,000,000.00 USDC',
    });
    expect(value(reading, 'Max refund')).toBe('1,000,000.00 USDC');
    expect(value(reading, 'Refund to')).toBe(OTHER);
  });

  it('is counted in what leaves the operator’s addresses', () => {
    const [usdc] = executed().totals?.assets ?? [];
    expect(usdc?.out).toBe((1_000_000_000_000n + 1_000_000n).toString());
  });

  it('is in the sentence where the Safe is not known, too', () => {
    const text = sentenceText(executed({}, []).sentence);
    expect(text).toBe(
      `Asks the unknown contract ${SAFE} to “execTransaction”: send 1.00 USDC to ${OTHER}, and pay a refund of up to 1,000,000.00 USDC to ${OTHER}`,
    );
  });

  it('is a caution where it is no more than gas may cost, and nothing where there is none', () => {
    const small = executed({ gasPrice: 10n ** 9n, gasToken: ZERO, refundReceiver: ZERO });
    expect([refund(small)?.severity, value(small, 'Refund to')]).toEqual([
      'caution',
      'whoever sends the transaction',
    ]);
    expect(value(small, 'Max refund')).toBe('0.0001 ETH');
    const none = executed({ gasPrice: 0n });
    expect([refund(none), value(none, 'Max refund')]).toEqual([undefined, undefined]);
  });

  it('attack: in a token that no list has, any amount needs the tick', () => {
    expect(refund(executed({ gasToken: OTHER, gasPrice: 1n }))?.severity).toBe('danger');
  });
});
