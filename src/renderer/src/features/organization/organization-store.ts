import type { OutputOf } from '#protocol/catalogue/operation.ts';
import type { getOrganization } from '#protocol/catalogue/organization.ts';
import { ask, createQuery } from '../../bridge/query.ts';

/** The organization with what belongs to it: public parts alone. */
export type Organization = OutputOf<typeof getOrganization>['organizationData'];

export const organization = createQuery(
  async (): Promise<Organization> =>
    (await ask<typeof getOrganization>('get_organization', {})).organizationData,
);

/** A user's name, or the id of one who is gone. */
export const userNameOf = (users: Organization['users'], userId: string): string =>
  users.find((user) => user.userId === userId)?.userName ?? userId;
