import { parseEther, serializeTransaction, type TransactionSerializable } from 'viem';
import { describe, expect, it } from 'vitest';
import { parseUnsigned } from '#chains/ethereum/parse.ts';
import { ethereumValues } from '#chains/ethereum/policy-values.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { CONDITION_KEYWORDS } from '#protocol/policies/keywords.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const common = { to: TO, value: parseEther('1'), data: '0xa9059cbb00', nonce: 7, gas: 21000n } as const;
const ask = (tx: TransactionSerializable, condition: string): boolean | PolicyError =>
  evaluate(parsePolicy(condition, CONDITION_KEYWORDS), {
    eth: ethereumValues(parseUnsigned(serializeTransaction(tx)), FROM),
  });
const feeMarket: TransactionSerializable = {
  ...common,
  type: 'eip1559',
  chainId: 1,
  maxFeePerGas: 30n,
  maxPriorityFeePerGas: 2n,
};
const legacy: TransactionSerializable = { ...common, type: 'legacy', chainId: 5, gasPrice: 9n };

describe('ethereumValues', () => {
  it.each([
    [
      "eth.tx.type == 'TYPE_2' && eth.tx.chain_id == 1 && eth.tx.nonce == 7 && eth.tx.gas == 21000",
      feeMarket,
    ],
    [`eth.tx.to == '${TO.toLowerCase()}' && eth.tx.from == '${FROM.toLowerCase()}'`, feeMarket],
    ["eth.tx.value == 1000000000000000000 && eth.tx.data[0..10] == '0xa9059cbb'", feeMarket],
    [
      'eth.tx.gas_price == 30 && eth.tx.max_fee_per_gas == 30 && eth.tx.max_priority_fee_per_gas == 2',
      feeMarket,
    ],
    ["eth.tx.type == 'LEGACY' && eth.tx.chain_id == 5 && eth.tx.gas_price == 9", legacy],
    ["eth.tx.data == '0x'", { ...legacy, data: '0x' }],
    [`eth.tx.to == '${TO}' && '${TO}' in [eth.tx.to] && ['${TO}'].contains(eth.tx.to)`, feeMarket],
    [`!(eth.tx.to != '${TO}') && eth.tx.to[2..6] == '${TO.slice(2, 6)}' && eth.tx.data[2] == 'A'`, feeMarket],
    ["eth.tx.to == ''", { ...legacy, to: undefined }],
  ] as [string, TransactionSerializable][])('%s', (condition, tx) => {
    expect(ask(tx, condition)).toBe(true);
  });

  it('compares other strings exactly', () => {
    expect(ask(feeMarket, "eth.tx.type == 'type_2'")).toBe(false);
    expect(ask(feeMarket, "eth.tx.to == '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046'")).toBe(false);
  });

  it.each([
    ['eth.tx.max_fee_per_gas == 9', legacy],
    ['eth.tx.max_fee_per_blob_gas == 9', feeMarket],
    ['eth.tx.chain_id == 0', { ...legacy, chainId: undefined }],
  ] as [string, TransactionSerializable][])(
    'has no value for %s where the envelope has none',
    (condition, tx) => {
      expect(ask(tx, condition)).toBeInstanceOf(PolicyError);
    },
  );
});
