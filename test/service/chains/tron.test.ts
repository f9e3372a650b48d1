import { SigningKey, computeAddress, recoverAddress } from 'ethers';
import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { tron } from '#chains/tron/chain.ts';
import { parseSigned } from '#chains/tron/transaction.ts';
import { sha256Hex, fromHex } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { tronSigner } from '#service/chains/tron.ts';
import { OWNER, RECEIVER, tronRaw } from '../../chains/tron/unsigned.ts';

const PRIVATE_KEY = '0'.repeat(63) + '1';
const { compressedPublicKey } = new SigningKey(`0x${PRIVATE_KEY}`);
const key = () => ({
  privateKey: new Secret(fromHex(PRIVATE_KEY)),
  publicKey: compressedPublicKey.slice(2),
  signWith: OWNER.text,
});
const unsigned = tronRaw('TransferContract', {
  owner_address: OWNER.hex,
  to_address: RECEIVER.hex,
  amount: 7,
});
const sign = async (raw: string): Promise<string> => tronSigner.sign(raw, key());

describe('signing for Tron', () => {
  it('is what tronweb makes of the same key, byte for byte', async () => {
    const signed = parseSigned(await sign(unsigned));
    const txID = sha256Hex(fromHex(unsigned));
    const theirs = utils.crypto.signTransaction(PRIVATE_KEY, { txID, raw_data: {}, raw_data_hex: unsigned });
    expect(Buffer.from(signed.signature).toString('hex')).toBe(
      String((theirs as { signature: string[] }).signature[0])
        .replace(/^0x/, '')
        .toLowerCase(),
    );
    expect(signed.id).toBe(txID);
  });

  it('recovers to the key’s address with an independent library', async () => {
    const { signature, id } = parseSigned(await sign(unsigned));
    const recovered = recoverAddress(`0x${id}`, `0x${Buffer.from(signature).toString('hex')}`);
    expect(recovered).toBe(computeAddress(`0x${PRIVATE_KEY}`));
    expect(recovered.slice(2).toLowerCase()).toBe(OWNER.hex.slice(2));
  });

  it('is checked against the preview, and passes', async () => {
    const checks = tron.verify({ unsigned, signed: await sign(unsigned), signer: { address: OWNER.text } });
    expect(checks.map(({ passed }) => passed)).toEqual([true, true]);
  });

  it('attack: a service that signs another transaction is found out', async () => {
    const other = tronRaw('TransferContract', {
      owner_address: OWNER.hex,
      to_address: RECEIVER.hex,
      amount: 8,
    });
    const [same] = tron.verify({ unsigned, signed: await sign(other), signer: { address: OWNER.text } });
    expect(same?.passed).toBe(false);
  });

  it('attack: a signature of another key is found out', async () => {
    const [, signer] = tron.verify({
      unsigned,
      signed: await sign(unsigned),
      signer: { address: RECEIVER.text },
    });
    expect(signer?.passed).toBe(false);
  });

  it('attack: what policies can’t see is not signed, where its own contents hide it', async () => {
    const [owner_address, to_address] = [OWNER.hex, RECEIVER.hex.slice(0, -2)];
    const hidden = tronRaw('TransferContract', { owner_address, to_address, amount: 7 });
    await expect(sign(hidden)).rejects.toThrow('to_address');
  });

  it('attack: a transaction of another account is not signed', async () => {
    const raw = tronRaw('TransferContract', {
      owner_address: RECEIVER.hex,
      to_address: OWNER.hex,
      amount: 7,
    });
    await expect(sign(raw)).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOR_KEY' });
  });

  it.each(['', '0a', 'zz', `${unsigned}00`])(
    'an answer that is no signed transaction fails its check: %s',
    (signed) => {
      expect(tron.verify({ unsigned, signed, signer: { address: OWNER.text } })).toMatchObject([
        { passed: false },
      ]);
    },
  );
});
