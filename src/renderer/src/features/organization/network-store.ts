import type { getIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import { getConsole } from '../../bridge/console.ts';
import { ask, createQuery } from '../../bridge/query.ts';

/** An IP allowlist as the service keeps it. */
export type Allowlist = OutputOf<typeof getIpAllowlist>['allowlist'];

/** The allowlist of an API key by its public key; that of the organization without one. */
const read = async (publicKey: string): Promise<Allowlist> =>
  (await ask<typeof getIpAllowlist>('get_ip_allowlist', publicKey === '' ? {} : { publicKey })).allowlist;

export const organizationAllowlist = createQuery(() => read(''));
export const keyAllowlist = createQuery(read);

/** Whether this console gets in, and from where the service sees it. */
export const standing = createQuery(() => getConsole().network.standing());
