import type { ApprovalView } from '#preload/approval-contract.ts';
import { buildPage } from '#preload/approval-card/card-model.ts';
import type { PageModel } from '#preload/approval-card/batch-model.ts';
import type { Envelope } from '#preload/contract/call.ts';

import type { BatchList, BatchPage } from '#preload/contract/requests.ts';

export type ApprovalDecision = 'approve' | 'deny';

/** Why a decision did not count. */
export interface RefusedDecision {
  readonly text: string;
  /** Whether the request goes on waiting for a decision. */
  readonly waits: boolean;
}

/** The preload's side of the approval contract; calls resolve to envelopes (src/preload/api.ts). */
interface ApprovalMembers {
  current(): Promise<Envelope>;
  page(input: { previewId: string; list: BatchList; page: number }): Promise<Envelope>;
  shown(listener: (view: ApprovalView | null) => void): () => void;
  moved(listener: () => void): () => void;
  behind(): Promise<Envelope>;
  passkeyCode(listener: (code: string | null) => void): () => void;
  decide(input: { previewId: string; decision: ApprovalDecision; passphrase?: string }): Promise<Envelope>;
}

// This page has a preload of its own: its bridge has the approval area and nothing else.
const members = (): ApprovalMembers =>
  (window as unknown as { keyops: { approval: ApprovalMembers } }).keyops.approval;

/** Asks what is to be shown now; null when nothing waits. The privileged side has parsed the answer. */
export async function readCurrent(): Promise<ApprovalView | null> {
  const answer = await members().current();
  if (!answer.ok) throw new Error(`${answer.message} ${answer.remedy}`.trim());
  return answer.value as ApprovalView | null;
}

/** Asks for a page of the batch under review; null where there is none such. */
export async function readPage(previewId: string, list: BatchList, page: number): Promise<PageModel | null> {
  const answer = await members().page({ previewId, list, page });
  if (!answer.ok) throw new Error(`${answer.message} ${answer.remedy}`.trim());
  const found = answer.value as BatchPage | null;
  return found === null ? null : buildPage(found);
}

/** Listens for what is to be shown next. */
export const onShown = (listener: (view: ApprovalView | null) => void): (() => void) =>
  members().shown(listener);

/** Listens for the privileged side's word that the surface moved. */
export const onMoved = (listener: () => void): (() => void) => members().moved(listener);

/** What the window showed when this came over it, as a data URL; null where this has a window of its own. */
export async function readBehind(): Promise<string | null> {
  const answer = await members().behind();
  return answer.ok ? (answer.value as string | null) : null;
}

/** Listens for the code that a passkey's page in the browser shows as well; null when it waits no more. */
export const onPasskeyCode = (listener: (code: string | null) => void): (() => void) =>
  members().passkeyCode(listener);

/**
 * Sends a decision; gives null when it counted, or why it did not.
 * @param passphrase what was typed, where the card asked for one
 */
export async function sendDecision(
  previewId: string,
  decision: ApprovalDecision,
  passphrase?: string,
): Promise<RefusedDecision | null> {
  const given = passphrase === undefined ? {} : { passphrase };
  const answer = await members().decide({ previewId, decision, ...given });
  if (answer.ok) return null;
  // That code alone says that nothing waits for a decision any more.
  return { text: `${answer.message} ${answer.remedy}`.trim(), waits: answer.code !== 'APPROVAL_REFUSED' };
}
