import type { Verification } from '#preload/contract/requests.ts';

/** Whether what was checked about an answer holds, all of it. */
export const allHold = (checks: readonly Verification[]): boolean => checks.every(({ passed }) => passed);
