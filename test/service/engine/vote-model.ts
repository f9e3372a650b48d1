const DAY_MS = 24 * 60 * 60 * 1000;

export type Status = 'CONSENSUS_NEEDED' | 'COMPLETED' | 'REJECTED';
export interface Quorum {
  readonly threshold: number;
  readonly members: readonly number[];
}
export type Wish = { readonly name: string } | { readonly quorum: Quorum };

interface Pending {
  readonly wish: Wish;
  status: Status;
  /** When the approvals that count began. */
  since: number;
  approved: Set<number>;
  readonly everApproved: Set<number>;
  readonly rejected: Set<number>;
}

/** What votes ought to do, in a few lines: users are numbers, and the root quorum alone decides. */
export class VoteModel {
  now = 0;
  name = 'Root user';
  quorum: Quorum = { threshold: 1, members: [0] };
  readonly activities: Pending[] = [];

  /** @returns the new activity, or undefined when it is refused */
  submit(user: number, wish: Wish): Pending | undefined {
    if (!this.quorum.members.includes(user)) return undefined;
    const made: Pending = {
      wish,
      status: 'CONSENSUS_NEEDED',
      since: this.now,
      approved: new Set([user]),
      everApproved: new Set([user]),
      rejected: new Set(),
    };
    this.activities.push(made);
    if (this.quorum.threshold === 1) this.#carryOut(made);
    return made;
  }

  /** @returns the HTTP status of the answer */
  approve(user: number, activity: Pending): number {
    if (activity.status !== 'CONSENSUS_NEEDED') return activity.everApproved.has(user) ? 200 : 400;
    const standing = this.#standing(activity);
    if (standing.has(user)) return 200;
    if (!this.canApprove(user, activity)) return 403;
    const after = new Set([...standing, user]);
    const outcome = this.#outcome(after, activity.rejected);
    if (standing.size === 0) activity.since = this.now;
    activity.approved = after;
    activity.everApproved.add(user);
    if (outcome === 'allowed') this.#carryOut(activity);
    if (outcome === 'rejected') activity.status = 'REJECTED';
    return 200;
  }

  /** @returns the HTTP status of the answer */
  reject(user: number, activity: Pending): number {
    if (activity.rejected.has(user)) return 200;
    if (activity.status !== 'CONSENSUS_NEEDED') return 400;
    if (!this.canReject(user, activity)) return 403;
    activity.rejected.add(user);
    const outcome = this.#outcome(this.#standing(activity), activity.rejected);
    if (outcome === 'rejected') activity.status = 'REJECTED';
    return 200;
  }

  canApprove(user: number, activity: Pending): boolean {
    if (activity.status !== 'CONSENSUS_NEEDED') return false;
    if (activity.rejected.has(user) || this.#standing(activity).has(user)) return false;
    return this.quorum.members.includes(user) && this.#isReachable(activity.rejected);
  }

  canReject(user: number, activity: Pending): boolean {
    if (activity.status !== 'CONSENSUS_NEEDED' || activity.rejected.has(user)) return false;
    return this.canApprove(user, activity) || this.#standing(activity).has(user);
  }

  #standing(activity: Pending): Set<number> {
    return this.now - activity.since < DAY_MS ? activity.approved : new Set();
  }

  #isReachable(rejected: ReadonlySet<number>): boolean {
    const { threshold, members } = this.quorum;
    return members.filter((member) => !rejected.has(member)).length >= threshold;
  }

  #outcome(approved: ReadonlySet<number>, rejected: ReadonlySet<number>): 'allowed' | 'open' | 'rejected' {
    const { threshold, members } = this.quorum;
    const counted = members.filter((member) => approved.has(member) && !rejected.has(member)).length;
    if (counted >= threshold) return 'allowed';
    if (members.filter((member) => rejected.has(member)).length >= threshold) return 'rejected';
    return this.#isReachable(rejected) ? 'open' : 'rejected';
  }

  #carryOut(activity: Pending): void {
    activity.status = 'COMPLETED';
    if ('name' in activity.wish) this.name = activity.wish.name;
    else this.quorum = activity.wish.quorum;
  }
}
