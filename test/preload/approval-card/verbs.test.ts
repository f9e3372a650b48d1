// What a card asks and what its button says, for every operation that there is.
import { describe, expect, it } from 'vitest';
import { fromSummary, verbsOf } from '#preload/approval-card/verbs.ts';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import { preview } from '../../renderer/fake-data.ts';

const submits = catalogue.filter(({ kind }) => kind === 'submit');
const verbs = (operation: string, change: Partial<typeof preview> = {}) =>
  verbsOf({
    ...preview,
    operation,
    summary: submits.find(({ path }) => path === operation)?.summary ?? '',
    body: '',
    ...change,
  });

describe('the words of an act', () => {
  it.each(submits.map(({ path }) => path))('ask and confirm %s with the same verb', (path) => {
    const { title, confirm } = verbs(path);
    expect(confirm).not.toBe('');
    expect(confirm.split(' ')[0]).toBe(title.split(' ')[0]);
    expect(confirm).not.toMatch(/approve and|stamp/i);
    expect(confirm.length).toBeLessThanOrEqual(48);
  });

  it('never confirm two effects with the same words', () => {
    const effects = new Map<string, Set<string>>();
    for (const { path, effect } of submits) {
      const { confirm } = verbs(path);
      effects.set(confirm, (effects.get(confirm) ?? new Set()).add(effect));
    }
    expect([...effects].filter(([, of]) => of.size > 1)).toEqual([]);
  });

  it('call a rejection a rejection and an approval an approval, and nothing else either', () => {
    expect(verbs('reject_activity')).toEqual({ title: 'Reject this request', confirm: 'Reject request' });
    expect(verbs('approve_activity')).toEqual({ title: 'Approve this request', confirm: 'Approve request' });
    for (const { path } of submits) {
      if (path !== 'approve_activity') expect(verbs(path).confirm).not.toMatch(/^approve/i);
      if (path !== 'reject_activity') expect(verbs(path).confirm).not.toMatch(/^reject/i);
    }
  });

  it('call a set of votes by its way, and count them', () => {
    const facts = [{ label: 'Requests', value: '25', kind: 'number' as const }];
    expect(verbs('approve_set', { facts }).confirm).toBe('Approve 25 requests');
    expect(verbs('reject_set', { facts }).title).toBe('Reject 25 requests');
  });

  it.each([
    ['sign_transaction', 'Sign and send'],
    ['sign_raw_payload', 'Sign payload'],
    ['export_private_key', 'Export key'],
    ['export_wallet', 'Export wallet'],
    ['export_secrets', 'Export secrets'],
    ['delete_users', 'Delete users'],
    ['delete_policy', 'Delete policy'],
    ['import_wallet', 'Import wallet'],
    ['create_wallet', 'Create wallet'],
    ['create_api_keys', 'Create API keys'],
    ['stamp_login', 'Log in'],
    ['create_read_write_session', 'Open session'],
  ])('confirm %s with “%s”', (path, confirm) => {
    expect(verbs(path).confirm).toBe(confirm);
  });

  it('say how many requests a batch has', () => {
    const facts = (value: string) => [{ label: 'Requests', value, kind: 'number' as const }];
    expect(verbs('request_set', { facts: facts('1,062') }).confirm).toBe('Sign and send 1,062 requests');
    expect(verbs('request_set', { facts: facts('1') }).title).toBe('Sign and send 1 request');
  });

  it('speak of one thing where a list has one', () => {
    const body = JSON.stringify({ parameters: { userIds: ['a'] } });
    expect(verbs('delete_users', { body })).toEqual({ title: 'Delete this user', confirm: 'Delete user' });
    expect(fromSummary('Delete policies', true).confirm).toBe('Delete policy');
    expect(verbs('delete_users', { body: '{"parameters":{"userIds":["a","b"]}}' }).title).toBe(
      'Delete these users',
    );
  });

  it('call a text a message', () => {
    const facts = [{ label: 'Text', value: 'Hello', kind: 'text' as const }];
    expect(verbs('sign_raw_payload', { facts }).confirm).toBe('Sign message');
  });
});
