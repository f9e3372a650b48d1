import { z } from 'zod';
import { AppError } from '#protocol/error.ts';
import { REGTEST, TESTNET } from '../addresses/bitcoin.ts';
import {
  BY_GENESIS,
  type Node,
  type NodeAccount,
  type NodeFindings,
  type NodeReader,
  feeFrom,
  requireNetwork,
  together,
  unanswered,
  unlessUnusable,
  unusable,
} from '../model/node.ts';
import { BTC, readPrevious } from './coins.ts';
import { scriptKindOf } from './script-kinds.ts';
import { readAddress } from './scripts.ts';

/** First blocks by the prefix of addresses: those of testnets 3 and 4 and of signet are alike. */
const MAINNET_GENESIS = ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'];
const GENESIS: Readonly<Record<string, readonly string[]>> = {
  [TESTNET.prefix]: [
    '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  ],
  [REGTEST.prefix]: ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
};

const unspent = z.array(
  z.looseObject({
    txid: z.string().regex(/^[0-9a-f]{64}$/),
    vout: z.int().min(0),
    value: z.int().positive().max(Number(BTC.most)),
    status: z.looseObject({ confirmed: z.boolean() }),
  }),
);
type Unspent = z.infer<typeof unspent>;
const estimates = z.record(z.string(), z.number().positive().max(1_000_000));

/** A fee for the next two blocks or so; below a satoshi nothing is relayed. Thousandths of sat/vB. */
const TARGETS = ['2', '3', '1'];
const LEAST_RATE = 1_000n;
const MOST_RATE = 200_000n;
/** So many transactions are asked for, and so much text is taken of them. */
const MOST_PREVIOUS = 50;
const MOST_PREVIOUS_TEXT = 2_000_000;

/**
 * Reads nodes with Esplora's HTTP API: the first block, the address's coins that are in a block, the fee estimates, and the
 * coins' transactions where a signature doesn't cover all amounts. What coins hold is a claim until those prove it.
 */
export const bitcoinNode: NodeReader = async (account, node) => {
  const { network, script } = readAddress(account.address);
  const first = await node.ask({ name: 'block-height/0', path: '/block-height/0', isText: true });
  const known = GENESIS[network.prefix] ?? MAINNET_GENESIS;
  requireNetwork(typeof first === 'string' && known.includes(first.trim()), BY_GENESIS, account);
  const [coins, rate] = await Promise.all([askCoins(account, node), unlessUnusable(askRate(node), 'rate')]);
  const confirmed = coins.filter(({ status }) => status.confirmed);
  const needsProof = scriptKindOf(script) === 'p2wpkh' && confirmed.length > 1;
  const previous = needsProof
    ? await askPrevious([...new Set(confirmed.map(({ txid }) => txid))], node)
    : NONE;
  return together(coinsOf(confirmed, coins.length - confirmed.length, node), rate, previous);
};

const NONE: NodeFindings = { values: {}, remarks: [] };

async function askCoins({ address }: NodeAccount, { ask }: Node): Promise<Unspent> {
  const path = `/address/${encodeURIComponent(address)}/utxo`;
  const parsed = unspent.safeParse(await ask({ name: 'address/utxo', path }));
  if (!parsed.success) throw unusable('address/utxo', 'it isn’t a list of coins');
  return parsed.data;
}

/** Read as listunspent's answer is. */
function coinsOf(coins: Unspent, left: number, { read }: Node): NodeFindings {
  const remarks: NodeFindings['remarks'] = left > 0 ? [{ kind: 'unconfirmed', count: left }] : [];
  if (coins.length === 0) return { values: {}, remarks: [{ kind: 'noCoins' }, ...remarks] };
  const values = read(coins.map(({ txid, vout, value }) => ({ txid, vout, amount: value / 1e8 })));
  if (values === null) throw unusable('address/utxo', 'it isn’t a list of coins');
  return { values, remarks };
}

async function askRate({ ask }: Node): Promise<NodeFindings> {
  const parsed = estimates.safeParse(await ask({ name: 'fee-estimates', path: '/fee-estimates' }));
  const rate = TARGETS.map((target) => parsed.data?.[target]).find((each) => each !== undefined);
  if (rate === undefined) return unanswered('rate');
  const said = BigInt(Math.ceil(rate * 1000));
  return feeFrom('rate', said < LEAST_RATE ? LEAST_RATE : said, { decimals: 3, most: MOST_RATE });
}

/** The transactions of coins, whole. Each has to be the one that was asked for. */
async function askPrevious(txids: readonly string[], { ask, read }: Node): Promise<NodeFindings> {
  const tooMuch: NodeFindings = { values: {}, remarks: [{ kind: 'tooMuch', field: 'previous' }] };
  if (txids.length > MOST_PREVIOUS) return tooMuch;
  const lines: string[] = [];
  let length = 0;
  for (const txid of txids) {
    const hex = await ask({ name: 'tx/hex', path: `/tx/${txid}/hex`, isText: true });
    const line = read(typeof hex === 'string' ? hex.trim() : hex)?.['previous'];
    if (line === undefined || !isTransaction(line, txid))
      throw unusable('tx/hex', 'it isn’t the coin’s transaction');
    length += line.length;
    if (length > MOST_PREVIOUS_TEXT) return tooMuch;
    lines.push(line);
  }
  return { values: { previous: lines.join('\n') }, remarks: [] };
}

function isTransaction(hex: string, txid: string): boolean {
  try {
    return readPrevious(hex).has(txid);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
