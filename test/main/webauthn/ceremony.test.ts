import { request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type Clock, systemClock } from '#main/platform/clock.ts';
import { holdCeremony } from '#main/webauthn/ceremony.ts';
import type { CeremonyAsk } from '#main/webauthn/ceremony-page.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

const ASK: CeremonyAsk = {
  kind: 'get',
  label: 'Phone </script><img src=x>',
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  credentialId: 'aWQ',
  digest: 'ab'.repeat(32),
};
const LIMIT_MS = 20_000;
const schema = z.looseObject({ clientDataJson: z.string(), signature: z.string() });

let takeAway = (): void => undefined;
afterEach(() => takeAway());

/** Begins a ceremony and reads its page, as the operator's browser would. */
async function begin(clock: Clock = systemClock) {
  const opened: string[] = [];
  const parts = {
    clock,
    code: 'K7Q-4MX',
    limitMs: LIMIT_MS,
    openExternal: (address: string) => Promise.resolve(void opened.push(address)),
  };
  let url = '';
  const answered = holdCeremony(parts, ASK, schema, (page) => {
    url = page.url;
    takeAway = () => page.cancel();
  });
  answered.catch(() => undefined);
  while (url === '') await new Promise(setImmediate);
  const response = await fetch(url);
  const html = await response.text();
  const { state } = JSON.parse(/id="data">(.*)<\/script>/.exec(html)?.[1] ?? '') as { state: string };
  const { origin } = new URL(url);
  const answer = (changes: Record<string, string> = {}, stated = state) => ({
    state: stated,
    signature: 'c2ln',
    clientDataJson: Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge: ASK.challenge, origin, ...changes }),
    ).toString('base64url'),
  });
  return { url, origin, html, response, answered, answer, opened };
}

/** Posts as a page of an origin would; fetch does not let one say whose it is. */
const post = (url: string, body: unknown, origin: string | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = origin === undefined ? {} : { origin };
    const sent = request(url, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

it('opens a page that nobody can guess, and takes its answer', async () => {
  const { url, origin, answered, answer, opened } = await begin();
  expect(url).toMatch(/^http:\/\/localhost:\d+\/[A-Za-z0-9_-]{32}$/);
  expect(opened).toEqual([url]);
  expect(await post(url, answer(), origin)).toBe(200);
  expect(await answered).toMatchObject({ signature: 'c2ln' });
});

it('attack: a passkey named like markup stays text, under a policy that runs the page’s own script alone', async () => {
  const { html, response } = await begin();
  expect(html).not.toContain('<img');
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

it('attack: the page is replayed after its ceremony', async () => {
  const { url, origin, answered, answer } = await begin();
  await post(url, answer(), origin);
  await answered;
  await expect(
    post(url, answer(), origin)
      .then((status) => (status === 404 ? 'gone' : status))
      .catch(() => 'gone'),
  ).resolves.toBe('gone');
});

it('attack: another page’s state ends nothing', async () => {
  const other = await begin();
  const { url, origin, answered, answer } = await begin();
  const foreign = (JSON.parse(/id="data">(.*)<\/script>/.exec(other.html)?.[1] ?? '') as { state: string })
    .state;
  expect(await post(url, answer({}, foreign), origin)).toBe(403);
  expect(await post(url, { ...answer(), state: undefined }, origin)).toBe(403);
  expect(await post(url, 'no JSON', origin)).toBe(403);
  expect(await post(url, answer(), origin)).toBe(200);
  await expect(answered).resolves.toBeDefined();
  other.answered.catch(() => undefined);
});

it.each(['https://evil.example', 'http://localhost:1', 'null', undefined])(
  'attack: a post from the origin %s ends nothing',
  async (foreign) => {
    const { url, origin, answered, answer } = await begin();
    expect(await post(url, answer(), foreign)).toBe(403);
    expect(await post(url, answer(), origin)).toBe(200);
    await expect(answered).resolves.toBeDefined();
  },
);

it.each([
  ['another challenge', { challenge: 'b3RoZXI' }],
  ['another origin', { origin: 'https://evil.example' }],
  ['another ceremony', { type: 'webauthn.create' }],
])('attack: client data of %s is no answer', async (_, changes) => {
  const { url, origin, answered, answer } = await begin();
  expect(await post(url, answer(changes), origin)).toBe(400);
  await expect(answered).rejects.toMatchObject({ code: 'PASSKEY_ANSWER_INVALID' });
});

it('is called off on the page, or by the time', async () => {
  const { url, origin, answered, answer } = await begin();
  expect(await post(url, { state: answer().state, cancelled: true }, origin)).toBe(200);
  await expect(answered).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' });
  const clock = fakeClock();
  const late = await begin(clock);
  clock.forward(LIMIT_MS);
  await expect(late.answered).rejects.toMatchObject({ code: 'BROWSER_TIMEOUT' });
});

it('attack: a second load of the page ends the ceremony, and gives neither state nor challenge', async () => {
  const { url, origin, answered, answer } = await begin();
  const second = await fetch(url);
  expect(second.status).toBe(410);
  const html = await second.text();
  expect([html.includes(answer().state), html.includes(ASK.challenge)]).toEqual([false, false]);
  await expect(answered).rejects.toMatchObject({ code: 'BROWSER_PAGE_TAKEN' });
  const late = post(url, answer(), origin).catch(() => 'gone');
  expect([404, 'gone']).toContain(await late);
});

it('attack: an answer before the page was loaded ends nothing', async () => {
  const parts = { clock: systemClock, code: 'K7Q-4MX', limitMs: LIMIT_MS };
  const answered = holdCeremony(
    {
      ...parts,
      openExternal: async (url) => {
        const { origin } = new URL(url);
        expect(await post(url, { state: 'guessed', cancelled: true }, origin)).toBe(403);
      },
    },
    ASK,
    schema,
    (page) => (takeAway = () => page.cancel()),
  );
  answered.catch(() => undefined);
  expect(await Promise.race([answered, new Promise((done) => setTimeout(done, 300, 'waits'))])).toBe('waits');
});

it('shows the code that the console shows', async () => {
  expect((await begin()).html).toContain('<b>K7Q-4MX</b>');
});
