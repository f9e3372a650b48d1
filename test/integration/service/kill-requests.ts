import { keyMakers } from './kill-key-requests.ts';
import type { Make } from './kill-making.ts';
import { organizationMakers } from './kill-organization-requests.ts';

/** A maker of requests for each operation that writes, by its path. */
export const makers: Readonly<Record<string, Make>> = { ...keyMakers, ...organizationMakers };
