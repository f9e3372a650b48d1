import { describe, expect, it } from 'vitest';
import type { ApprovalView } from '#preload/approval-contract.ts';
import type { RecognisedAction, DecodedTransaction } from '#chains/model/decoded.ts';
import { buildCard } from '#preload/approval-card/card-model.ts';

const ADDRESS = '0x5e2f9B0C41D7b9a9C2F4d3E1b8A6F7c0d9E8b7a6';
const DIGEST = '9f2c41d76b0e2a13'.repeat(4);

const reading = (change: Partial<DecodedTransaction> = {}): DecodedTransaction => ({
  chain: 'ethereum',
  network: 'Ethereum mainnet',
  sentence: [],
  facts: [],
  actions: [],
  raw: [],
  warnings: [],
  blind: false,
  ...change,
});

const view = (change: Partial<ApprovalView['preview']> = {}): ApprovalView => ({
  deniesAtMs: 60_000,
  nowMs: 0,
  theme: 'system',
  preview: {
    id: 'preview-1',
    operation: 'sign_transaction',
    effect: 'sign',
    summary: 'Sign a transaction',
    createdAtMs: 0,
    expiresAtMs: 300_000,
    pending: [],
    sentence: [
      { kind: 'text', value: 'Send 1 ETH to ' },
      { kind: 'address', value: ADDRESS },
    ],
    facts: [{ label: 'To', value: ADDRESS, kind: 'address' }],
    warnings: [],
    reading: reading(),
    body: '{}',
    digest: DIGEST,
    credential: { label: 'ops-laptop', publicKey: '02aa', curve: 'API_KEY_CURVE_P256' },
    profile: { id: 'local', name: 'Local', organizationId: 'org', organizationName: 'Acme Treasury' },
    ...change,
  },
});

const warning = (code: string, severity: 'notice' | 'caution' | 'danger') => ({
  code,
  severity,
  title: code,
  text: 'Text.',
});

describe('the approval card', () => {
  it('shows addresses and the digest whole, in groups of eight', () => {
    const card = buildCard(view());
    const groups = ['0x5e2f9B0C', '41D7b9a9', 'C2F4d3E1', 'b8A6F7c0', 'd9E8b7a6'];
    expect(card.sentence[1]).toEqual({ kind: 'groups', groups });
    expect(card.rows.find((row) => row.label === 'To')?.value).toEqual({ kind: 'groups', groups });
    const digest = card.details.find((row) => row.label === 'Request digest')?.value;
    expect(digest?.kind === 'groups' && digest.groups.join('')).toBe(DIGEST);
  });

  it('names chain, organization, profile, credential and its curve', () => {
    const rows = buildCard(view()).rows.map((row) => [row.label, row.note]);
    expect(rows).toEqual([
      ['Chain', ''],
      ['To', ''],
      ['Organization', 'Local'],
      ['Credential', 'P-256'],
    ]);
  });

  it('says blind signing in words and asks for the tick when a part could not be read', () => {
    const card = buildCard(view({ reading: reading({ blind: true }) }));
    expect(card.warnings.map((each) => each.title)).toEqual(['Blind signing']);
    expect(card.needsCheck).toBe(true);
  });

  it('does not say it twice when the reading already did', () => {
    const card = buildCard(
      view({ reading: reading({ blind: true }), warnings: [warning('BLIND_SIGNING', 'danger')] }),
    );
    expect(card.warnings.map((each) => each.title)).toEqual(['BLIND_SIGNING']);
  });

  it('groups an address inside the text of a warning, too', () => {
    const text = `${ADDRESS} could take every token.`;
    const [shown] = buildCard(view({ warnings: [{ ...warning('UNLIMITED', 'danger'), text }] })).warnings;
    expect(shown?.text.map((value) => (value.kind === 'groups' ? value.groups.length : value.text))).toEqual([
      '',
      5,
      ' could take every token.',
    ]);
  });

  it('puts the gravest warning first; only a grave one needs the tick', () => {
    const warnings = [warning('a', 'notice'), warning('b', 'danger'), warning('c', 'caution')];
    expect(buildCard(view({ warnings })).warnings.map((each) => each.title)).toEqual(['b', 'c', 'a']);
    expect(buildCard(view({ warnings: warnings.slice(2) })).needsCheck).toBe(false);
  });

  it('lists each action of a transaction that does several, nested ones too', () => {
    const action = (title: string, actions: RecognisedAction[] = []): RecognisedAction => ({
      id: title,
      title,
      facts: [],
      actions,
    });
    const steps = (actions: RecognisedAction[]) =>
      buildCard(view({ reading: reading({ actions }) })).actions.map((each) => [each.title, each.depth]);
    expect(steps([action('multicall', [action('transfer'), action('batch', [action('approve')])])])).toEqual([
      ['1. transfer', 0],
      ['2. batch', 0],
      ['2.1. approve', 1],
    ]);
    expect(steps([action('call'), action('delegate')])).toEqual([
      ['1. call', 0],
      ['2. delegate', 0],
    ]);
    expect(steps([action('transfer')])).toEqual([]);
  });

  it('shows a right-to-left override in an organization name', () => {
    const base = view();
    const profile = { ...base.preview.profile, organizationName: 'Acme\u202E' };
    const row = buildCard(view({ profile })).rows.find((each) => each.label === 'Organization');
    expect(row?.value).toEqual({ kind: 'words', text: 'Acme[U+202E]' });
  });

  it.each([
    ['Solana', '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'],
    ['Tron', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'],
    ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ])('shows a %s address in a warning in groups, whole', (_chain, address) => {
    const said = { ...warning('A', 'danger'), text: `It acts for ${address}; take care.` };
    const [caution] = buildCard(view({ warnings: [said] })).warnings;
    const drawn = caution?.text.find(({ kind }) => kind === 'groups');
    expect(drawn?.kind === 'groups' && drawn.groups.join('')).toBe(address);
  });
});
