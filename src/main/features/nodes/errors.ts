import { defineErrors } from '#protocol/define-errors.ts';

/** Nodes that a profile names: naming and asking them. */
export const nodesError = defineErrors({
  NODE_NETWORK_UNKNOWN: ['No node can be named for this network.', 'Choose a network of the list.'],
  NODE_NOT_NAMED: [
    'This profile names no node for {network}.',
    'Name one in Settings, Profiles, or enter the values by hand.',
  ],
  NODE_UNREACHABLE: {
    away: [
      'The node at {host} can’t be reached.',
      'Check the network and the node’s address in Settings, Profiles.',
    ],
    late: ['The node at {host} didn’t answer in time.', 'Ask again, or enter the values by hand.'],
    lost: [
      'The connection to the node at {host} was lost before the answer was complete.',
      'Ask again, or enter the values by hand.',
    ],
  },
  NODE_ASK_ENDED: [
    'The node was asked for something else meanwhile, or the console was locked. Nothing was filled in.',
    'Ask again.',
  ],
});
