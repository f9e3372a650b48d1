import type { Page } from 'playwright-core';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import { callBridge } from './bridge-calls.ts';

/** Chooses an option of a dialog's list. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(label) }).click();
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
}

/** Chooses an entry of a session's menu. */
export async function act(page: Page, session: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${session}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** The open session of that name. */
export async function sessionNamed(page: Page, name: string): Promise<LoginSession> {
  const listed = await callBridge(page, 'loginSessions.list');
  const sessions = listed.ok ? (listed.value as LoginSession[]) : [];
  const found = sessions.find(({ label }) => label === name);
  if (found === undefined) throw new Error(`No session ${name} is open.`);
  return found;
}
