import { getConsole } from '../../bridge/console.ts';
import { createQuery } from '../../bridge/query.ts';

/** The nodes that a profile names, by its ID, and the networks that it can name one for. */
export const namedNodes = createQuery((profileId) => getConsole().nodes.list({ profileId }));
