import { attempt } from '../../ui/toasts.ts';
import { type ConsoleApi, getConsole } from '../../bridge/console.ts';
import { go } from '../../navigation/navigation.ts';
import { createScreenFlow } from '../requests/request-flow.ts';

/** The dialog's request. */
export const openFlow = createScreenFlow();

type Wish = Parameters<ConsoleApi['loginSessions']['prepare' | 'logIn']>[0];

/** A session that is to be opened. */
export interface SessionDraft {
  readonly label: string;
  readonly origin: Wish['origin'];
  readonly expirationSeconds: number;
  readonly invalidateExisting: boolean;
  /** For logins in the browser. */
  readonly issuer: string;
  readonly clientId: string;
}

/** Whether a draft needs the system's browser. */
export const needsBrowser = (origin: SessionDraft['origin']): origin is 'oauth' | 'oauth-login' =>
  origin === 'oauth' || origin === 'oauth-login';

export const FIRST_SESSION: SessionDraft = {
  label: '',
  origin: 'stamp-login',
  expirationSeconds: 3600,
  invalidateExisting: false,
  issuer: '',
  clientId: '',
};

/** Prepares the request that opens a session; a login in the browser comes before it where the draft says so. */
export const prepareSession = ({ issuer, clientId, origin, ...draft }: SessionDraft): Promise<void> => {
  const input = { ...draft, label: draft.label.trim() };
  const { loginSessions } = getConsole();
  return openFlow.prepareWith(() =>
    needsBrowser(origin)
      ? loginSessions.logIn({ ...input, origin, issuer: issuer.trim(), clientId: clientId.trim() })
      : loginSessions.prepare({ ...input, origin }),
  );
};

/** Gives up what is being opened, and the login that waits for the browser. */
export function giveUpSession(): void {
  if (openFlow.useFlow.getState().stage === 'preparing')
    void attempt(() => getConsole().loginSessions.cancelLogIn());
  openFlow.reset();
}

/** Prepares the request that renews a session, and shows it. */
export function renewSession(publicKey: string): void {
  // One that is still under review ends by itself.
  giveUpSession();
  void openFlow.prepareWith(() => getConsole().loginSessions.renew({ publicKey }));
  go('sessions', `renew:${publicKey}`);
}
