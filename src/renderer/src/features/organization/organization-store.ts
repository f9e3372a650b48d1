import type { getIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';
import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { getOrganization, getOrganizationConfigs } from '#protocol/catalogue/organization.ts';
import type { listPolicies } from '#protocol/catalogue/policies.ts';
import type { User, listUsers, whoami } from '#protocol/catalogue/users.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';
import { ask } from '../../bridge/live-query.ts';

type Configs = OutputOf<typeof getOrganizationConfigs>['configs'];

const readConfigs = async (): Promise<Configs> =>
  (await ask<typeof getOrganizationConfigs>('get_organization_configs', {})).configs;

/** Who belongs to the organization, and who can do everything together. */
interface Members {
  readonly users: readonly User[];
  readonly quorum: Configs['quorum'];
}

async function readMembers(): Promise<Members> {
  const [{ users }, { quorum }] = await Promise.all([ask<typeof listUsers>('list_users', {}), readConfigs()]);
  return { users, quorum };
}

// Each part is asked for by itself: the organization as a whole has every key and wallet.
export const members = createQuery(readMembers);

/** The members, and whose they are. */
export type NamedMembers = Members & Pick<OutputOf<typeof whoami>, 'organizationId' | 'organizationName'>;
export const namedMembers = createQuery(async (): Promise<NamedMembers> => {
  const [known, { organizationId, organizationName }] = await Promise.all([
    readMembers(),
    ask<typeof whoami>('whoami', {}),
  ]);
  return { ...known, organizationId, organizationName };
});

/** What is switched on for the organization. */
export type Feature = Configs['features'][number];
export const features = createQuery(async (): Promise<readonly Feature[]> => (await readConfigs()).features);

/** What its policies allow and deny. */
export const policies = createQuery(
  async () => (await ask<typeof listPolicies>('list_policies', {})).policies,
);

/** Who was asked to join, and who is there: only the organization as a whole tells of invitations. */
export const invitations = createQuery(
  async () => (await ask<typeof getOrganization>('get_organization', {})).organizationData,
);

/** A user's name, or the id of one who is gone. */
export const userNameOf = (users: readonly User[], userId: string): string =>
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
