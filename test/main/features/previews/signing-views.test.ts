import { Wallet } from 'ethers';
import { describe, expect, it, vi } from 'vitest';
import type { PreviewContext } from '#main/features/previews/preview-maker.ts';
import { signRawPayloadPreview, signRawPayloadsPreview } from '#main/features/previews/signing-views.ts';
import { verifyResult } from '#main/features/requests/verify-result.ts';
import { fingerprintOf, type Activity } from '#protocol/activity.ts';
import { submitBody, type SubmitOperation } from '#protocol/catalogue/operation.ts';
import { signRawPayload, signRawPayloads } from '#protocol/catalogue/signing.ts';
import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { MAIL, permit, safeTransaction } from '#test/chains/ethereum/typed-data/samples.ts';
import { turnsDuring } from '#test/fixtures/turns.ts';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const ID = '01990000-0000-7000-8000-0000000000aa';
const context = (operation: SubmitOperation, withKey = true): PreviewContext => ({
  operation,
  listPrivateKeys: () =>
    Promise.resolve(
      withKey
        ? [
            {
              privateKeyId: ID,
              privateKeyName: 'treasury',
              publicKey: wallet.signingKey.compressedPublicKey.slice(2),
              curve: 'CURVE_SECP256K1',
              addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: wallet.address }],
              privateKeyTags: [],
              createdAt: '',
              updatedAt: '',
              exported: false,
              imported: false,
            },
          ]
        : [],
    ),
  listAccounts: () =>
    Promise.resolve([
      {
        walletAccountId: ID,
        walletId: ID,
        curve: 'CURVE_SECP256K1',
        address: wallet.address,
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      } as WalletAccount,
    ]),
  ask: () => Promise.reject(new Error('asked')),
  self: () => Promise.reject(new Error('asked')),
});
const how = { encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;
const expectation = {
  kind: 'payloadSignedBy',
  curve: 'CURVE_SECP256K1',
  publicKey: wallet.signingKey.compressedPublicKey.slice(2),
  address: wallet.address,
} as const;
const one = (data: object, signWith = ID, withKey = true) =>
  signRawPayloadPreview(
    { signWith, payload: JSON.stringify(data), ...how },
    context(signRawPayload, withKey),
  );

describe('the preview of a payload', () => {
  it.each([ID, ID.toUpperCase(), wallet.address, wallet.address.toLowerCase()])(
    'reads it, and expects the signature of the key that is named %s',
    async (signWith) => {
      const parts = await one(permit(), signWith);
      expect(sentenceText(parts.sentence)).toContain('1.50 USDC');
      expect(parts.expectation).toEqual(expectation);
      expect(parts.reading?.expiresAtMs).toBeGreaterThan(0);
    },
  );

  it('expects the address of a wallet’s account whose public key is not told', async () => {
    expect((await one(MAIL, wallet.address, false)).expectation).toEqual({
      kind: 'payloadSignedBy',
      curve: 'CURVE_SECP256K1',
      address: wallet.address,
    });
    await expect(one(MAIL, 'nobody')).rejects.toMatchObject({ code: 'SIGN_WITH_UNKNOWN' });
  });

  it('refuses what is not signed', async () => {
    await expect(one({ ...MAIL, extra: 1 })).rejects.toMatchObject({ code: 'TYPED_DATA_INVALID' });
  });

  it('says every one of several payloads, and warns by their number', async () => {
    const payloads = [MAIL, safeTransaction()].map((data) => JSON.stringify(data));
    const make = (given: string[]) =>
      signRawPayloadsPreview({ signWith: ID, payloads: given, ...how }, context(signRawPayloads));
    const parts = await make(payloads);
    expect(sentenceText(parts.sentence)).toBe('Sign 2 payloads with the same key.');
    const labels = parts.facts.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['Payload 1', '1 · contents', 'Payload 2', '2 · Call']));
    expect(parts.warnings[0]?.text).toMatch(/^Payload 1: /);
    expect(sentenceText((await make(payloads.slice(1))).sentence)).toMatch(/^From the Safe/);
  });
});

describe('the result of sign_raw_payload', () => {
  const sign = async (data: typeof MAIL) => {
    const { Person, Mail } = data.types;
    const signature = await wallet.signTypedData(data.domain, { Person, Mail }, data.message);
    return {
      r: signature.slice(2, 66),
      s: signature.slice(66, 130),
      v: signature.endsWith('1b') ? '00' : '01',
    };
  };
  const verify = (operation: SubmitOperation, parameters: unknown, result: unknown) => {
    const body = submitBody(operation, 'org', 1, parameters);
    const activity = {
      ...{ id: 'a', organizationId: 'org', status: 'ACTIVITY_STATUS_COMPLETED', type: operation.type },
      ...{
        intent: {},
        result: { [operation.result]: result },
        votes: [],
        canApprove: false,
        canReject: false,
      },
      ...{ fingerprint: fingerprintOf(toUtf8(body)), createdAt: '', updatedAt: '' },
    } as Activity;
    return verifyResult(operation, activity, body, expectation).verifications.map(
      ({ name, passed }) => `${name}: ${passed}`,
    );
  };
  const parameters = { signWith: ID, payload: JSON.stringify(MAIL), ...how };
  const payloads = { signWith: ID, payloads: [JSON.stringify(MAIL), JSON.stringify(MAIL)], ...how };

  it('passes when the key signed what was previewed, as another library signs it', async () => {
    expect(verify(signRawPayload, parameters, await sign(MAIL))).toEqual([
      'Same request: true',
      'Signed by the key: true',
    ]);
  });

  it('attack: the service signs other data than was previewed', async () => {
    const other = { ...MAIL, message: { ...MAIL.message, contents: 'Hello, Eve!' } };
    expect(verify(signRawPayload, parameters, await sign(other))).toContain('Signed by the key: false');
    expect(verify(signRawPayloads, payloads, { signatures: [await sign(MAIL), await sign(other)] })).toEqual([
      'Same request: true',
      'Payload 1: signed by the key: true',
      'Payload 2: signed by the key: false',
    ]);
  });

  it('fails when a signature is missing', async () => {
    expect(verify(signRawPayloads, payloads, { signatures: [await sign(MAIL)] })).toContain(
      'Every payload signed: false',
    );
  });
});

it('attack: a hundred payloads that take long to be read keep the window waiting for one at most', async () => {
  let ms = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 20));
  try {
    const how = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' } as const;
    const payloads = Array<string>(100).fill('Hello');
    const turns = await turnsDuring(() =>
      signRawPayloadsPreview({ signWith: ID, payloads, ...how }, context(signRawPayloads)),
    );
    expect(turns).toBeGreaterThanOrEqual(99);
  } finally {
    clock.mockRestore();
  }
});
