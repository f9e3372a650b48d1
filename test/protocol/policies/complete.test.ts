import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completionsAt } from '#protocol/policies/complete.ts';
import { drawnTokens } from '#protocol/policies/draw-tokens.ts';
import { type PolicyPart, faultAt, faultOf, keywordsOf } from '#protocol/policies/fields.ts';

/** What is offered where `|` stands. */
const offered = (text: string, part: PolicyPart = 'condition'): string[] =>
  completionsAt(text.replace('|', ''), text.indexOf('|'), keywordsOf(part)).options.map(
    ({ text: each }) => each,
  );

describe('completions of the policy language', () => {
  it.each([
    ['eth.tx.max_f|', ['max_fee_per_gas', 'max_fee_per_blob_gas']],
    ['wallet.|', ['id', 'imported', 'exported', 'label']],
    ['pri|', ['private_key']],
    ["activity.kind == 'x' && wallet.l|", ['label']],
    ["'a' in private_key.t|", ['tags']],
    ['private_key.tags.c|', ['contains()', 'count()']],
    ['eth.tx.to[0..2].|', []],
    ['bitcoin.tx.outputs[0].|', ['value', 'script_pubkey', 'address']],
    ['bitcoin.tx.outputs.all(o, o.|', ['value', 'script_pubkey', 'address']],
    ['bitcoin.tx.outputs.all(o, o.value > 1 && o.a|', ['address']],
    [
      'bitcoin.tx.outputs.filter(o, o.value > 1).|',
      ['all(item, )', 'any(item, )', 'filter(item, )', 'count()'],
    ],
    ['solana.tx.instructions.any(i, i.accounts.any(a, a.s|', ['signer']],
    ['(wallet.id == wallet.l|', ['label']],
    // Not inside a text, not where a value has ended, not behind what can't be read.
    ["wallet.label == 'wal|", []],
    ['wallet.label wal|', []],
    ['wallet.nothing.|', []],
    ['§ wal|', []],
    ['1|', []],
  ])('%s', (text, options) => {
    expect(offered(text)).toEqual(options);
  });

  it('offers each part its own names', () => {
    expect(offered('|', 'consensus')).toEqual(['approvers', 'credentials']);
    expect(offered('approvers.any(a, a.tags.con|', 'consensus')).toEqual(['contains()']);
    expect(offered('|', 'time')).toEqual(['time']);
    expect(offered('bitcoin.tx.outputs.all(o, |')).toContain('o');
    expect(offered('bitcoin.tx.outputs.all(o, true) && |')).not.toContain('o');
  });

  it('never throws, begins at or before the caret, and offers only what continues what was begun', () => {
    const piece = fc.constantFrom(
      ...[
        "'",
        '.',
        '(',
        ')',
        '[',
        ']',
        ',',
        ' ',
        '&&',
        'all',
        'any',
        'o',
        'eth',
        'tx',
        'bitcoin',
        'outputs',
        '0',
        '§',
        '"',
        '==',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.nat(60), (pieces, place) => {
        const text = pieces.join('');
        const caret = Math.min(place, text.length);
        const { from, options } = completionsAt(text, caret, keywordsOf('condition'));
        expect(from).toBeLessThanOrEqual(caret);
        for (const option of options) expect(option.text.startsWith(text.slice(from, caret))).toBe(true);
      }),
    );
  });

  it('what is offered makes a chain that the parser knows', () => {
    for (const { text } of completionsAt('eth.tx.', 7, keywordsOf('condition')).options)
      expect(faultOf('condition', `eth.tx.${text} == eth.tx.${text}`)).toBeNull();
  });
});

describe('tokens that are drawn', () => {
  it('are the text again, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("a.b == 'c", "x && 'y' 12", '')), (text) => {
        expect(
          drawnTokens(text)
            .map((each) => each.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

describe('the place of a fault', () => {
  it.each([
    ['eth.tx.max_f == 1', 7, 'Character 8: eth.tx has no field “max_f”.'],
    ['wallet.id == wallet.label &&\nfoo', 29, 'Line 2, character 1: There is no keyword foo here.'],
    ['', 0, 'Character 1: The expression is empty.'],
  ])('%s', (text, at, words) => {
    expect(faultAt('condition', text)).toEqual({ at, words });
  });
});
