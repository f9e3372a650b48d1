// Attacks on a login at an issuer: what is called off, by whomever, ends before and behind the page in the browser, too.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loginSessions } from '#main/features/login-sessions/module.ts';
import { systemClock } from '#main/platform/clock.ts';
import { openedAddress } from '#test/fixtures/opened-address.ts';
import { OidcIssuer } from '#test/fixtures/oidc-issuer.ts';

let issuer: OidcIssuer;
let dataFolder: string;
let opened: string[];
let prepared: string[];
beforeAll(async () => {
  issuer = await OidcIssuer.start();
  dataFolder = mkdtempSync(join(tmpdir(), 'keyops-issuer-'));
});
beforeEach(() => {
  [opened, prepared] = [[], []];
  issuer.answer = undefined;
});
afterAll(async () => {
  await issuer.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

interface Running {
  readonly handlers: {
    loginSessions: Record<'logIn' | 'cancelLogIn', (input?: unknown) => Promise<unknown>>;
  };
  readonly onLock: () => void;
  readonly onProfileChange: () => void;
}

/** The module in a console whose browser follows every address, and which prepares nothing but says so. */
const started = () =>
  loginSessions.start({
    host: {
      onWake: () => undefined,
      openExternal: async (url: string) => {
        opened.push(url);
        await fetch(openedAddress(url));
      },
    },
    clock: systemClock,
    dataFolder,
    storage: { settings: { get: () => Promise.resolve('approved') } },
    news: { answered: { on: () => undefined } },
    madeKeys: { add: () => undefined },
    runtime: { locked: false, locks: 0 },
    sessions: {
      current: () => {
        prepared.push('session');
        return Promise.reject(new Error('As far as it goes here.'));
      },
    },
  } as unknown as Parameters<typeof loginSessions.start>[0]) as unknown as Running;
const logIn = ({ handlers }: Running): Promise<unknown> =>
  handlers.loginSessions.logIn({
    ...{ origin: 'oauth-login', label: 'Desk', expirationSeconds: 3600, invalidateExisting: false },
    ...{ issuer: issuer.url, clientId: 'keyops-console' },
  });
/** Ends the login in the ways that there are. */
const WAYS: Readonly<Record<string, (running: Running) => void>> = {
  lock: ({ onLock }) => onLock(),
  'switch of profiles': ({ onProfileChange }) => onProfileChange(),
  cancel: ({ handlers }) => void handlers.loginSessions.cancelLogIn(),
};

it('prepares the token of a login that nobody called off', async () => {
  const running = started();
  await expect(logIn(running)).rejects.toThrow('As far as it goes here.');
  expect([opened.length, prepared]).toEqual([1, ['session']]);
});

it.each(Object.keys(WAYS))(
  'attack: a %s while the issuer is asked for its addresses is lost, and the browser opens',
  async (way) => {
    const running = started();
    issuer.answer = (path) => {
      if (path.includes('openid-configuration')) WAYS[way]?.(running);
      return false;
    };
    await expect(logIn(running)).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' });
    expect([opened, prepared]).toEqual([[], []]);
  },
);

it.each(Object.keys(WAYS))(
  'attack: a %s while the issuer gives the token is lost, and it is prepared for another profile',
  async (way) => {
    const running = started();
    issuer.answer = (path) => {
      if (path.startsWith('/token')) WAYS[way]?.(running);
      return false;
    };
    await expect(logIn(running)).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' });
    expect([opened.length, prepared]).toEqual([1, []]);
    // The next one goes its way.
    issuer.answer = undefined;
    await expect(logIn(running)).rejects.toThrow('As far as it goes here.');
  },
);
