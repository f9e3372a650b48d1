import { describe, expect, it } from 'vitest';
import type { Outcome } from '#preload/contract/requests.ts';
import {
  holds,
  outcomeTitle,
  signedFileName,
  signedForms,
} from '#renderer/features/requests/outcome-text.ts';

const completed = (passed: boolean): Outcome => ({
  state: 'completed',
  activityId: 'a',
  fingerprint: 'sha256:aa',
  result: {},
  verifications: [
    { name: 'Signer', passed: true, detail: '' },
    { name: 'Fields', passed, detail: '' },
  ],
  transaction: { hash: '0xaa', signed: '02' },
});

describe('the words for an outcome', () => {
  it('says signed and verified when every check passed', () => {
    expect(outcomeTitle(completed(true))).toBe('Signed and verified');
  });

  it('says not to use a result of which one check failed', () => {
    expect(holds(completed(false))).toBe(false);
    expect(outcomeTitle(completed(false))).toBe('Do not use this result');
  });

  it('names a file after the transaction hash, as the bridge takes names', () => {
    expect(signedFileName('0x9f2c41d7b08ab031')).toBe('signed-9f2c41d7.txt');
  });
});

describe('the forms of a signed transaction', () => {
  const base64 = { name: 'PSBT in base64', text: 'cHNidP8' };
  const raw = { name: 'Raw transaction', text: '0200' };

  it('has what the network takes first, and the PSBT below', () => {
    const forms = [base64, { ...raw, isFinal: true as const }];
    expect(signedForms({ signed: '70736274ff', forms })).toEqual({
      first: raw.text,
      others: [{ name: 'PSBT in hex', text: '70736274ff' }, base64],
    });
  });

  it('has the service’s first where that isn’t finished, or is what the network takes', () => {
    expect(signedForms({ signed: '70736274ff', forms: [base64] })).toEqual({
      first: '70736274ff',
      others: [base64],
    });
    expect(signedForms({ signed: '02' })).toEqual({ first: '02', others: [] });
  });
});
