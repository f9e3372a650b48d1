import { describe, expect, it } from 'vitest';
import { statedLimits } from '#main/governance/policies/stated-limits.ts';
import { parsePart } from '#protocol/policies/fields.ts';

const ACME = '0x5e0000000000000000000000000000000000005e';
const limits = (condition: string): string[] =>
  statedLimits(parsePart('condition', condition), (address) => (address === ACME ? 'Acme' : undefined)).map(
    ({ label, value }) => `${label}: ${value}`,
  );
const SIGNS = "activity.kind == 'SIGN_TRANSACTION' && ";

describe('what a policy limits', () => {
  it.each([
    [
      `${SIGNS}wallet.label == 'Treasury' && eth.tx.chain_id == 1 && eth.tx.data == '0x' && eth.tx.value <= 500000000000000000`,
      ['Wallet: “Treasury”', 'Network: Ethereum mainnet (1)', 'Call data: Empty', 'Amount: Up to 0.5 ETH'],
    ],
    [
      'eth.tx.chain_id == 137 && 5000000000000000000 > eth.tx.value && eth.tx.value >= 1000000000000000000',
      ['Network: Polygon PoS (137)', 'Amount: Less than 5 POL; and at least 1 POL'],
    ],
    [
      `eth.tx.value <= 1 && eth.tx.to == '${ACME}'`,
      ['Amount: Up to 0.000000000000000001 ether', `Recipient: ${ACME} (contact “Acme”)`],
    ],
    ["eth.tx.to in ['0x01', '0x02', '0x03', '0x04', '0x05']", ['Recipient: 0x01 or 0x02 or 0x03 or 2 more']],
    ["['0x01', '0x02'].contains(eth.tx.to)", ['Recipient: 0x01 or 0x02']],
    ['eth.tx.to in []', ['Recipient: Nothing at all']],
    ['solana.tx.transfers.all(item, item.amount <= 1000000000)', ['Each transfer of SOL: Up to 1 SOL']],
    [
      "bitcoin.tx.outputs.all(o, o.address in ['bc1q'] && o.value < 20000) && bitcoin.tx.fee <= 20000",
      ['Each output’s address: bc1q', 'Each output: Less than 0.0002 BTC', 'Fee: Up to 0.0002 BTC'],
    ],
    ['eth.tx.max_fee_per_gas <= 30000000000', ['Max fee per gas: Up to 30 gwei']],
  ])('%s', (condition, expected) => {
    expect(limits(condition)).toEqual(expected);
  });

  it('counts the parts that it has no words for', () => {
    expect(limits("eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.nonce > 5")).toEqual([
      'Other limits: 2 parts of the condition',
    ]);
    expect(limits("eth.tx.gas < 5 && (eth.tx.value < 5 || eth.tx.to == '0x01')")).toEqual([
      'Gas limit: Less than 5',
      'Other limits: 1 part of the condition',
    ]);
  });

  it.each([
    ['beside an “or”', "eth.tx.value <= 5 || eth.tx.to == '0x01'"],
    ['denied', '!(eth.tx.value <= 5)'],
    ['over a list that may be empty', 'private_key.tags.all(tag, eth.tx.value <= 5)'],
    ['of some element alone', 'solana.tx.transfers.any(item, item.amount <= 5)'],
    ['of one element alone', 'solana.tx.transfers[0].amount <= 5'],
    ['against another place', 'eth.tx.value <= eth.tx.gas'],
  ])('attack: a limit that limits nothing reads as one: %s', (_, condition) => {
    expect(limits(condition)).toEqual(['Other limits: 1 part of the condition']);
  });

  it('attack: a name in the condition reads like the words around it', () => {
    expect(limits("wallet.label == 'A” or “B\u202e'")).toEqual([expect.stringMatching(/^Wallet: “A" or "B/)]);
    expect(limits("eth.tx.to == 'up to 5'")).toEqual(['Recipient: “up to 5”']);
    expect(limits("wallet.label == 'A” or “B'")).toEqual(['Wallet: “A" or "B”']);
  });
});
