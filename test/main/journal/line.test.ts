import { describe, expect, it } from 'vitest';
import { GENESIS, chain, hashOf, parseLine, subjectOf } from '#main/journal/line.ts';
import { toUtf8 } from '#protocol/encoding.ts';

const id = '8a1f0c9e-4f0e-4f7e-9d3c-1b2a3c4d02c9';
const targetPublicKey = `02${'ab'.repeat(32)}`;
const of = (operation: string, parameters: object): string | undefined =>
  subjectOf(operation, toUtf8(JSON.stringify({ type: 'ANY', parameters })));

describe('what the journal says of an export', () => {
  it('names what was taken out by its ids', () => {
    expect(of('export_private_key', { privateKeyId: id, targetPublicKey })).toBe(`private key ${id}`);
    expect(of('export_wallet', { walletId: id, targetPublicKey })).toBe(`wallet ${id}`);
    expect(of('export_wallet_account', { address: '0xabc', targetPublicKey })).toBe('account 0xabc');
    const encryptionSuite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
    const secrets = [{ secretId: id, targetPublicKey, encryptionSuite }];
    expect(of('export_secrets', { secrets })).toBe(`secret ${id}`);
    expect(of('create_wallet', {})).toBeUndefined();
  });

  it('is part of the line’s hash: a line that names another key was edited', () => {
    const entry = {
      profile: 'Local',
      publicKey: '02',
      operation: 'export_wallet',
      digest: '00',
      outcome: 'completed',
    };
    const line = chain({ ...entry, subject: `wallet ${id}` }, 1, '2026-01-02T03:04:05.000Z', GENESIS);
    expect(parseLine(JSON.stringify(line))).toEqual(line);
    expect(hashOf({ ...line, subject: 'wallet of another' })).not.toBe(line.hash);
    const { subject, ...without } = line;
    expect(subject).toBe(`wallet ${id}`);
    expect(hashOf(without)).not.toBe(line.hash);
  });
});
