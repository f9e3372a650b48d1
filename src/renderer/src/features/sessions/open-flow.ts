import { getConsole } from '../../bridge/console.ts';
import type { ConsoleApi } from '../../bridge/console.ts';
import { go } from '../../frame/navigation.ts';
import { createRequestFlow } from '../signing/request-flow.ts';

/** The dialog's request. */
export const openFlow = createRequestFlow();

type Wish = Parameters<ConsoleApi['loginSessions']['prepare']>[0];

/** A session that is to be opened. */
export interface SessionDraft {
  readonly label: string;
  readonly origin: Wish['origin'];
  readonly expirationSeconds: number;
  readonly invalidateExisting: boolean;
}

export const FIRST_DRAFT: SessionDraft = {
  label: '',
  origin: 'stamp-login',
  expirationSeconds: 3600,
  invalidateExisting: false,
};

/** Prepares the request that opens a session. */
export const prepareSession = (draft: SessionDraft): Promise<void> =>
  openFlow.prepareWith(() => getConsole().loginSessions.prepare({ ...draft, label: draft.label.trim() }));

/** Prepares the request that renews a session, and shows it. */
export function renewSession(publicKey: string): void {
  void openFlow.prepareWith(() => getConsole().loginSessions.renew({ publicKey }));
  go('sessions', `renew:${publicKey}`);
}
