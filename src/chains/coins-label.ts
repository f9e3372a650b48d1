import type { Fact } from './decoded.ts';

/** What the coins are called that a call sends: the amount, unless the call states one of its own. */
export const coinsLabel = (facts: readonly Fact[]): string =>
  facts.some(({ label }) => label === 'Amount') ? 'Coins' : 'Amount';
