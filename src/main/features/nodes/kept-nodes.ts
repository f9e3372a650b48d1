import { z } from 'zod';
import { NODE_NETWORKS, type NodeNetwork } from '#chains/node-values.ts';
import type { NodePlace } from '#preload/contract/nodes.ts';
import type { Keychain } from '../../vault/keychain.ts';

/** A network, and the address of the node that a profile names for it. */
interface KeptNode extends NodeNetwork {
  readonly address: string;
}

/**
 * The nodes that profiles name. The keychain has them: an address often holds a provider's key, and whoever writes the
 * database names no node.
 */
export interface KeptNodes {
  /** @throws KeychainError */
  list(profileId: string): Promise<KeptNode[]>;
  /** The node's address; null where none is named. @throws KeychainError */
  find(place: NodePlace): Promise<string | null>;
  /** @throws KeychainError */
  keep(place: NodePlace, address: string): Promise<void>;
  /** @throws KeychainError */
  remove(place: NodePlace): Promise<void>;
  /** Forgets those of a profile that is removed. @throws KeychainError */
  drop(profileId: string): Promise<void>;
}

const keptNode = z.object({ address: z.string() });

/** @returns null for an item that somebody else wrote */
function readItem(text: string | null): string | null {
  try {
    return text === null ? null : keptNode.parse(JSON.parse(text)).address;
  } catch {
    return null;
  }
}

/** One item for each: some keychains hold no more than 2,500 bytes in one. */
const itemOf = ({ profileId, type, network }: NodePlace): string => `node:${profileId}:${type}:${network}`;

export const createKeptNodes = (
  keychain: Pick<Keychain, 'get' | 'replace' | 'delete' | 'list'>,
): KeptNodes => ({
  list: async (profileId) => {
    const items = new Set(await keychain.list());
    const kept = await Promise.all(
      NODE_NETWORKS.map(async (each): Promise<KeptNode[]> => {
        const item = itemOf({ profileId, ...each });
        const address = items.has(item) ? readItem(await keychain.get(item)) : null;
        return address === null ? [] : [{ ...each, address }];
      }),
    );
    return kept.flat();
  },
  find: async (place) => readItem(await keychain.get(itemOf(place))),
  keep: (place, address) => keychain.replace(itemOf(place), JSON.stringify({ address })),
  remove: async (place) => {
    await keychain.delete(itemOf(place));
  },
  drop: async (profileId) => {
    const own = (await keychain.list()).filter((item) => item.startsWith(`node:${profileId}:`));
    for (const item of own) await keychain.delete(item);
  },
});
