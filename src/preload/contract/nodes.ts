import { z } from 'zod';
import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { call, nothing } from './call.ts';

const nodePlace = z.object({
  profileId: z.string().max(100),
  type: z.enum(TRANSACTION_TYPES),
  /** As the chain's form calls it. */
  network: z.string().max(100),
});
export type NodePlace = z.infer<typeof nodePlace>;

/** A node that a profile names, without the path of its address: a provider's key may stand in that. */
const namedNode = z.object({ type: z.enum(TRANSACTION_TYPES), network: z.string(), origin: z.string() });
export type NamedNode = z.infer<typeof namedNode>;

/** The nodes that profiles name, for what payments must know. */
export const nodesCalls = {
  /** Those of a profile, and the networks that it can name one for. */
  list: call(
    'read',
    z.object({ profileId: z.string().max(100) }),
    z.object({
      named: z.array(namedNode),
      networks: z.array(z.object({ type: z.enum(TRANSACTION_TYPES), network: z.string(), name: z.string() })),
    }),
  ),
  /** Names a node for a network, in the place of the one before. */
  name: call('write', nodePlace.extend({ address: z.url({ protocol: /^https?$/ }).max(500) }), nothing),
  remove: call('destroy', nodePlace, nothing),
};
