import { address, Psbt } from 'bitcoinjs-lib';
import * as ecc from 'tiny-secp256k1';
import { expect, test } from 'vitest';
import { NotPrepared, type SubmitContext } from '#service/engine/operation-handler.ts';
import { signingHandlers } from '#service/features/signing/operations.ts';
import { LocalService, resultOf } from '#test/fixtures/local-service.ts';
import { OTHER, scriptOf } from '#test/chains/bitcoin/unsigned.ts';

const type = 'TRANSACTION_TYPE_BITCOIN';

function spending(from: string, inputs: number): string {
  const psbt = new Psbt();
  const script = address.toOutputScript(from);
  for (let index = 0; index < inputs; index += 1)
    psbt.addInput({ hash: '11'.repeat(32), index, witnessUtxo: { script, value: 1_000n } });
  psbt.addOutput({ script: scriptOf(OTHER.p2wpkh), value: 1_000n });
  return psbt.toHex();
}

test('a transaction of many inputs is signed, each input as it has to be', async () => {
  const service = await LocalService.start();
  try {
    const key = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH']);
    const unsignedTransaction = spending(key.address, 150);
    const sent = await service.submit('sign_transaction', {
      signWith: key.address,
      type,
      unsignedTransaction,
    });
    const signed = Psbt.fromHex(resultOf(sent)['signedTransaction'] as string);
    const holds = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean =>
      ecc.verify(hash, publicKey, signature, true);
    expect(signed.validateSignaturesOfAllInputs(holds)).toBe(true);
    const wrong = await service.submit('sign_transaction', {
      ...{ signWith: key.address, type, unsignedTransaction: unsignedTransaction.slice(0, -2) },
    });
    expect([wrong.status, wrong.json.serviceErrorCode]).toEqual([400, 'INVALID_TRANSACTION']);
  } finally {
    await service.stop();
  }
});

test('attack: a transaction of many inputs is not signed within the transaction that others wait for', async () => {
  const handler = signingHandlers.find(({ operation }) => operation.path === 'sign_transaction');
  if (handler?.kind !== 'submit') throw new Error('There is no such operation.');
  const parameters = { signWith: 'x', type, unsignedTransaction: spending(OTHER.p2wpkh.address ?? '', 150) };
  const context = { prepared: undefined } as SubmitContext;
  await expect(handler.handle(context, parameters)).rejects.toThrow(NotPrepared);
  expect(handler.work?.(parameters)).toBeGreaterThan(20);
  expect(
    handler.work?.({ ...parameters, unsignedTransaction: spending(OTHER.p2wpkh.address ?? '', 1) }),
  ).toBeLessThan(2);
});
