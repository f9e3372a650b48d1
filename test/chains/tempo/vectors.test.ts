import fc from 'fast-check';
import { TxEnvelopeTempo } from 'ox/tempo';
import { Transaction } from 'viem/tempo';
import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import { prefixedHex } from '#chains/ethereum/model/address.ts';
import { decodedTransaction } from '#chains/model/decoded.ts';
import { type TempoTransaction, parseTempo } from '#chains/tempo/transaction.ts';
import { parseSigned, signingHash } from '#chains/tempo/signed.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { GENERATED, PUBLISHED } from './vectors.ts';

const read = (hex: string) => readTransaction('TRANSACTION_TYPE_TEMPO', hex);
const ox = (hex: string) => TxEnvelopeTempo.deserialize(`0x76${hex.slice(2)}`);

/** Our model in the words of ox, where what is empty is left out. */
const inTheirWords = (tx: TempoTransaction) => ({
  chainId: Number(tx.chainId),
  maxPriorityFeePerGas: tx.maxPriorityFeePerGas,
  maxFeePerGas: tx.maxFeePerGas,
  gas: tx.gas,
  calls: tx.calls.map(({ to, value, data }) => ({
    ...(to === null ? {} : { to }),
    ...(value === 0n ? {} : { value }),
    ...(data.length === 0 ? {} : { data: prefixedHex(data) }),
  })),
  accessList: tx.accessList,
  nonceKey: tx.nonceKey,
  nonce: tx.nonce,
  validBefore: Number(tx.validBefore),
  validAfter: Number(tx.validAfter),
  feeToken: tx.feeToken,
  sponsored: tx.sponsored,
  authorizationList: tx.authorizationList.map(({ chainId, address, nonce }) => ({
    chainId: Number(chainId),
    address,
    nonce,
  })),
  keyAuthorization:
    tx.keyAuthorization === null
      ? null
      : {
          address: tx.keyAuthorization.keyId,
          chainId: tx.keyAuthorization.chainId,
          expiry: Number(tx.keyAuthorization.expiry ?? 0n),
          limits: (tx.keyAuthorization.limits ?? []).map(({ token, limit, period }) => ({
            token,
            limit,
            period: Number(period),
          })),
          scopes:
            tx.keyAuthorization.scopes?.flatMap(({ target, rules }) =>
              rules.length === 0
                ? [{ address: target }]
                : rules.map(({ selector, recipients }) => ({ address: target, selector, recipients })),
            ) ?? null,
          admin: tx.keyAuthorization.admin,
          witness: tx.keyAuthorization.witness,
          account: tx.keyAuthorization.account,
        },
});

function theirs(hex: string) {
  const tx = ox(hex);
  const key = tx.keyAuthorization;
  return {
    chainId: tx.chainId,
    maxPriorityFeePerGas: tx.maxPriorityFeePerGas ?? 0n,
    maxFeePerGas: tx.maxFeePerGas ?? 0n,
    gas: tx.gas ?? 0n,
    calls: tx.calls,
    accessList: tx.accessList ?? [],
    nonceKey: tx.nonceKey ?? 0n,
    nonce: tx.nonce ?? 0n,
    validBefore: tx.validBefore ?? 0,
    validAfter: tx.validAfter ?? 0,
    feeToken: tx.feeToken ?? null,
    sponsored: tx.feePayerSignature === null,
    authorizationList: (tx.authorizationList ?? []).map(({ chainId, address, nonce }) => ({
      chainId,
      address,
      nonce,
    })),
    keyAuthorization:
      key === undefined
        ? null
        : {
            address: key.address,
            chainId: key.chainId,
            expiry: key.expiry ?? 0,
            limits: (key.limits ?? []).map(({ token, limit, period }) => ({
              token,
              limit,
              period: period ?? 0,
            })),
            scopes:
              key.scopes?.map(({ address, selector, recipients }) =>
                selector === undefined ? { address } : { address, selector, recipients: recipients ?? [] },
              ) ?? null,
            admin: key.isAdmin ?? false,
            witness: key.witness ?? null,
            account: key.account ?? null,
          },
  };
}

describe('the transactions that ox encoded', () => {
  it('are more than 200, with everything that a transaction can carry', () => {
    expect(GENERATED.length).toBeGreaterThan(200);
    const all = GENERATED.map(({ hex }) => parseTempo(hex));
    expect(all.filter(({ keyAuthorization }) => keyAuthorization !== null).length).toBeGreaterThan(40);
    expect(all.filter(({ authorizationList }) => authorizationList.length > 0).length).toBeGreaterThan(20);
    expect(all.filter(({ sponsored }) => sponsored).length).toBeGreaterThan(30);
  });

  it('have every value as ox decodes it', () => {
    for (const { hex } of GENERATED) expect(inTheirWords(parseTempo(hex))).toEqual(theirs(hex));
  });

  it('are taken by viem as well, with the same calls', () => {
    for (const { hex } of GENERATED.slice(0, 40)) {
      const { calls } = Transaction.deserialize(`0x76${hex.slice(2)}`);
      expect(calls.length).toBe(parseTempo(hex).calls.length);
    }
  });

  it('are encoded again to the same bytes', () => {
    for (const { hex } of GENERATED) expect(TxEnvelopeTempo.serialize(ox(hex))).toBe(`0x${hex}`);
  });

  it('have the hash that ox has the sender sign', () => {
    for (const { hex, payload } of GENERATED) expect(toHex(signingHash(parseTempo(hex)))).toBe(payload);
  });

  it('never give the same raw fields twice', () => {
    const all = GENERATED.map(({ hex }) =>
      JSON.stringify(read(hex).raw.map(({ label, value }) => [label, value])),
    );
    expect(new Set(all).size).toBe(new Set(GENERATED.map(({ hex }) => hex)).size);
  });
});

describe('the transactions that Tempo’s libraries are tested with', () => {
  it('are read: those with a signature as signed, the others as unsigned', () => {
    const kinds = PUBLISHED.map(({ hex }) => {
      const { signature, feePayerSignature } = ox(hex);
      if (signature === undefined) {
        expect(() => parseTempo(hex)).not.toThrow();
        return 'unsigned';
      }
      if (feePayerSignature) {
        // What we sign has no fee payer's signature yet: the fee payer signs after the sender.
        expect(() => parseSigned(hex)).toThrow(AppError);
        return 'sponsored';
      }
      expect(parseSigned(hex).from?.toLowerCase() ?? null).toBe(signerOf(hex));
      return 'signed';
    });
    expect(kinds.filter((kind) => kind === 'unsigned').length).toBe(7);
    expect(kinds.filter((kind) => kind === 'sponsored').length).toBe(1);
    expect(kinds.filter((kind) => kind === 'signed').length).toBe(4);
  });
});

/** Whose secp256k1 key signed, as ox recovers it; null for other kinds of keys. */
const signerOf = (hex: string): string | null => {
  const { from, signature } = ox(hex);
  return signature?.type === 'secp256k1' ? (from?.toLowerCase() ?? null) : null;
};

describe('any bytes', () => {
  const total = (hex: string): void => {
    try {
      const reading = read(hex);
      expect(decodedTransaction.safeParse(reading).success).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
  };

  it('give a reading or an error of ours', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => total(`76${toHex(bytes)}`)));
  });

  it('give a reading or an error of ours when a byte of a transaction was changed', () => {
    const cases = fc.tuple(fc.constantFrom(...GENERATED), fc.nat(), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(cases, ([{ hex }, at, byte]) => {
        const bytes = fromHex(hex);
        bytes[at % bytes.length] = byte;
        total(toHex(bytes));
      }),
      { numRuns: 400 },
    );
  });

  it('are refused when a transaction is cut off anywhere, or goes on behind its end', () => {
    const hex = GENERATED[0]?.hex ?? '';
    for (let end = 0; end < hex.length; end += 2)
      expect(() => parseTempo(hex.slice(0, end))).toThrow(AppError);
    expect(() => parseTempo(`${hex}00`)).toThrow(
      expect.objectContaining({ code: 'RLP_TRAILING_BYTES' }) as Error,
    );
  });

  it('are read in bounded time: ten thousand calls', () => {
    const calls = 'c3808080'.repeat(10_000);
    const list = (content: string): string =>
      `f9${(content.length / 2).toString(16).padStart(4, '0')}${content}`;
    const hex = `76${list(`821079808080${list(calls)}c0808080808080c0`)}`;
    const reading = read(hex);
    expect(reading.blind).toBe(true);
    expect(reading.actions.length).toBe(64);
  });
});
