import { address, networks, payments } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { evaluate } from '#protocol/policies/evaluate.ts';
import { CONDITION_KEYWORDS } from '#protocol/policies/keywords.ts';
import { parsePolicy } from '#protocol/policies/parse-policy.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';
import type { Spellings } from '#protocol/policies/value.ts';
import { bitcoinValues } from '#chains/bitcoin/policy-values.ts';
import { parseBitcoin } from '#chains/bitcoin/transaction.ts';
import { valuesOfTransaction } from '#chains/policy-values.ts';
import * as bitcoin from './bitcoin/unsigned.ts';
import * as tempo from './tempo/unsigned.ts';
import * as tron from './tron/unsigned.ts';
import { VECTORS } from './solana/vectors.ts';

const asking =
  (type: TransactionType, unsignedTransaction: string, publicKey = bitcoin.PUBLIC_KEY, signWith = 'id') =>
  (condition: string): boolean | PolicyError =>
    evaluate(
      parsePolicy(condition, CONDITION_KEYWORDS),
      valuesOfTransaction(type, { unsignedTransaction, publicKey, signWith }),
    );

describe('solana.tx', () => {
  const vector = VECTORS.find(
    ({ instructions }) => instructions.map(({ id }) => id).join() === 'system.transfer',
  );
  const ask = asking('TRANSACTION_TYPE_SOLANA', vector?.transaction ?? '');
  const lamports = vector?.instructions[0]?.fields['lamports'] ?? '';

  it('has the transfers, programs and accounts of the bytes', () => {
    expect(
      ask(
        `solana.tx.transfers.count() == 1 && solana.tx.transfers[0].amount == ${lamports} && solana.tx.program_keys.all(p, p == '11111111111111111111111111111111')`,
      ),
    ).toBe(true);
    expect(ask(`solana.tx.account_keys[0] == '${vector?.feePayer ?? ''}'`)).toBe(true);
    expect(ask('solana.tx.instructions[0].accounts[0].signer')).toBe(true);
    expect(ask("solana.tx.instructions[0].instruction_data_hex[0..8] == '02000000'")).toBe(true);
    expect(ask('solana.tx.spl_transfers.count() == 0 && solana.tx.address_table_lookups.count() == 0')).toBe(
      true,
    );
    expect(ask(`solana.tx.transfers.any(t, t.amount > ${lamports})`)).toBe(false);
  });

  it('has the token transfers with their mint', () => {
    const token = VECTORS.find(({ instructions }) =>
      instructions.some(({ id }) => id === 'token.transferChecked'),
    );
    const transfers = token?.instructions.filter(({ id }) => id === 'token.transferChecked') ?? [];
    const [first] = transfers;
    const askToken = asking('TRANSACTION_TYPE_SOLANA', token?.transaction ?? '');
    expect(
      askToken(
        `solana.tx.spl_transfers.count() == ${transfers.length} && solana.tx.spl_transfers[0].amount == ${first?.fields['amount'] ?? ''}`,
      ),
    ).toBe(true);
    expect(askToken("solana.tx.spl_transfers.all(t, t.token_mint != '' && t.owner != t.to)")).toBe(true);
  });

  it('attack: a recipient out of a lookup table does not pass for an address', () => {
    const looked = VECTORS.find(({ transaction }) => {
      const all = asking('TRANSACTION_TYPE_SOLANA', transaction);
      return all("solana.tx.transfers.any(t, t.to == 'ADDRESS_TABLE_LOOKUP')") === true;
    });
    const askLooked = asking('TRANSACTION_TYPE_SOLANA', looked?.transaction ?? '');
    expect(askLooked('solana.tx.address_table_lookups.count() > 0')).toBe(true);
    expect(askLooked("solana.tx.account_keys.contains('ADDRESS_TABLE_LOOKUP')")).toBe(true);
  });
});

describe('tron.tx', () => {
  const { OWNER, RECEIVER, tronRaw } = tron;
  const of = (type: string, value: object) =>
    asking('TRANSACTION_TYPE_TRON', tronRaw(type, { owner_address: OWNER.hex, ...value }));

  it('has the fields of the published contracts', () => {
    const transfer = of('TransferContract', { to_address: RECEIVER.hex, amount: 1_500_000 });
    expect(
      transfer(
        `tron.tx.contract[0].type == 'TransferContract' && tron.tx.contract[0].to_address == '${RECEIVER.text}' && tron.tx.contract[0].amount < 10000000 && tron.tx.contract[0].owner_address == '${OWNER.text}'`,
      ),
    ).toBe(true);
    expect(transfer('tron.tx.contract.count() == 1 && tron.tx.fee_limit == 0')).toBe(true);
    const call = of('TriggerSmartContract', { contract_address: RECEIVER.hex, data: 'a9059cbb00' });
    expect(
      call(
        `tron.tx.contract[0].contract_address == '${RECEIVER.text}' && tron.tx.contract[0].data[0..8] == 'a9059cbb' && tron.tx.contract[0].call_value == 0`,
      ),
    ).toBe(true);
    const lend = of('DelegateResourceContract', {
      receiver_address: RECEIVER.hex,
      balance: 7,
      resource: 'ENERGY',
      lock: true,
      lock_period: 28_800,
    });
    expect(
      lend(
        "tron.tx.contract[0].resource == 'ENERGY' && tron.tx.contract[0].lock && tron.tx.contract[0].balance == 7",
      ),
    ).toBe(true);
    const permission = {
      permission_name: 'owner',
      threshold: 1,
      keys: [{ address: RECEIVER.hex, weight: 1 }],
    };
    const rights = of('AccountPermissionUpdateContract', { owner: { type: 0, ...permission }, actives: [] });
    expect(
      rights(
        `tron.tx.contract[0].owner.keys.all(k, k.address == '${RECEIVER.text}') && tron.tx.contract[0].owner.type == 'Owner' && tron.tx.contract[0].owner.permission_name == 'owner'`,
      ),
    ).toBe(true);
  });

  it('has no amount where the contract has none, which refuses', () => {
    expect(of('VoteWitnessContract', { votes: [] })('tron.tx.contract[0].amount < 5')).toBeInstanceOf(
      PolicyError,
    );
  });
});

describe('bitcoin.tx', () => {
  const { OWN, OTHER, psbtOf } = bitcoin;
  const hex = psbtOf().toHex();
  const ask = asking('TRANSACTION_TYPE_BITCOIN', hex, bitcoin.PUBLIC_KEY, OWN.p2wpkh.address ?? '');

  it('has inputs, outputs, lock time and fee', () => {
    expect(
      ask(
        `bitcoin.tx.outputs.all(o, o.address == '${OTHER.p2wpkh.address ?? ''}' && o.value < 1000000) && bitcoin.tx.fee == 50000 && bitcoin.tx.version == '2'`,
      ),
    ).toBe(true);
    expect(ask("bitcoin.tx.locktime.amount == 0 && bitcoin.tx.locktime.type == 'Blocks'")).toBe(true);
    expect(ask('bitcoin.tx.inputs.count() == 1 && bitcoin.tx.inputs[0].vout == 0')).toBe(true);
    expect(ask('bitcoin.tx.fee <= 10000')).toBe(false);
  });

  it('attack: many outputs hold nobody up: an address is made when a condition asks for it', () => {
    const asked = { unsignedTransaction: hex, publicKey: bitcoin.PUBLIC_KEY, signWith: 'id' };
    const values = valuesOfTransaction('TRANSACTION_TYPE_BITCOIN', asked) as unknown as {
      readonly bitcoin: { readonly tx: { readonly outputs: readonly [object] } };
    };
    const [output] = values.bitcoin.tx.outputs;
    expect(Object.getOwnPropertyDescriptor(output, 'address')).not.toHaveProperty('value');
  });

  it.each(['p2sh', 'p2wpkh'] as const)('makes each address of %s once, whichever comes first', (kind) => {
    const pays = kind === 'p2sh' ? payments.p2sh({ redeem: OTHER.p2wpkh }) : OTHER[kind];
    const script = new Uint8Array(pays.output ?? []);
    const texts = [networks.bitcoin, networks.testnet, networks.regtest].map((network) =>
      address.fromOutputScript(script, network),
    );
    const each = [...new Set(texts)];
    expect(each).toHaveLength(kind === 'p2sh' ? 2 : 3);
    for (const first of each) {
      let made = 0;
      const counted = Object.assign(new Uint8Array(script), {
        subarray: (from: number, to?: number) => {
          made += 1;
          return script.subarray(from, to);
        },
      });
      const tx = parseBitcoin(hex);
      const [output] = tx.outputs;
      if (output === undefined) throw new Error('It pays nobody.');
      const values = bitcoinValues(
        { ...tx, outputs: [{ ...output, script: counted }] },
        first,
      ) as unknown as {
        readonly tx: { readonly outputs: readonly [{ readonly address: Spellings }] };
      };
      const [{ address: found }] = values.tx.outputs;
      expect(found.texts).toEqual([first, ...each.filter((text) => text !== first)]);
      expect(made).toBe(each.length);
    }
  });

  it('policy bypass: a key is named by its address on another network than the policy writes', () => {
    const script = OTHER.p2wpkh.output ?? new Uint8Array();
    const texts = [networks.bitcoin, networks.testnet, networks.regtest].map((network) =>
      address.fromOutputScript(script, network),
    );
    for (const signWith of [
      OWN.p2wpkh.address ?? '',
      address.fromOutputScript(script, networks.testnet),
      'id',
    ]) {
      const denied = asking('TRANSACTION_TYPE_BITCOIN', hex, bitcoin.PUBLIC_KEY, signWith);
      for (const text of texts) {
        expect(denied(`bitcoin.tx.outputs.any(o, o.address == '${text}')`)).toBe(true);
        expect(denied(`bitcoin.tx.outputs.any(o, '${text}' != o.address)`)).toBe(false);
        expect(denied(`bitcoin.tx.outputs.all(o, ['${text}'].contains(o.address))`)).toBe(true);
      }
    }
    expect(
      ask("bitcoin.tx.outputs[0].address[0..3] == 'bc1' && bitcoin.tx.outputs[0].address[0] == 'b'"),
    ).toBe(true);
  });

  it.each([2, 3, 0x82, 0x83])(
    'policy bypass: signature that leaves the outputs to whoever gets it (flags %i)',
    (sighash) => {
      const [allowed, second] = [OTHER.p2wpkh, OTHER.p2tr];
      const outputs = [allowed, second].map((to) => ({ to: bitcoin.scriptOf(to), amount: 400_000n }));
      const open = psbtOf({ inputs: [{ kind: 'p2wpkh', sighash }], outputs }).toHex();
      const asked = asking('TRANSACTION_TYPE_BITCOIN', open);
      expect(asked('bitcoin.tx.outputs.count() == 2')).toBeInstanceOf(PolicyError);
      expect(asked('bitcoin.tx.fee < 1000000')).toBeInstanceOf(PolicyError);
      const isAnyone = sighash > 0x80;
      if (isAnyone) expect(asked('bitcoin.tx.inputs.count() == 1')).toBeInstanceOf(PolicyError);
      else expect(asked('bitcoin.tx.inputs.count() == 1')).toBe(true);
    },
  );

  it('policy bypass: signature to which anybody adds inputs', () => {
    const open = psbtOf({ inputs: [{ kind: 'p2wpkh', sighash: 0x81 }] }).toHex();
    const asked = asking('TRANSACTION_TYPE_BITCOIN', open);
    expect(asked('bitcoin.tx.outputs.count() == 1')).toBe(true);
    expect(asked('bitcoin.tx.inputs.count() == 1')).toBeInstanceOf(PolicyError);
    expect(asked('bitcoin.tx.fee == 50000')).toBeInstanceOf(PolicyError);
  });

  it('policy bypass: fee of amounts that are only claimed, of two inputs in two requests', () => {
    const feeOf = (inputs: readonly bitcoin.Given['inputs'][]) =>
      inputs.map((given) =>
        asking(
          'TRANSACTION_TYPE_BITCOIN',
          psbtOf({ ...(given && { inputs: given }) }).toHex(),
        )('bitcoin.tx.fee < 60000'),
      );
    const half = { kind: 'p2wpkh', amount: 500_000n } as const;
    const proven = { ...half, isProven: true };
    const taproot = { kind: 'p2tr', amount: 500_000n } as const;
    const unproven = feeOf([
      [half, half],
      [half, proven],
      [half, taproot],
    ]);
    for (const value of unproven) expect(value).toBeInstanceOf(PolicyError);
    expect(feeOf([[proven, proven], [taproot, taproot], undefined])).toEqual([true, true, true]);
  });

  it('has all of it where the flags that are asked for are the usual ones', () => {
    for (const [kind, sighash] of [
      ['p2wpkh', 1],
      ['p2tr', 1],
    ] as const) {
      const usual = psbtOf({ inputs: [{ kind, sighash }] }).toHex();
      const asked = asking('TRANSACTION_TYPE_BITCOIN', usual);
      expect(asked('bitcoin.tx.outputs.count() == bitcoin.tx.inputs.count()')).toBe(true);
      expect(asked('bitcoin.tx.fee == 50000')).toBe(true);
    }
  });
});

describe('tempo.tx', () => {
  it('has the envelope and the calls, whatever the case of their hex', () => {
    const ask = asking('TRANSACTION_TYPE_TEMPO', tempo.tempoHex());
    expect(
      ask(
        `tempo.tx.chain_id == 4217 && tempo.tx.fee_token == '${tempo.PATH_USD}' && tempo.tx.calls.all(call, call.to == '${tempo.PATH_USD.toUpperCase().replace('0X', '0x')}')`,
      ),
    ).toBe(true);
    expect(
      ask(
        `tempo.tx.calls[0].function_signature == '0xa9059cbb' && tempo.tx.calls[0].input[34..74] == '${tempo.RECEIVER.slice(2)}' && tempo.tx.calls.count() == 1`,
      ),
    ).toBe(true);
    expect(ask('tempo.tx.gas_limit > 100000')).toBe(false);
  });

  it('has the times between which it is valid', () => {
    const hex = tempo.tempoHex({ validBefore: 1_800_000_000, validAfter: 1_700_000_000 });
    const ask = asking('TRANSACTION_TYPE_TEMPO', hex);
    expect(ask('tempo.tx.valid_after == 1700000000 && tempo.tx.valid_before == 1800000000')).toBe(true);
    expect(ask('tempo.tx.valid_after == 1800000000')).toBe(false);
  });

  it('has an empty callee for a creation, so that a list of permitted ones refuses it', () => {
    const ask = asking('TRANSACTION_TYPE_TEMPO', tempo.tempoHex({ calls: [{ data: '0x00' }] }));
    expect(ask("tempo.tx.calls[0].to == '' && tempo.tx.calls[0].function_signature == ''")).toBe(true);
  });
});
