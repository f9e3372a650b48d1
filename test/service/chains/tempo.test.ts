import { Hash, Secp256k1, Signature } from 'ox';
import { SignatureEnvelope, TxEnvelopeTempo } from 'ox/tempo';
import { SigningKey, recoverAddress } from 'ethers';
import { describe, expect, it } from 'vitest';
import { tempo } from '#chains/tempo/chain.ts';
import { fromHex } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { tempoSigner } from '#service/chains/tempo.ts';
import { PRIVATE_KEY, RECEIVER, SENDER, envelope, grant, tempoHex } from '../../chains/tempo/unsigned.ts';
import { GENERATED } from '../../chains/tempo/vectors.ts';

const sign = async (unsigned: string, signingKey: string = PRIVATE_KEY): Promise<string> =>
  tempoSigner.sign(unsigned, {
    privateKey: new Secret(fromHex(signingKey)),
    publicKey: new SigningKey(signingKey).compressedPublicKey.slice(2),
    signWith: SENDER,
  });
const signer = { address: SENDER };
const unsigned = tempoHex();

describe('signing for Tempo', () => {
  it('is what ox makes of the same key, byte for byte', async () => {
    const tx = TxEnvelopeTempo.from(envelope({ keyAuthorization: grant() }));
    const payload = TxEnvelopeTempo.getSignPayload(tx);
    const signature = Secp256k1.sign({ payload, privateKey: PRIVATE_KEY });
    const theirs = TxEnvelopeTempo.serialize(tx, { signature: SignatureEnvelope.from(signature) });
    expect(`0x${await sign(tempoHex({ keyAuthorization: grant() }))}`).toBe(theirs);
  });

  it('is read by ox, recovers to the sender, and verifies; ethers agrees', async () => {
    const hex = `0x76${(await sign(unsigned)).slice(2)}` as const;
    const { from, signature } = TxEnvelopeTempo.deserialize(hex);
    expect(from?.toLowerCase()).toBe(SENDER.toLowerCase());
    if (signature?.type !== 'secp256k1') throw new Error('another kind of signature');
    const payload = Hash.keccak256(`0x${unsigned}`);
    expect(Secp256k1.verify({ address: SENDER, payload, signature: signature.signature })).toBe(true);
    expect(recoverAddress(payload, Signature.toHex(signature.signature))).toBe(SENDER);
  });

  it('of all that is not for another account, recovers to the key by ox', async () => {
    for (const { hex } of GENERATED.filter((_each, index) => index % 8 === 1)) {
      const signed = await sign(hex);
      expect(TxEnvelopeTempo.deserialize(`0x76${signed.slice(2)}`).from?.toLowerCase()).toBe(
        SENDER.toLowerCase(),
      );
    }
  });

  it('is checked against the preview, and passes', async () => {
    const signed = await sign(unsigned);
    expect(tempo.verify({ unsigned, signed, signer }).map(({ passed }) => passed)).toEqual([true, true]);
    expect(tempo.describeSigned(signed).hash).toBe(Hash.keccak256(`0x${signed}`));
  });

  it('attack: a service that signs another transaction is found out', async () => {
    const [same] = tempo.verify({ unsigned, signed: await sign(tempoHex({ nonce: 8n })), signer });
    expect(same).toMatchObject({ passed: false, detail: 'Not as previewed: nonce.' });
  });

  it('attack: a service that slips in a key authorization is found out', async () => {
    const [same] = tempo.verify({
      unsigned,
      signed: await sign(tempoHex({ keyAuthorization: grant() })),
      signer,
    });
    expect(same).toMatchObject({ passed: false, detail: 'Not as previewed: keyAuthorization.' });
  });

  it('attack: a signature of another key is found out', async () => {
    const [, by] = tempo.verify({ unsigned, signed: await sign(unsigned), signer: { address: RECEIVER } });
    expect(by?.passed).toBe(false);
  });

  it('attack: a signature with a high s is found out', async () => {
    const signed = await sign(unsigned);
    const tx = TxEnvelopeTempo.deserialize(`0x76${signed.slice(2)}`);
    if (tx.signature?.type !== 'secp256k1') throw new Error('another kind of signature');
    const { r, s, yParity } = tx.signature.signature;
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const high = { r, s: order - s, yParity: yParity === 0 ? 1 : 0 };
    const forged = TxEnvelopeTempo.serialize(tx, { signature: SignatureEnvelope.from(high) });
    expect(tempo.verify({ unsigned, signed: forged, signer })[1]?.passed).toBe(false);
  });

  it('attack: a key authorization of another account is not signed', async () => {
    const other = tempoHex({ keyAuthorization: grant({}, `0x${'1'.repeat(64)}`) });
    await expect(sign(other)).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOR_KEY' });
    const bound = tempoHex({ keyAuthorization: grant({ account: RECEIVER }) });
    await expect(sign(bound)).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOR_KEY' });
  });

  it.each(['', '76', 'zz', unsigned, `${unsigned}00`])(
    'an answer that is no signed transaction fails its check: %#',
    (signed) => {
      expect(tempo.verify({ unsigned, signed, signer })).toMatchObject([{ passed: false }]);
    },
  );
});
