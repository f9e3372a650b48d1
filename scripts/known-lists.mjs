// The lists of known contracts and tokens, out of packages that others keep: what `npm run generate` writes to
// `resources/known`. Only the packages' data is read; each list says where it is from.
import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { format } from 'prettier';
import * as viem from 'viem/chains';
import { getAddress } from 'viem/utils';
import * as entryPoints from 'viem/account-abstraction';
import { Addresses as tempo } from 'viem/tempo';
import { BY_HAND } from './known-by-hand.mjs';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const inPackage = (/** @type {string[]} */ ...path) => join(root, 'node_modules', ...path);
const json = (/** @type {string[]} */ ...path) => JSON.parse(readFileSync(inPackage(...path), 'utf8'));

/** When the packages were last brought up to date, and what they give was looked through. */
const DATE = '2026-11-22';
const PACKAGES = {
  safe: '@safe-global/safe-deployments',
  uniswap: '@uniswap/sdk-core',
  aave: '@bgd-labs/aave-address-book',
  metamask: '@metamask/contract-metadata',
  solana: '@solana/spl-token-registry',
  viem: 'viem',
  bitgo: '@bitgo/statics',
};
const sourceOf = (/** @type {string} */ name) => {
  const { version, license } = json(name, 'package.json');
  return { package: name, version, license: license === 'Apache' ? 'Apache-2.0' : license };
};

/** The chains that `networks.ts` names; a test compares them. */
const CHAINS = [
  1, 10, 56, 100, 130, 137, 324, 4217, 8453, 17000, 31318, 42161, 42220, 42431, 43114, 59144, 80002, 81457,
  84532, 421614, 534352, 560048, 11155111, 11155420,
];

/** Plain letters, digits and a few signs: a symbol that could look like another is left out. */
const SYMBOL = /^[A-Za-z0-9][A-Za-z0-9.+_$-]{0,15}$/;
const NAME = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;

/** @typedef {{ kind: string, name: string }} Contract */
/** @returns {Map<string, Contract>} */
const emptyBook = () => new Map();

/** Contracts by chain: the first that names an address keeps it. */
function contractBook() {
  const books = new Map(CHAINS.map((chain) => [chain, emptyBook()]));
  return {
    books,
    /** @param {number | string} chain @param {string | undefined} address @param {string} kind @param {string} name */
    add(chain, address, kind, name) {
      const book = books.get(Number(chain));
      if (book === undefined || address === undefined || /^0x0*$/.test(address)) return;
      const spelled = getAddress(address);
      if (!book.has(spelled)) book.set(spelled, { kind, name });
    },
  };
}
/** @typedef {ReturnType<typeof contractBook>['add']} Add */

/** @type {readonly (readonly [RegExp, string, string])[]} */
const SAFE_KINDS = [
  [/^(gnosis_)?safe(_l2)?\.json$/, 'safe-singleton', 'Safe singleton'],
  [/^(safe_)?proxy_factory\.json$/, 'safe-factory', 'Safe proxy factory'],
  [/^multi_send\.json$/, 'multi-send', 'Safe MultiSend'],
  [/^multi_send_call_only\.json$/, 'multi-send', 'Safe MultiSendCallOnly'],
  [/_handler\.json$/, 'safe-helper', 'Safe fallback handler'],
  [/^create_call\.json$/, 'safe-helper', 'Safe CreateCall'],
  [/^sign_message_lib\.json$/, 'safe-helper', 'Safe SignMessageLib'],
];

/** @param {Add} add */
function addSafe(add) {
  const assets = inPackage(PACKAGES.safe, 'dist/assets');
  for (const folder of readdirSync(assets).sort()) {
    for (const file of readdirSync(join(assets, folder)).sort()) {
      const found = SAFE_KINDS.find(([pattern]) => pattern.test(file));
      if (found === undefined) continue;
      const { version, deployments, networkAddresses } = JSON.parse(
        readFileSync(join(assets, folder, file), 'utf8'),
      );
      for (const chain of CHAINS) {
        for (const which of [networkAddresses[chain] ?? []].flat()) {
          add(chain, deployments[which].address, found[1], `${found[2]} ${version}`);
        }
      }
    }
  }
}

/** Where SwapRouter02 has the address that it has on the main network. */
const FIRST_CHAINS = [1, 10, 137, 42161];

/** @param {Add} add */
function addUniswap(add) {
  const sdk = require(PACKAGES.uniswap);
  for (const chain of CHAINS) {
    const at = sdk.CHAIN_TO_ADDRESSES_MAP[chain];
    add(chain, sdk.V2_ROUTER_ADDRESSES[chain], 'router-v2', 'Uniswap V2 router');
    if (at !== undefined) {
      // The package's own function gives one address for every chain that it does not know.
      const router =
        at.swapRouter02Address ??
        (FIRST_CHAINS.includes(chain) ? sdk.SWAP_ROUTER_02_ADDRESSES(1) : undefined);
      add(chain, router, 'router-v3', 'Uniswap SwapRouter02');
      add(chain, at.nonfungiblePositionManagerAddress, 'positions-v3', 'Uniswap V3 position manager');
      add(chain, at.v4PositionManagerAddress, 'positions-v4', 'Uniswap V4 position manager');
    }
    const wrapped = sdk.WETH9[chain];
    if (wrapped !== undefined) add(chain, wrapped.address, 'wrapped-coin', wrapped.name);
  }
}

/** @param {Add} add */
async function addAave(add) {
  const folder = inPackage(PACKAGES.aave, 'dist');
  for (const file of readdirSync(folder).sort()) {
    const market = /^AaveV3(?!.*-)(\w+)\.mjs$/.exec(file)?.[1];
    if (market === undefined) continue;
    const { CHAIN_ID, POOL, WETH_GATEWAY } = await import(join(folder, file));
    if (CHAIN_ID === undefined) continue;
    add(CHAIN_ID, POOL, 'aave', `Aave V3 pool (${market})`);
    add(CHAIN_ID, WETH_GATEWAY, 'aave', `Aave V3 gateway (${market})`);
  }
}

/** @param {Add} add */
function addViem(add) {
  for (const chain of Object.values(viem)) {
    /** @type {{ multicall3?: { address: string } }} */
    const known = chain.contracts ?? {};
    add(chain.id, known.multicall3?.address, 'multicall3', 'Multicall3');
  }
  for (const chain of CHAINS) {
    add(chain, entryPoints.entryPoint06Address, 'entry-point', 'ERC-4337 EntryPoint 0.6');
    add(chain, entryPoints.entryPoint07Address, 'entry-point', 'ERC-4337 EntryPoint 0.7');
    add(chain, entryPoints.entryPoint08Address, 'entry-point', 'ERC-4337 EntryPoint 0.8');
  }
  for (const chain of [4217, 31318, 42431]) {
    add(chain, tempo.accountKeychain, 'tempo', 'Tempo account keychain');
    add(chain, tempo.feeManager, 'tempo', 'Tempo fee manager');
    add(chain, tempo.stablecoinDex, 'tempo', 'Tempo stablecoin exchange');
    add(chain, tempo.tip20Factory, 'tempo', 'Tempo token factory');
    add(chain, tempo.tip403Registry, 'tempo', 'Tempo policy registry');
    add(chain, tempo.nonceManager, 'tempo', 'Tempo nonce manager');
  }
}

async function contracts() {
  const { books, add } = contractBook();
  for (const { chains, address, kind, name } of BY_HAND) {
    for (const chain of chains === 'all' ? CHAINS : chains) add(chain, address, kind, name);
  }
  addSafe(add);
  addUniswap(add);
  addViem(add);
  await addAave(add);
  return byChain(books, ({ kind, name }) => `${kind} ${name}`);
}

/** @template T @param {Map<number, Map<string, T>>} books @param {(entry: T) => string} line */
const byChain = (books, line) =>
  Object.fromEntries(
    [...books]
      .filter(([, book]) => book.size > 0)
      .map(([chain, book]) => [
        chain,
        [...book].map(([address, entry]) => `${address} ${line(entry)}`).sort(),
      ]),
  );

/** Tron's main network, whose tokens stand under the chain id that its machine has, by the 20 bytes behind an address. */
const TRON = 728126428;
const base58check = createBase58check(sha256);
const evmAddress = (/** @type {string} */ address) => {
  const [prefix, ...bytes] = base58check.decode(address);
  if (prefix !== 0x41 || bytes.length !== 20) throw new Error(`${address} is no address of Tron.`);
  return `0x${Buffer.from(bytes).toString('hex')}`;
};

/** @typedef {{ symbol: string, name: string, decimals: number }} Token */

/** Tokens by chain. An address on which two sources do not agree about the decimals is left out. */
function tokens() {
  /** @type {Map<number, Map<string, Token | null>>} */
  const books = new Map([...CHAINS, TRON].map((chain) => [chain, new Map()]));
  /** @param {number} chain @param {string} address @param {Token} token */
  const add = (chain, address, { symbol, name, decimals }) => {
    const book = books.get(chain);
    if (book === undefined || !SYMBOL.test(symbol) || !NAME.test(name)) return;
    if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) return;
    const spelled = getAddress(address);
    const before = book.get(spelled);
    if (before === undefined) book.set(spelled, { symbol, name, decimals });
    else if (before !== null && before.decimals !== decimals) book.set(spelled, null);
  };
  for (const token of json(PACKAGES.aave, 'tokenlist.json').tokens) add(token.chainId, token.address, token);
  const sdk = require(PACKAGES.uniswap);
  for (const { chainId, address, symbol, name, decimals } of Object.values(sdk.WETH9)) {
    add(chainId, address, { symbol, name, decimals });
  }
  for (const [address, token] of Object.entries(json(PACKAGES.metamask, 'contract-map.json'))) {
    if (token.erc20 === true) add(1, address, token);
  }
  require(PACKAGES.bitgo).coins.forEach((/** @type {BitgoCoin} */ coin) => {
    if (!isTronToken(coin)) return;
    const { contractAddress, fullName: name, decimalPlaces: decimals } = coin;
    const symbol = coin.name.slice(TRON_PREFIX.length).toUpperCase();
    add(TRON, evmAddress(contractAddress), { symbol, name, decimals });
  });
  const agreed = new Map(
    [...books].map(([chain, book]) => [chain, new Map([...book].filter((entry) => entry[1] !== null))]),
  );
  return byChain(agreed, (token) =>
    token === null ? '' : `${token.decimals} ${token.symbol} ${token.name}`,
  );
}

/** Tokens of the main network are called "trx:" and a symbol; those of the test network "ttrx:". */
const TRON_PREFIX = 'trx:';
/**
 * @typedef {{ name: string, fullName: string, decimalPlaces: number, contractAddress: string,
 *   network: { name: string, type: string } }} BitgoCoin
 */
/** @param {BitgoCoin} coin */
const isTronToken = ({ name, network }) =>
  name.startsWith(TRON_PREFIX) && network.name === 'Trx' && network.type === 'mainnet';

/** Solana's main network: tokens with an id at CoinGecko, and of each symbol the only one there. */
function solanaTokens() {
  /** @type {(Token & { chainId: number, address: string, extensions?: { coingeckoId?: string } })[]} */
  const all = json(PACKAGES.solana, 'dist/main/tokens/solana.tokenlist.json').tokens;
  const listed = all.filter(
    ({ chainId, extensions }) => chainId === 101 && extensions?.coingeckoId !== undefined,
  );
  const count = new Map();
  for (const token of listed) count.set(key(token), (count.get(key(token)) ?? 0) + 1);
  return listed
    .filter((token) => count.get(key(token)) === 1)
    .filter(
      ({ symbol, name, decimals }) => SYMBOL.test(symbol) && NAME.test(name) && Number.isInteger(decimals),
    )
    .map(({ address, decimals, symbol, name }) => `${address} ${decimals} ${symbol} ${name}`)
    .sort();
}
/** @param {{ symbol: string }} token */
const key = ({ symbol }) => symbol.toUpperCase();

/** @param {string} path @param {string[]} packages @param {object} lists */
async function file(path, packages, lists) {
  const content = { note: 'Written by `npm run generate`; do not edit.', date: DATE, ...lists };
  const text = JSON.stringify({ ...content, sources: packages.map(sourceOf) });
  return [path, await format(text, { parser: 'json', printWidth: 110 })];
}

/** The lists as files: path and text. @returns {Promise<string[][]>} */
export const knownLists = async () =>
  Promise.all([
    file('resources/known/contracts.json', [PACKAGES.safe, PACKAGES.uniswap, PACKAGES.viem, PACKAGES.aave], {
      byHand: [...new Set(BY_HAND.map(({ name, source }) => `${name}: ${source}`))],
      chains: await contracts(),
    }),
    file(
      'resources/known/tokens.json',
      [PACKAGES.aave, PACKAGES.uniswap, PACKAGES.metamask, PACKAGES.bitgo],
      {
        chains: tokens(),
      },
    ),
    file('resources/known/solana-tokens.json', [PACKAGES.solana], { tokens: solanaTokens() }),
  ]);
