import { TronWeb, utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { recipientsOf } from '#chains/model/recipients.ts';
import { readTron } from '#chains/tron/read-tron.ts';
import { tronTransfer } from '#chains/tron/transfer.ts';
import { problemsOf, requestOf } from '../transfer-request.ts';

const SENDER = TronWeb.address.fromHex('417e5f4552091a69125d5dfcb7b8c2659029395bdf');
const TO = TronWeb.address.fromHex('4170997970c51812dc3a010c7d01b50e0d17dc79c8');
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const BLOCK = `0000000004c4b40a1122334455667788${'99'.repeat(16)}`;
const NOW = 1_795_219_200_000;

const request = (changes: Parameters<typeof requestOf>[2] = {}) =>
  requestOf(tronTransfer, SENDER, { to: TO, ...changes, values: { block: BLOCK, ...changes.values } });
const problems = (changes?: Parameters<typeof requestOf>[2]) => problemsOf(tronTransfer, request(changes));

/** What tronweb writes for the same fields. */
function asTronweb(
  type: 'TransferContract' | 'TriggerSmartContract',
  value: object,
  feeLimit?: number,
): string {
  const written: unknown = utils.transaction.txJsonToPb({
    txID: '',
    raw_data_hex: '',
    visible: false,
    raw_data: {
      contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
      ref_block_bytes: 'b40a',
      ref_block_hash: '1122334455667788',
      expiration: NOW + 3_600_000,
      timestamp: NOW,
      ...(feeLimit === undefined ? {} : { fee_limit: feeLimit }),
    },
  });
  return utils.transaction.txPbToRawDataHex(written).toLowerCase();
}
const hex = (address: string): string => TronWeb.address.toHex(address);

describe('payments on Tron', () => {
  it.each([
    ['0.000001', 1],
    ['1', 1_000_000],
    ['9007199254.740991', Number.MAX_SAFE_INTEGER],
  ])('pay %s TRX in the bytes that tronweb writes', (amount, sun) => {
    const built = tronTransfer.build(request({ amount }));
    expect(built).toBe(
      asTronweb('TransferContract', { owner_address: hex(SENDER), to_address: hex(TO), amount: sun }),
    );
    expect(recipientsOf(readTron(built, { address: SENDER }))).toEqual([TO]);
  });

  it('pay tokens in the bytes that tronweb writes', () => {
    const built = tronTransfer.build(request({ amount: '1250.5', asset: USDT }));
    const data = `a9059cbb${hex(TO).slice(2).padStart(64, '0')}${(1_250_500_000).toString(16).padStart(64, '0')}`;
    expect(built).toBe(
      asTronweb(
        'TriggerSmartContract',
        { owner_address: hex(SENDER), contract_address: hex(USDT), data },
        50_000_000,
      ),
    );
    expect(recipientsOf(readTron(built, { address: SENDER }))).toEqual([TO]);
  });

  it('ask for a recent block, and for a time within a day', () => {
    expect(problems({ values: { block: '' } })).toEqual(['block: TRANSFER_FIELD_MISSING']);
    expect(problems({ values: { block: BLOCK.slice(2) } })).toEqual(['block: TRANSFER_BLOCK_INVALID']);
    expect(problems({ values: { valid: '1441' } })).toEqual(['valid: TRANSFER_TIME_INVALID']);
    expect(problems({ values: { valid: '0' } })).toEqual(['valid: TRANSFER_TIME_INVALID']);
  });

  it('attack: an amount beyond 63 bits would be a negative one', () => {
    expect(problems({ amount: '9223372036854.775807' })).toEqual([]);
    expect(problems({ amount: '9223372036854.775808' })).toEqual(['amount: TRANSFER_NUMBER_INVALID']);
  });

  it('attack: one letter of the address changed, or an address of Ethereum, is refused', () => {
    expect(problems({ to: TO.replace(/.$/, (last) => (last === '1' ? '2' : '1')) })).toEqual([
      'to: ADDRESS_INVALID',
    ]);
    expect(problems({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })).toEqual(['to: ADDRESS_INVALID']);
    expect(problems({ to: USDT, asset: USDT })).toEqual(['to: TRANSFER_RECIPIENT_INVALID']);
  });
});
