import type { Hex } from './address.ts';

/** How a universal router takes swaps by version 4: the later ones take a least price for each hop too. */
export type RouterVersion = '2.0' | '2.1.1' | '2.2.0';

/** The contracts of Uniswap on one chain, by their checksummed addresses. */
interface UniswapContracts {
  /** The universal routers that know version 4, with their versions. */
  readonly routers: Readonly<Record<Hex, RouterVersion>>;
  /** The NonfungiblePositionManager of version 3. */
  readonly positionsV3: Hex;
  /** The PositionManager of version 4. */
  readonly positionsV4: Hex;
}

/** Where version 3 was deployed on several chains at one address, and the routers that were. */
const POSITIONS_V3: Hex = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88';
const ROUTER_211: Readonly<Record<Hex, RouterVersion>> = {
  '0x8B844f885672f333Bc0042cB669255f93a4C1E6b': '2.1.1',
};

/**
 * By chain id: what Uniswap publishes with its universal router (`deploy-addresses`, `script/deployParameters`) and in its
 * own client (`universal-router-sdk`), looked up on 2026-11-21. The bytes of a call to a router name neither its version nor the position managers that it calls.
 */
const CONTRACTS: Readonly<Record<string, UniswapContracts>> = {
  '1': {
    routers: {
      '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af': '2.0',
      '0x4C82D1fBFe28C977cBB58D8C7FF8FCF9F70a2cCA': '2.1.1',
      '0xCb640A86855f1A828c27241bA364348de28abe66': '2.2.0',
    },
    positionsV3: POSITIONS_V3,
    positionsV4: '0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e',
  },
  '10': {
    routers: { '0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507': '2.0', ...ROUTER_211 },
    positionsV3: POSITIONS_V3,
    positionsV4: '0x3C3Ea4B57a46241e54610e5f022E5c45859A1017',
  },
  '56': {
    routers: { '0x1906c1d672b88cD1B9aC7593301cA990F94Eae07': '2.0', ...ROUTER_211 },
    positionsV3: '0x7b8A01B39D58278b5DE7e48c8449c9f4F5170613',
    positionsV4: '0x7A4a5c919aE2541AeD11041A1AEeE68f1287f95b',
  },
  '130': {
    routers: {
      '0xEf740bf23aCaE26f6492B10de645D6B98dC8Eaf3': '2.0',
      '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7': '2.1.1',
    },
    positionsV3: '0x943e6e07a7E8E791dAFC44083e54041D743C46E9',
    positionsV4: '0x4529A01c7A0410167c5740C487A8DE60232617bf',
  },
  '137': {
    routers: { '0x1095692A6237d83C6a72F3F5eFEdb9A670C49223': '2.0', ...ROUTER_211 },
    positionsV3: POSITIONS_V3,
    positionsV4: '0x1Ec2eBf4F37E7363FDfe3551602425af0B3ceef9',
  },
  '8453': {
    routers: {
      '0x6fF5693b99212Da76ad316178A184AB56D299b43': '2.0',
      '0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7': '2.1.1',
    },
    positionsV3: '0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1',
    positionsV4: '0x7C5f5A4bBd8fD63184577525326123B519429bDc',
  },
  '42161': {
    routers: { '0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3': '2.0', ...ROUTER_211 },
    positionsV3: POSITIONS_V3,
    positionsV4: '0xd88F38F930b7952f2DB2432Cb002E7abbF3dD869',
  },
  '43114': {
    routers: { '0x94b75331AE8d42C1b61065089B7d48FE14aA73b7': '2.0', ...ROUTER_211 },
    positionsV3: '0x655C406EBFa14EE2006250925e54ec43AD184f8B',
    positionsV4: '0xB74b1F14d2754AcfcbBe1a221023a5cf50Ab8ACD',
  },
  '81457': {
    routers: { '0xeAbBcB3E8E415306207ef514f660A3F820025BE3': '2.0', ...ROUTER_211 },
    positionsV3: '0xB218e4f7cF0533d4696fDfC419A0023D33345F28',
    positionsV4: '0x4AD2F4CcA2682cBB5B950d660dD458a1D3f1bAaD',
  },
  '11155111': {
    routers: {
      '0x3A9D48AB9751398BbFa63ad67599Bb04e4BdF98b': '2.0',
      '0x7DfD4F31be6814D2906BDE155c3e1B146EAc1468': '2.1.1',
      '0xB0C89059d7190EDb17eFF19829cc009cEe923916': '2.2.0',
    },
    positionsV3: '0x1238536071E1c677A632429e3655c799b22cDA52',
    positionsV4: '0x429ba70129df741B2Ca2a85BC3A2a3328e5c09b4',
  },
};

/** The contracts of Uniswap on a chain, as far as the local list has them. */
export const uniswapOn = (chainId: bigint | null): UniswapContracts | undefined =>
  chainId === null ? undefined : CONTRACTS[chainId.toString()];

/** The version of the universal router at a checksummed address; undefined where the list has none there. */
export const routerVersion = (chainId: bigint | null, address: Hex): RouterVersion | undefined =>
  uniswapOn(chainId)?.routers[address];
