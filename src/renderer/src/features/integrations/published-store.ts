import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';

/** The keys that webhooks are signed with. */
export const webhookKeys = createQuery(() => getConsole().published.webhookKeys());

/** Where the auth proxy answers, and what the organization's feature says. */
export const authProxyPlace = createQuery(() => getConsole().published.authProxyPlace());

/** What login front ends are told; asked about by address and id, so that another place forgets it. */
export const authProxy = createQuery(() => getConsole().published.authProxy());
