// Contracts that no kept package lists, with the page of their makers that does. Looked up on 2026-11-22.

/** @typedef {{ name: string, kind: string, address: string, chains: readonly number[] | 'all', source: string }} Entry */

const CIRCLE = 'developers.circle.com/cctp/evm-smart-contracts';
const UNIVERSAL = 'github.com/Uniswap/universal-router, deploy-addresses';

/** @param {string} address @param {number[]} chains @returns {Entry} */
const messenger = (address, chains) => ({
  name: 'Circle TokenMessenger (CCTP V1)',
  kind: 'bridge',
  address,
  chains,
  source: CIRCLE,
});
/** @param {string} address @param {number[]} chains @returns {Entry} */
const universalRouter = (address, chains) => ({
  name: 'Uniswap universal router 1.2',
  kind: 'universal-router',
  address,
  chains,
  source: UNIVERSAL,
});

/** @type {readonly Entry[]} */
export const BY_HAND = [
  {
    name: 'Permit2',
    kind: 'permit2',
    address: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    chains: [
      1, 10, 56, 100, 130, 137, 8453, 42161, 42220, 43114, 59144, 81457, 84532, 421614, 534352, 11155111,
    ],
    source: 'docs.uniswap.org/contracts/v4/deployments',
  },
  {
    name: 'Uniswap V3 SwapRouter',
    kind: 'router-v3',
    address: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
    chains: [1, 10, 137, 42161],
    source: 'docs.uniswap.org/contracts/v3/reference/deployments',
  },
  universalRouter('0xEf1c6E67703c7BD7107eed8303Fbe6EC2554BF6B', [1]),
  universalRouter('0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD', [1, 8453, 11155111]),
  universalRouter('0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8', [10]),
  universalRouter('0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2', [137]),
  universalRouter('0x5E325eDA8064b456f4781070C0738d849c824258', [42161]),
  universalRouter('0x4Dae2f939ACf50408e13d58534Ff8c2776d45265', [56, 43114]),
  {
    name: 'ERC-4337 EntryPoint 0.9',
    kind: 'entry-point',
    address: '0x433709009B8330FDa32311DF1C2AFA402eD8D009',
    chains: 'all',
    source: 'github.com/eth-infinitism/account-abstraction, releases',
  },
  {
    name: 'Disperse',
    kind: 'disperse',
    address: '0xD152f549545093347A162Dce210e7293f1452150',
    chains: [1, 10, 56, 100, 137, 8453, 42161, 43114, 11155111],
    source: 'disperse.app',
  },
  {
    name: 'Beacon deposit contract',
    kind: 'deposit',
    address: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
    chains: [1, 560048],
    source: 'github.com/eth-clients/mainnet and hoodi, metadata',
  },
  {
    name: 'Beacon deposit contract',
    kind: 'deposit',
    address: '0x4242424242424242424242424242424242424242',
    chains: [17000],
    source: 'github.com/eth-clients/holesky, metadata',
  },
  {
    name: 'Circle TokenMessenger (CCTP V2)',
    kind: 'bridge',
    address: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
    chains: [1, 10, 130, 137, 8453, 42161, 43114, 59144],
    source: CIRCLE,
  },
  messenger('0xBd3fa81B58Ba92a82136038B25aDec7066af3155', [1]),
  messenger('0x6B25532e1060CE10cc3B0A99e5683b91BFDe6982', [43114]),
  messenger('0x2B4069517957735bE00ceE0fadAE88a26365528f', [10]),
  messenger('0x19330d10D9Cc8751218eaf51E8885D058642E08A', [42161]),
  messenger('0x1682Ae6375C4E4A97e4B583BC394c861A46D8962', [8453]),
  messenger('0x9daF8c91AEFAE50b9c0E69629D3F6Ca40cA3B3FE', [137]),
];
