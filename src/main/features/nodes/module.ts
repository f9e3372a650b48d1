import type { NodeFindings } from '#chains/model/node.ts';
import { NODE_NETWORKS, type NodeNetwork, askNodeFor } from '#chains/node-values.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { NodePlace } from '#preload/contract/nodes.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { contextError } from '../../context/errors.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import { readBaseUrl } from '../../service-client/published.ts';
import { DEFAULT_NETWORK } from '../../service-client/routes.ts';
import type { StoredProfile } from '../../storage/profiles.ts';
import { type LocalActionParts, describeNameNode, describeRemoveNode } from '../local-actions/module.ts';
import { NODE_LIMIT, askNode } from './ask-node.ts';
import { nodesError } from './errors.ts';
import { type KeptNodes, createKeptNodes } from './kept-nodes.ts';

type Needs = LocalActionParts &
  Pick<
    ConsoleContext,
    | 'storage'
    | 'keychain'
    | 'knownProfiles'
    | 'routes'
    | 'timing'
    | 'clock'
    | 'ports'
    | 'runtime'
    | 'steadyMs'
  >;

/** What a node said, and which one. */
export interface NodeAnswer extends NodeFindings {
  /** The host of its address. */
  readonly host: string;
  readonly atMs: number;
}

export interface NodeParts {
  readonly nodes: {
    /**
     * Asks the node that the shown profile names for a network what a payment of an account must know. One is asked at a
     * time: another question, a lock and another profile end it.
     * @throws AppError `CONSOLE_OFFLINE`, `NODE_…`, and those of proxies, certificates and the keychain
     */
    readonly ask: (account: Omit<NodeNetwork, 'name'> & { readonly address: string }) => Promise<NodeAnswer>;
    /** Forgets the nodes of a profile that is removed. @throws KeychainError */
    readonly drop: (profileId: string) => Promise<void>;
  };
}

/** The nodes that profiles name, and asking them. */
export const nodes = defineModule({
  start: (needs: Needs): ModuleParts<'nodes', NodeParts> => {
    const kept = createKeptNodes(needs.keychain);
    const asking = createAsking(needs, kept);
    return {
      parts: { nodes: { ask: asking.ask, drop: (profileId) => kept.drop(profileId) } },
      handlers: { nodes: nodeHandlers(needs, kept) },
      onLock: asking.end,
      onProfileChange: asking.end,
      close: asking.end,
    };
  },
});

function requireNetwork({ type, network }: Pick<NodePlace, 'type' | 'network'>): NodeNetwork {
  const found = NODE_NETWORKS.find((each) => each.type === type && each.network === network);
  if (found === undefined) throw nodesError('NODE_NETWORK_UNKNOWN');
  return found;
}

function nodeHandlers(
  { storage, knownProfiles, local }: Needs,
  kept: KeptNodes,
): Handlers<ConsoleContract>['nodes'] {
  const requireProfile = async (id: string): Promise<StoredProfile> => {
    const profile = await storage.profiles.find(id);
    if (profile === undefined) throw contextError('PROFILE_UNKNOWN');
    return profile;
  };
  return {
    list: async ({ profileId }) => ({
      named: (await kept.list(profileId)).map(({ type, network, address }) => ({
        ...{ type, network },
        origin: new URL(address).origin,
      })),
      networks: [...NODE_NETWORKS],
    }),
    name: async ({ address: text, ...place }) => {
      const profile = await requireProfile(place.profileId);
      await knownProfiles.require(profile);
      const { name } = requireNetwork(place);
      const address = readBaseUrl(text);
      // From then on the console tells this address who pays.
      await local.approve(describeNameNode(profile, name, address));
      // The profile may have been removed while it was looked at.
      await requireProfile(place.profileId);
      await kept.keep(place, address);
    },
    remove: async (place) => {
      const { name: profileName } = await requireProfile(place.profileId);
      const { name } = requireNetwork(place);
      const address = await kept.find(place);
      if (address === null) throw nodesError('NODE_NOT_NAMED', { network: name });
      await local.approve(describeRemoveNode(profileName, name, address));
      await kept.remove(place);
    },
  };
}

function createAsking(
  { storage, knownProfiles, routes, timing, clock, steadyMs, ports, runtime }: Needs,
  kept: KeptNodes,
): { readonly ask: NodeParts['nodes']['ask']; readonly end: () => void } {
  let running: AbortController | undefined;
  const end = (): void => running?.abort();
  const requireGoingOn = ({ aborted }: AbortSignal): void => {
    if (aborted || runtime.locked) throw nodesError('NODE_ASK_ENDED');
  };
  const ask: NodeParts['nodes']['ask'] = async ({ type, network, address }) => {
    if (ports.isOffline.ask()) throw contextError('CONSOLE_OFFLINE');
    end();
    const { signal } = (running = new AbortController());
    const place = requireNetwork({ type, network });
    const profile = await currentProfile(storage);
    await knownProfiles.require(profile);
    const node = await kept.find({ profileId: profile.id, type, network });
    if (node === null) throw nodesError('NODE_NOT_NAMED', { network: place.name });
    const baseUrl = readBaseUrl(node);
    const through = routes.dispatcher(
      { profileId: profile.id, baseUrl, network: profile.network ?? DEFAULT_NETWORK },
      NODE_LIMIT,
    );
    const endMs = steadyMs() + timing.publishedMs;
    try {
      requireGoingOn(signal);
      const findings = await askNodeFor({ ...place, address }, (question) => {
        requireGoingOn(signal);
        // All questions have one limit together.
        const limitMs = Math.max(1, endMs - steadyMs());
        return askNode({ through, address: baseUrl }, question, { signal, limitMs });
      });
      requireGoingOn(signal);
      return { ...findings, host: new URL(baseUrl).host, atMs: clock.now() };
    } catch (error) {
      requireGoingOn(signal);
      throw error;
    }
  };
  return { ask, end };
}
