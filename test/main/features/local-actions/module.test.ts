import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { type Console, createConsole } from '#main/app/console.ts';
import { LOCAL_OPERATIONS } from '#main/features/local-actions/local-action.ts';
import { buildCard } from '#preload/approval-card/card-model.ts';
import type { ApprovalView } from '#preload/approval-contract.ts';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { goWithoutUnlocking } from '#test/fixtures/add-profile.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { noService, TestHost } from '#test/fixtures/test-host.ts';

const ORGANIZATION = '0b1c2d3e-4f50-4a6b-8c7d-8e9f0a1b2c3d';

interface JournalLine {
  readonly operation: string;
  readonly subject?: string;
  readonly outcome: string;
}

let folder: string;
let console: Console;
let host: TestHost;
let keychain: ReturnType<typeof memoryKeychain>;
/** A program of the attacker's on this computer: what it was sent. */
let listener: Server;
let received: string[];
let address: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-local-'));
  host = new TestHost(noService);
  keychain = memoryKeychain();
  await goWithoutUnlocking(folder);
  console = await createConsole({ host, dataFolder: folder, keychain, clock: systemClock, version: '0' });
  received = [];
  listener = createServer((request, response) => {
    received.push(request.url ?? '');
    response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await console.close();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const ask = (name: string, input?: unknown) => {
  host.press();
  return console.dispatch('console', name, input);
};
const value = async <T>(name: string, input?: unknown): Promise<T> => {
  const answer = await ask(name, input);
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer.value as T;
};
/** What the approval surface shows for a call, and what the call gives after the decision. */
async function decide(call: ReturnType<typeof ask>, decision: 'approve' | 'deny') {
  await host.until(() => host.approvalShown);
  const shown = await console.dispatch('approval', 'approval.current', undefined);
  if (!shown.ok || shown.value === null) throw new Error('Nothing is shown.');
  const view = shown.value as ApprovalView;
  await console.dispatch('approval', 'approval.decide', { previewId: view.preview.id, decision });
  return { card: buildCard(view), answer: await call };
}
const sentenceOf = ({ sentence }: ReturnType<typeof buildCard>): string =>
  sentence.map((part) => (part.kind === 'groups' ? part.groups.join('') : part.text)).join('');
const journal = (): Promise<JournalLine[]> =>
  value('journal.list', { before: null, limit: 50, filter: 'changes' });
const profile = () => ({ name: 'Mine', baseUrl: address, organizationId: ORGANIZATION });
const label = 'Laptop';
const create = () =>
  value<{ publicKey: string }>('credentials.create', { label, curve: 'API_KEY_CURVE_P256' });

it('has no name that an operation of the catalogue has', () => {
  expect(LOCAL_OPERATIONS.filter((name) => operationByPath(name) !== undefined)).toEqual([]);
});

describe('attack: the page deletes the only key of a profile', () => {
  it('deletes nothing before the surface named it, and nothing when it is canceled', async () => {
    const { publicKey } = await create();
    const { card, answer } = await decide(ask('credentials.forget', { publicKey }), 'deny');
    expect(sentenceOf(card)).toBe('Delete the API key “Laptop” from this computer’s keychain.');
    expect([card.effect, card.needsCheck]).toEqual(['destroy', true]);
    expect(answer).toMatchObject({ ok: false, code: 'ACTION_DENIED' });
    expect([...keychain.items.keys()]).toContain(`credential:${publicKey}`);
    expect(await journal()).toEqual([]);
  });

  it('has a line in the journal when it is approved, and no row about a stamp', async () => {
    const { publicKey } = await create();
    const { card, answer } = await decide(ask('credentials.forget', { publicKey }), 'approve');
    expect(answer).toMatchObject({ ok: true });
    expect(card.rows.map((row) => row.label)).not.toContain('Stamped by');
    expect([...keychain.items.keys()]).not.toContain(`credential:${publicKey}`);
    expect(await journal()).toMatchObject([
      {
        operation: 'forget_credential',
        subject: `API key “Laptop” ${publicKey}`,
        outcome: 'approved',
      },
    ]);
    expect(readFileSync(join(folder, 'journal.jsonl'), 'utf8')).toContain('forget_credential');
  });

  it('a second key that the page just made does not make the first one look spare', async () => {
    const { publicKey } = await create();
    await create();
    const { card } = await decide(ask('credentials.forget', { publicKey }), 'deny');
    expect(card.warnings.map(({ title }) => title)).toEqual(['No other working credential is known']);
  });
});

describe('attack: the page makes the privileged side send its bytes to an address', () => {
  it('a profile is added only after the surface named its address', async () => {
    const denied = await decide(ask('profiles.add', profile()), 'deny');
    expect(sentenceOf(denied.card)).toBe(`Add the profile “Mine” and send its requests to ${address}.`);
    expect(denied.answer).toMatchObject({ ok: false, code: 'ACTION_DENIED' });
    const { profiles } = await value<{ profiles: unknown[] }>('app.bootstrap');
    expect(profiles).toHaveLength(1);

    const { answer } = await decide(ask('profiles.add', profile()), 'approve');
    expect(answer).toMatchObject({ ok: true });
    expect(await journal()).toMatchObject([
      { operation: 'add_profile', subject: `profile “Mine” at ${address}`, outcome: 'approved' },
    ]);
  });

  it('an auth proxy is asked only where the surface named it', async () => {
    const added = await decide(ask('profiles.add', profile()), 'approve');
    const { id } = (added.answer as unknown as { value: { id: string } }).value;
    await value('profiles.select', { id });
    await create();
    const place = { url: `${address}/exfiltrate`, configId: 'x'.repeat(100) };
    const { card, answer } = await decide(ask('published.placeAuthProxy', place), 'deny');
    expect(sentenceOf(card)).toBe(`Ask the auth proxy of “Mine” at ${place.url}.`);
    expect(answer).toMatchObject({ ok: false, code: 'ACTION_DENIED' });
    await ask('published.authProxy');
    expect(received.filter((path) => path.includes('exfiltrate'))).toEqual([]);
  });

  it('an issuer is contacted only after the surface named it, and asked about once', async () => {
    await create();
    const login = {
      ...{ origin: 'oauth', issuer: address, clientId: 'console', label: 'S' },
      ...{ expirationSeconds: 900, invalidateExisting: false },
    };
    const denied = await decide(ask('loginSessions.logIn', login), 'deny');
    expect(sentenceOf(denied.card)).toContain(`Contact ${address}/ for the first time`);
    expect(denied.answer).toMatchObject({ ok: false, code: 'ACTION_DENIED' });
    expect(received).toEqual([]);

    await decide(ask('loginSessions.logIn', login), 'approve');
    expect(received).toEqual(['/.well-known/openid-configuration']);
    expect(await ask('loginSessions.logIn', login)).toMatchObject({ ok: false, code: 'OIDC_ISSUER_INVALID' });
    expect((await journal()).map(({ operation }) => operation)).toEqual(['log_in_at_new_issuer']);
  });

  it('is denied by the lock, and nothing waits behind it', async () => {
    const adding = ask('profiles.add', profile());
    await host.until(() => host.approvalShown);
    await value('app.lock');
    expect(await adding).toMatchObject({ ok: false, code: 'ACTION_DENIED' });
    await value('app.unlock');
    const { profiles } = await value<{ profiles: unknown[] }>('app.bootstrap');
    expect(profiles).toHaveLength(1);
  });
});
