import type { getIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { getOrganization } from '#protocol/catalogue/organization.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';
import { ask } from '../../bridge/live-query.ts';

/** The organization with what belongs to it: public parts alone. */
export type Organization = OutputOf<typeof getOrganization>['organizationData'];

export const organization = createQuery(
  async (): Promise<Organization> =>
    (await ask<typeof getOrganization>('get_organization', {})).organizationData,
);

/** A user's name, or the id of one who is gone. */
export const userNameOf = (users: Organization['users'], userId: string): string =>
  users.find((user) => user.userId === userId)?.userName ?? userId;

/** An IP allowlist as the service keeps it. */
export type Allowlist = OutputOf<typeof getIpAllowlist>['allowlist'];

/** The allowlist of an API key by its public key; that of the organization without one. */
const read = async (publicKey: string): Promise<Allowlist> =>
  (await ask<typeof getIpAllowlist>('get_ip_allowlist', publicKey === '' ? {} : { publicKey })).allowlist;

export const organizationAllowlist = createQuery(() => read(''));
export const keyAllowlist = createQuery(read);

/** Whether this console gets in, and from where the service sees it. */
export const networkAccess = createQuery(() => getConsole().network.standing());
