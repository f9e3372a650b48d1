import type { Activity } from '#protocol/activity.ts';
import type { Signer } from '#protocol/stamp.ts';

const APPROVALS_LAST_MS = 24 * 60 * 60 * 1000;

/** A key that somebody may stamp with, as the model sees it. */
export interface ModelKey {
  readonly signer: Signer;
  /** Which of the three users. */
  readonly user: number;
  readonly kind: 'lasting' | 'login' | 'read-write';
  /** Milliseconds since the epoch; the key is dead from then on. */
  readonly expiresAt: number;
  /** A session that another one of the same user ended. */
  ended: boolean;
  /** A key with an allowlist of its own, that lets in this machine. */
  readonly letIn?: true;
}

/** A request to rename a user, and its votes in the order in which they were cast. */
export interface ModelActivity {
  readonly activity: Activity;
  readonly votes: { readonly user: number; readonly approves: boolean; readonly at: number }[];
  status: Activity['status'];
  readonly user: number;
  readonly newName: string;
}

/** What the service should hold: three users, all of them the root quorum. */
export interface Model {
  now: number;
  readonly threshold: number;
  readonly userIds: readonly string[];
  readonly names: string[];
  readonly keys: ModelKey[];
  readonly activities: ModelActivity[];
  /** In the order in which they were imported. */
  readonly secrets: { readonly id: string; readonly name: string }[];
  allowlist: 'none' | 'here' | 'elsewhere';
}

type Verdict = 'in' | 'unknown' | 'expired' | 'elsewhere';

/** Whether a key is let in now. */
export function verdictOn(model: Model, key: ModelKey): Verdict {
  if (key.ended) return 'unknown';
  if (key.expiresAt <= model.now) return 'expired';
  return model.allowlist === 'elsewhere' && key.letIn !== true ? 'elsewhere' : 'in';
}

/** The HTTP status and the code that a key is kept out with. */
export const answerTo = (verdict: Exclude<Verdict, 'in'>): [status: number, code: string] =>
  ({
    unknown: [401, 'PUBLIC_KEY_NOT_FOUND'],
    expired: [401, 'API_KEY_EXPIRED'],
    elsewhere: [403, 'FORBIDDEN'],
  })[verdict] as [number, string];

/** Whose approvals count: those of the 24 hours that begin with the first one; the next one after those begins anew. */
export function standingApprovals({ votes }: ModelActivity, now: number): Set<number> {
  let began = -Infinity;
  let standing = new Set<number>();
  for (const { user, approves, at } of votes) {
    if (!approves) continue;
    if (at - began >= APPROVALS_LAST_MS) {
      began = at;
      standing = new Set();
    }
    standing.add(user);
  }
  return now - began >= APPROVALS_LAST_MS ? new Set() : standing;
}
