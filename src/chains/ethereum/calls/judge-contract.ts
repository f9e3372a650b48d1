import type { SentencePart, Warning } from '../../model/decoded.ts';
import { lowerFirst, say, theAmount } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import {
  type Bond,
  type CallReader,
  type ContractCall,
  type DecodedCall,
  theLocatedAddress,
} from '../model/call.ts';
import { contractName, findToken } from '../model/tokens.ts';
import { gainersIn } from '../model/moves.ts';
import { findContract } from '../model/known-contracts.ts';
import { formatCoins } from '../model/networks.ts';

type Called = Omit<ContractCall, 'readInner'>;

/** A call of a contract that is not known to have the function. */
interface Asked {
  readonly call: Called;
  readonly bond: Bond;
  readonly result: DecodedCall;
  /** What goes along, as words; null for nothing. */
  readonly coins: string | null;
  /** Whether a list has the contract, as something else. */
  readonly known: boolean;
  /** Of the function. */
  readonly name: string;
}

/** Whether the called contract is one that is known to do what the reader says of it. */
function isBound({ chainId, to, from, isOwn: isOurs }: Called, { at, isAccount, says }: Bond): boolean {
  const kind = findContract(chainId, to)?.kind;
  const isToken = findToken(chainId, to) !== undefined;
  if (at.length === 0 && !isAccount) return isToken || kind !== undefined;
  if (isToken && at.includes('token')) return true;
  if (kind !== undefined && at.includes(kind)) return true;
  if (!isAccount) return false;
  // An EntryPoint calls the account of each operation, and an account may call itself.
  const caller = from === null ? undefined : findContract(chainId, from)?.kind;
  return to === from || isOurs?.(to) === true || (says === 'asks' && caller === 'entry-point');
}

/** Coins that go along, as words; null for none. */
export const coinsAlong = ({ value, network }: Pick<Called, 'value' | 'network'>) =>
  value === 0n ? null : formatCoins(value, network.unit);

/**
 * Holds a reading against the contract that is called: what it promises is told in its own words only where a local list has
 * the contract as one that does it. Anywhere else the call is a claim, and what goes along is lost to whoever wrote the code.
 */
export function judgeContract(call: Called, reader: CallReader, result: DecodedCall): DecodedCall {
  const { bond } = reader;
  if (bond === undefined || isBound(call, bond)) return result;
  const coins = coinsAlong(call);
  const asks = bond.says === 'asks' || coins !== null;
  const asked: Asked = {
    call,
    bond,
    result,
    coins,
    known: contractName(call.chainId, call.to) !== undefined,
    name: reader.signature.slice(0, reader.signature.indexOf('(')),
  };
  const judged = {
    ...result,
    claim: reader.signature,
    warnings: [...warningsOf(asked), ...result.warnings],
  };
  return asks ? { ...asClaim(judged), sentence: claimed(asked), saysCoins: true } : judged;
}

/** Titles that speak of a claim as such, all the way down: nothing below an unknown contract is more than that. */
const asClaim = (call: DecodedCall): DecodedCall => ({
  ...call,
  title: `Claimed: ${withoutPermit2(call.title.replace(/^Claimed: /, ''))}`,
  facts: call.facts.map((fact) => ({ ...fact, value: withoutPermit2(fact.value) })),
  inner: call.inner.map(asClaim),
});

/** Nothing goes through Permit2 but by Permit2’s own address. */
const withoutPermit2 = (text: string): string => text.replace(/,? (?:through|in) Permit2$/, '');

function claimed({ call: { to }, bond: { isAccount }, result, coins, known, name }: Asked): SentencePart[] {
  const { inner, aside = [] } = result;
  const [only] = inner;
  const what =
    only === undefined || !isAccount
      ? []
      : inner.length === 1
        ? [...say(': '), ...lowerFirst(only.sentence)]
        : say(`: make ${inner.length} calls`);
  return [
    ...say(`Asks the ${known ? '' : 'unknown '}contract `, theLocatedAddress(to), ` to “${name}”`),
    ...(coins === null ? [] : say(', and sends ', theAmount(coins))),
    ...what,
    ...aside,
  ];
}

function warningsOf({ call, bond, result, coins, known }: Asked): Warning[] {
  const who = known ? 'A contract that is not known for this call' : 'Unknown contract';
  const unlisted = known
    ? `${call.to} is on this console’s lists, but not as a contract with this function.`
    : `${call.to} is not on this console’s lists of contracts and tokens.`;
  if (coins !== null) {
    const unit = coins.slice(coins.indexOf(' ') + 1);
    const text = `${unlisted} The contract decides what happens to the ${unit}; it can’t be read from the transaction.`;
    return [warn('VALUE_TO_UNKNOWN_CONTRACT', 'danger', `${who} would receive ${coins}`, text)];
  }
  const isForUs = bond.says === 'asks' || !isPlainToken(result.id);
  if (bond.promises || (isForUs && call.isOwn !== undefined && gainersIn(result).some(call.isOwn))) {
    const text = `${unlisted} The call claims that something comes to you; only the contract decides that.`;
    return [warn('UNKNOWN_CONTRACT_PROMISE', 'danger', `${who} promises a payout`, text)];
  }
  const isWarned = result.warnings.some(({ severity }) => severity !== 'notice');
  if (bond.says === 'itself' && isWarned) return [];
  const text = `${unlisted} What the call says is a claim; the contract may do something else.`;
  return [warn('UNKNOWN_CONTRACT', 'caution', who, text)];
}

/** Transfers and allowances out of the caller's own account, which promise nothing to anybody of ours. */
const isPlainToken = (id: string): boolean => id.startsWith('erc20.');
