import { describe, expect, it } from 'vitest';
import { coveredBy, RENDERINGS, type Cover } from '#main/features/previews/covers.ts';
import { NOTHING_EXPECTED } from '#main/features/previews/preview-maker.ts';
import { withUnmentioned } from '#main/features/previews/unmentioned.ts';
import { stampLogin } from '#protocol/catalogue/sessions.ts';
import type { Fact } from '#chains/model/decoded.ts';
import { OFFLINE, OWN_KEY } from './preview-context.ts';

const fact = (value: string): Fact => ({ label: 'Ends', value, kind: 'text' });

describe('a fact that speaks for a parameter', () => {
  const leaf = { path: ['a', 0], value: '86400' };
  const ends = fact('after 1 day');

  it('counts where it writes the value as it says', () => {
    expect(coveredBy([{ fact: ends, path: ['a', 0], as: 'duration' }], [ends])(leaf)).toBe(true);
  });

  it.each<[string, Omit<Cover, 'fact'>, string]>([
    ['says another value', { path: ['a', 0], as: 'duration' }, 'after 2 days'],
    ['says a part of another', { path: ['a', 0], as: 'duration' }, 'after 11 days'],
    ['is for another parameter', { path: ['a', 1], as: 'duration' }, 'after 1 day'],
    ['writes it otherwise', { path: ['a', 0], as: 'digest' }, 'after 1 day'],
  ])('attack: a cover that %s hides the parameter', (_, cover, value) => {
    const said = fact(value);
    expect(coveredBy([{ ...cover, fact: said }], [said])(leaf)).toBe(false);
  });

  it('attack: a cover by a fact that is not on the card hides the parameter', () => {
    expect(coveredBy([{ fact: ends, path: ['a', 0], as: 'duration' }], [])(leaf)).toBe(false);
  });

  it('attack: a preview whose cover lies leaves the parameter out', async () => {
    const lie = fact('after 1 hour');
    const make = withUnmentioned(() =>
      Promise.resolve({
        sentence: [{ kind: 'text', value: 'Log in.' }],
        facts: [lie],
        covers: [{ fact: lie, path: ['expirationSeconds'], as: 'duration' }],
        warnings: [],
        reading: null,
        expectation: NOTHING_EXPECTED,
      }),
    );
    const parameters = { publicKey: OWN_KEY, expirationSeconds: '31536000' };
    const { facts } = await make(parameters, { ...OFFLINE, operation: stampLogin });
    expect(facts.map(({ value }) => value)).toEqual(['after 1 hour', OWN_KEY, '31536000']);
  });
});

describe('words for values', () => {
  it.each([
    ['duration', ['1', '60', '61', '3600', '86400', '86401', '172800', '2592000', 'x']],
    ['transport', ['AUTHENTICATOR_TRANSPORT_USB', 'AUTHENTICATOR_TRANSPORT_INTERNAL', 'x']],
    ['curve', ['CURVE_P256', 'CURVE_SECP256K1', 'CURVE_ED25519']],
    ['addressFormat', ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_SOLANA']],
    ['pathFormat', ['PATH_FORMAT_BIP32', 'x']],
    ['becomes', ['1', '2', '12']],
    ['endsSessions', ['true', 'false']],
    ['digest', ['a', 'b']],
    ['plain', ['a', 'b']],
  ] as const)('%s tell values apart', (as, values) => {
    expect(new Set(values.map((value) => RENDERINGS[as](value))).size).toBe(values.length);
  });
});
