import type { ResourceName } from '#protocol/catalogue/catalogue.ts';
import { keyMakers } from './kill-key-requests.ts';
import type { Makers } from './kill-making.ts';
import { organizationMakers } from './kill-organization-requests.ts';

/** A maker of requests for each operation that writes: one that is missing, or misspelt, does not compile. */
export const makers: Makers<ResourceName> = { ...keyMakers, ...organizationMakers };
