import { getConsole } from '../../bridge/console.ts';
import { createRemote } from '../../bridge/remote.ts';

/** The keys that webhooks are signed with. */
export const webhookKeys = createRemote(() => getConsole().published.webhookKeys());

/** Where the auth proxy answers, and what the organization's feature says. */
export const authProxyPlace = createRemote(() => getConsole().published.authProxyPlace());

/** What login front ends are told; asked about by address and id, so that another place forgets it. */
export const authProxy = createRemote(() => getConsole().published.authProxy());
