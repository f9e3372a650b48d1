/** One place that users have by turns: who asks for it many times doesn't keep the others waiting. */
export class UserTurns {
  #isTaken = false;
  /** Those who wait, by user, in the order in which the users have their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Takes the place, once it is this user's turn. */
  async take(userId: string): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve) => {
      const ofUser = this.#waiting.get(userId);
      if (ofUser === undefined) this.#waiting.set(userId, [resolve]);
      else ofUser.push(resolve);
    });
  }

  /** Hands the place to the next one. */
  leave(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#isTaken = false;
      return;
    }
    const [userId, [next, ...others]] = first;
    // Behind the other users.
    this.#waiting.delete(userId);
    if (others.length > 0) this.#waiting.set(userId, others);
    next?.();
  }
}
