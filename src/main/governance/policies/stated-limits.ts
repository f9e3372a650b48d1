import { formatCoins, formatGwei, networkOf } from '#chains/ethereum/model/networks.ts';
import { formatUnits, grouped } from '#chains/model/amounts.ts';
import type { Fact } from '#chains/model/decoded.ts';
import { quoted } from '#protocol/invisible-characters.ts';
import type { Comparison, Expression } from '#protocol/policies/expression.ts';

/** Names a contact by an address. */
type NameOf = (address: string) => string | undefined;
type Literal = string | bigint;

/** What a place of a request is called, and how its values read. */
interface Place {
  readonly label: string;
  readonly words: (value: Literal, known: Known) => string;
}

/** What values read by beside themselves. */
interface Known {
  /** Of the network that the condition names; "ether" where it names none. */
  readonly unit: string;
  readonly nameOf: NameOf;
}

/** So many values of a list are written out. */
const SHOWN = 3;

const text = (value: Literal): string => (typeof value === 'bigint' ? grouped(value) : quoted(value));
const number = (write: (atoms: bigint, known: Known) => string): Place['words'] => {
  // Nothing on a chain is negative: such a number limits otherwise than it reads, and stands as it is.
  return (value, known) => (typeof value === 'bigint' && value >= 0n ? write(value, known) : text(value));
};
const address: Place['words'] = (value, { nameOf }) => {
  if (typeof value === 'bigint') return text(value);
  const name = nameOf(value);
  // What no address looks like may read like words.
  const shown = /^[A-Za-z0-9]+$/.test(value) ? value : quoted(value);
  return name === undefined ? shown : `${shown} (contact ${quoted(name)})`;
};

const coins = number((atoms, { unit }) => formatCoins(atoms, unit));
const gwei = number(formatGwei);
const units = (decimals: number, unit: string): Place['words'] =>
  number((atoms) => `${formatUnits(atoms, decimals)} ${unit}`);
const network = number((id) => (networkOf(id).known ? `${networkOf(id).name} (${id})` : networkOf(id).name));
const data: Place['words'] = (value) => (value === '0x' ? 'empty' : text(value));

const CHAIN_ID = 'eth.tx.chain_id';
const PLACES: ReadonlyMap<string, Place> = new Map(
  Object.entries({
    'wallet.label': { label: 'Wallet', words: text },
    'wallet.id': { label: 'Wallet', words: text },
    'private_key.label': { label: 'Private key', words: text },
    'private_key.id': { label: 'Private key', words: text },
    'wallet_account.address': { label: 'Account', words: address },
    [CHAIN_ID]: { label: 'Network', words: network },
    'tempo.tx.chain_id': { label: 'Network', words: network },
    'eth.tx.to': { label: 'Recipient', words: address },
    'tempo.tx.calls.*.to': { label: 'Each call’s recipient', words: address },
    'solana.tx.transfers.*.to': { label: 'Each recipient of SOL', words: address },
    'solana.tx.spl_transfers.*.to': { label: 'Each recipient of tokens', words: address },
    'tron.tx.contract.*.to_address': { label: 'Each recipient', words: address },
    'tron.tx.contract.*.contract_address': { label: 'Each contract', words: address },
    'bitcoin.tx.outputs.*.address': { label: 'Each output’s address', words: address },
    'eth.tx.value': { label: 'Amount', words: coins },
    'solana.tx.transfers.*.amount': { label: 'Each transfer of SOL', words: units(9, 'SOL') },
    'solana.tx.spl_transfers.*.amount': { label: 'Each transfer of tokens, in atomic units', words: text },
    'solana.tx.spl_transfers.*.token_mint': { label: 'Token', words: address },
    'tron.tx.contract.*.call_value': { label: 'Each call’s amount', words: units(6, 'TRX') },
    'bitcoin.tx.outputs.*.value': { label: 'Each output', words: units(8, 'BTC') },
    'eth.tx.data': { label: 'Call data', words: data },
    'solana.tx.program_keys.*': { label: 'Programs', words: address },
    'solana.tx.instructions.*.program_key': { label: 'Each instruction’s program', words: address },
    'solana.tx.instructions.count()': { label: 'Instructions', words: text },
    'bitcoin.tx.outputs.count()': { label: 'Outputs', words: text },
    'eth.tx.gas': { label: 'Gas limit', words: text },
    'tempo.tx.gas_limit': { label: 'Gas limit', words: text },
    'eth.tx.gas_price': { label: 'Gas price', words: gwei },
    'eth.tx.max_fee_per_gas': { label: 'Max fee per gas', words: gwei },
    'eth.tx.max_priority_fee_per_gas': { label: 'Priority fee per gas', words: gwei },
    'tron.tx.fee_limit': { label: 'Fee limit', words: units(6, 'TRX') },
    'bitcoin.tx.fee': { label: 'Fee', words: units(8, 'BTC') },
  } satisfies Record<string, Place>),
);
/** What kind of request it is, is told by the operations that a policy applies to. */
const KINDS = /^activity\.(?:kind|type|action|resource|params\.type)$/;

/** A part of a condition that must always hold: a comparison of a place with written values. */
interface Clause {
  readonly path: string;
  readonly operator: Comparison;
  readonly values: readonly Literal[];
}

const WORDS: Readonly<Record<Comparison, string>> = {
  '==': '',
  in: '',
  '!=': 'not ',
  '<=': 'up to ',
  '<': 'less than ',
  '>=': 'at least ',
  '>': 'more than ',
};
/** The same comparison read from its other side. */
const TURNED: Readonly<Partial<Record<Comparison, Comparison>>> = {
  ...{ '==': '==', '!=': '!=', '<=': '>=', '<': '>', '>=': '<=', '>': '<' },
};

/**
 * What a condition limits in so many words: each of its parts that must hold in any case and that compares a known place with
 * written values. Parts of another form are counted, so that nobody takes the list for all of it.
 * @param nameOf names contacts by their addresses
 */
export function statedLimits(condition: Expression, nameOf: NameOf): Fact[] {
  const parts = clausesOf(condition, new Map());
  const clauses = parts.filter((part) => part !== null);
  const id = clauses.find(({ path, operator }) => path === CHAIN_ID && operator === '==')?.values[0];
  const known = { unit: networkOf(typeof id === 'bigint' ? id : null).unit, nameOf };
  const said = new Map<string, string[]>();
  let others = parts.length - clauses.length;
  for (const clause of clauses) {
    if (KINDS.test(clause.path)) continue;
    const place = PLACES.get(clause.path);
    if (place === undefined) others += 1;
    else said.set(place.label, [...(said.get(place.label) ?? []), wordsOf(clause, place, known)]);
  }
  const facts = [...said].map(([label, words]): Fact => ({ label, value: sentence(words), kind: 'text' }));
  if (others === 0) return facts;
  const value = `${grouped(BigInt(others))} ${others === 1 ? 'part' : 'parts'} of the condition`;
  return [...facts, { label: 'Other limits', value, kind: 'text' }];
}

/** Words begin with a capital; an address stays as it is. */
const OWN_WORDS = /^(?:(?:not|up to|less than|at least|more than) |(?:empty|nothing at all)$)/;

const sentence = (words: readonly string[]): string =>
  words.join('; and ').replace(OWN_WORDS, (own) => `${own.charAt(0).toUpperCase()}${own.slice(1)}`);

function wordsOf({ operator, values }: Clause, { words }: Place, known: Known): string {
  if (values.length === 0) return 'nothing at all';
  const shown = values.slice(0, SHOWN).map((value) => words(value, known));
  const more = values.length - shown.length;
  return `${WORDS[operator]}${shown.join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
}

type Items = ReadonlyMap<string, string>;

/** The parts that must all hold; null for one of another form. */
function clausesOf(expression: Expression, items: Items): readonly (Clause | null)[] {
  if (expression.kind === 'logical' && expression.operator === '&&')
    return expression.operands.flatMap((operand) => clausesOf(operand, items));
  if (expression.kind === 'visit' && expression.visit === 'all') {
    const list = pathOf(expression.subject, items);
    if (list !== null) {
      const item = `${list}.*`;
      const parts = clausesOf(expression.predicate, new Map([...items, [expression.item, item]]));
      // An empty list lets everything through: only its own elements are limited by it.
      return parts.map((part) => (part?.path.startsWith(item) === true ? part : null));
    }
  }
  return [clauseOf(expression, items)];
}

function clauseOf(expression: Expression, items: Items): Clause | null {
  if (expression.kind === 'contains') {
    const [path, values] = [pathOf(expression.value, items), listOf(expression.subject)];
    return path === null || values === null ? null : { path, operator: 'in', values };
  }
  if (expression.kind !== 'comparison') return null;
  const { left, right, operator } = expression;
  const [path, values] = [pathOf(left, items), operator === 'in' ? listOf(right) : valueOf(right)];
  if (path !== null && values !== null) return { path, operator, values };
  const turned = TURNED[operator];
  const [other, written] = [pathOf(right, items), valueOf(left)];
  return other === null || written === null || turned === undefined
    ? null
    : { path: other, operator: turned, values: written };
}

/** The one value that is written; null for anything else. */
const valueOf = (expression: Expression): readonly [Literal] | null =>
  expression.kind === 'integer' || expression.kind === 'string' ? [expression.value] : null;

/** The values of a list in which nothing but values is written; null for anything else. */
function listOf(expression: Expression): readonly Literal[] | null {
  if (expression.kind !== 'list') return null;
  const values = expression.items.map(valueOf);
  return values.every((each) => each !== null) ? values.flat() : null;
}

/** A place by its members; null for what isn't one, and for a single element of a list. */
function pathOf(expression: Expression, items: Items): string | null {
  if (expression.kind === 'name') return items.get(expression.name) ?? expression.name;
  if (expression.kind !== 'field' && expression.kind !== 'count') return null;
  const subject = pathOf(expression.subject, items);
  if (subject === null) return null;
  return `${subject}.${expression.kind === 'field' ? expression.field : 'count()'}`;
}
