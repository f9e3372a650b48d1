import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import { type KnownValue, comparedAt, valueCompletions } from '#protocol/policies/compared-value.ts';
import { type PolicyPart, faultOf, keywordsOf } from '#protocol/policies/fields.ts';
import { catalogueValues } from '#protocol/form/known-values.ts';

/** What stands where `|` is compared with. */
const at = (text: string, part: PolicyPart = 'condition') =>
  comparedAt(text.replace('|', ''), text.indexOf('|'), keywordsOf(part));
const subjectAt = (text: string, part: PolicyPart = 'condition'): string | null =>
  at(text, part)?.subject ?? null;

/** The text once the first value was inserted where `|` stands. */
function inserted(text: string, values: readonly KnownValue[], part: PolicyPart = 'condition'): string {
  const place = at(text, part);
  if (place === null) throw new Error('Nothing is compared there.');
  const { from, to, options } = valueCompletions(place, values);
  const whole = text.replace('|', '');
  return `${whole.slice(0, from)}${options[0]?.text ?? ''}${whole.slice(to)}`;
}

describe('values that a policy compares with', () => {
  it.each([
    ["activity.type == '|", 'Activity.type'],
    ['activity.kind != |', 'Activity.kind'],
    ["activity.kind in ['SIGN_TRANSACTION', '|", 'Activity.kind'],
    ["activity.kind in ['|'] && wallet.id == 'x'", 'Activity.kind'],
    ["wallet.label == 'x' && eth.tx.chain_id == |", 'EthereumTransaction.chain_id'],
    ["private_key.tags.contains('|", 'PrivateKey.tags'],
    ["private_key.tags[0] == '|", 'PrivateKey.tags'],
    ["bitcoin.tx.outputs.all(o, o.address == '|", 'BitcoinTxOutput.address'],
    ["bitcoin.tx.outputs.all(o, o.address in ['|", 'BitcoinTxOutput.address'],
    ["solana.tx.spl_transfers[0].token_mint == '|", 'SPLTransfer.token_mint'],
    ["activity.params.user_id == '|", 'params.user_id'],
    ["activity.params.user_ids.contains('|", 'params.user_ids'],
    // Nothing is known of these.
    ['|', null],
    ["'|", null],
    ["wallet.nothing == '|", null],
    ["wallet.imported == '|", null],
    ["private_key.tags == '|", null],
    ["eth.tx.chain_id == '|", null],
    ["wallet.id == 'a|\nb", 'Wallet.id'],
    ["wallet.id == 'x' |", null],
    ['eth.tx.value > |', null],
    ['% wallet.id == |', null],
  ])('knows what stands before %s', (text, subject) => {
    expect(subjectAt(text)).toBe(subject);
  });

  it('knows the users of a consensus', () => {
    expect(subjectAt("approvers.any(user, user.id == '|", 'consensus')).toBe('User.id');
    expect(subjectAt("approvers.filter(u, u.tags.contains('|')).count() >= 2", 'consensus')).toBe(
      'User.tags',
    );
    expect(subjectAt("credentials.any(c, c.user_id == '|", 'consensus')).toBe('Credential.user_id');
  });

  const MAYA = { value: '0191f3a2-7c4e-7d10-8a5b-000000000001', name: 'Maya Ortiz' };
  const DANIEL = { value: '0191f3a2-7c4e-7d10-8a5b-000000000002', name: 'Daniel Cho' };

  it('writes an ID for a name, with its quotes, and takes those that stand there already', () => {
    const id = `'${DANIEL.value}'`;
    for (const [text, after] of [
      ["approvers.any(user, user.id == '|", `approvers.any(user, user.id == ${id}`],
      ["approvers.any(user, user.id == '|')", `approvers.any(user, user.id == ${id})`],
      ["approvers.any(user, user.id == 'dan|')", `approvers.any(user, user.id == ${id})`],
      ["approvers.any(user, user.id == 'dan|iel')", `approvers.any(user, user.id == ${id})`],
      ['approvers.any(user, user.id == dan|)', `approvers.any(user, user.id == ${id})`],
    ] as const)
      expect(inserted(text, text.includes('dan') ? [MAYA, DANIEL] : [DANIEL], 'consensus')).toBe(after);
  });

  it('leaves the rest of a policy alone where a text has no end yet', () => {
    const text = "wallet.id == '| && wallet.label == 'x'";
    expect(inserted(text, [MAYA])).toBe(`wallet.id == '${MAYA.value}' && wallet.label == 'x'`);
  });

  it('attack: what can end a text early is not offered', () => {
    const place = at("wallet.label == '|");
    if (place === null) throw new Error('Nothing is compared there.');
    const names = ["x' || true || 'a' == '", 'two\nlines', 'zero\u0000', 'Payroll'];
    const { options } = valueCompletions(
      place,
      names.map((value) => ({ value, name: '' })),
    );
    expect(options.map(({ text }) => text)).toEqual(["'Payroll'"]);
  });

  it('offers the number that is written before those that begin with it', () => {
    const place = at('eth.tx.chain_id == 1|');
    if (place === null) throw new Error('Nothing is compared there.');
    const { options } = valueCompletions(place, [
      { value: '10', name: 'OP Mainnet' },
      { value: '1', name: 'Ethereum mainnet' },
    ]);
    expect(options).toEqual([
      { text: '1', type: '', back: 0, name: 'Ethereum mainnet' },
      { text: '10', type: '', back: 0, name: 'OP Mainnet' },
    ]);
  });

  it('has every activity type of the catalogue, and values that the service’s parser takes', () => {
    const submits = catalogue.filter(({ kind }) => kind === 'submit');
    expect(catalogueValues('Activity.type')).toHaveLength(submits.length);
    expect(catalogueValues('Activity.resource').map(({ value }) => value)).toContain('PRIVATE_KEY');
    expect(catalogueValues('Activity.action').map(({ value }) => value)).toContain('EXPORT');
    for (const { value } of catalogueValues('Activity.kind'))
      expect(faultOf('condition', `activity.kind == '${value}'`)).toBeNull();
  });

  it('reads any text at any caret without an error', () => {
    const piece = fc.constantFrom(
      "'",
      '==',
      'in',
      '[',
      ']',
      '(',
      ')',
      '.',
      ',',
      'wallet',
      'id',
      ' ',
      '\n',
      '1',
      'contains',
      '%',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(), (pieces, place) => {
        const text = pieces.join('');
        const caret = place % (text.length + 1);
        const found = comparedAt(text, caret, keywordsOf('condition'));
        if (found === null) return;
        expect(found.from).toBeLessThanOrEqual(caret);
        expect(found.to).toBeGreaterThanOrEqual(caret);
        expect(found.to).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
