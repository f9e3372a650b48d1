import { oncePerList } from '#protocol/once-per-list.ts';
import type { DecodeContext, KeyToSign } from './chain.ts';
import type { DecodedTransaction, Fact, RecognisedAction, Warning } from './decoded.ts';
import { warn } from './warnings.ts';

/** So many characters at each end are what people compare. */
const COMPARED = 4;

/** What is the same in every address of a kind, and so tells none from another. */
const PREFIXES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['hex', /^0x/i],
  ['bech32', /^(?:bc|tb|bcrt)1[qp]?/i],
  ['tron', /^T(?=[1-9A-HJ-NP-Za-km-z]{33}$)/],
  ['base58check', /^[123mn](?=[1-9A-HJ-NP-Za-km-z]{24,34}$)/],
];

interface Ends {
  /** Spelled in the one way that its kind has: equal ones are the same address. */
  readonly whole: string;
  /** Its kind with the ends that people compare; null for what is too short to have two. */
  readonly key: string | null;
}

function endsOf(address: string): Ends {
  const [kind, pattern] = PREFIXES.find(([, each]) => each.test(address)) ?? ['base58', /^/];
  const whole = kind === 'hex' || kind === 'bech32' ? address.toLowerCase() : address;
  const significant = whole.replace(pattern, '');
  const key =
    significant.length <= 2 * COMPARED
      ? null
      : `${kind} ${significant.slice(0, COMPARED)} ${significant.slice(-COMPARED)}`;
  return { whole, key };
}

/**
 * Addresses by their ends. Looking one up takes the same time however many there are.
 */
export class LookAlikeIndex {
  readonly #byEnds = new Map<string, Map<string, string>>();

  constructor(addresses: Iterable<string> = []) {
    for (const each of addresses) this.add(each);
  }

  add(address: string): void {
    const { whole, key } = endsOf(address);
    if (key === null) return;
    const alike = this.#byEnds.get(key) ?? new Map<string, string>();
    this.#byEnds.set(key, alike);
    if (!alike.has(whole)) alike.set(whole, address);
  }

  /** Whether the address itself was added. */
  has(address: string): boolean {
    const { whole, key } = endsOf(address);
    return key !== null && this.#byEnds.get(key)?.has(whole) === true;
  }

  /** An address of the index that looks like the given one and is another; the first that was added. */
  find(address: string): string | undefined {
    const { whole, key } = endsOf(address);
    const alike = key === null ? undefined : this.#byEnds.get(key);
    for (const [other, spelled] of alike ?? []) if (other !== whole) return spelled;
    return undefined;
  }
}

/**
 * Finds the address that another one could be taken for: the same first and last four characters behind what all
 * addresses of its kind begin with, but not the same address. Case counts where the chain counts it (base58).
 * @returns the first such address as it was given; undefined where there is none
 */
export const findLookAlike = (address: string, others: Iterable<string>): string | undefined =>
  new LookAlikeIndex(others).find(address);

/** Nobody makes more of them for one transaction; each takes hours of trying. */
const MAX_TOLD = 5;
const indexOf = oncePerList((list) => new LookAlikeIndex(list));

/**
 * Warns of every address of a reading that has the ends of a known one: recipients, spenders, contracts, wherever they stand.
 * @param signer whose address is known as well
 */
export function lookAlikeWarnings(
  reading: Pick<DecodedTransaction, 'sentence' | 'facts' | 'actions'>,
  signer: Pick<KeyToSign, 'address'> | undefined,
  { ownAddresses: own = [], known = [], contacts = [] }: DecodeContext = {},
): Warning[] {
  const signers = signer === undefined ? [] : [signer.address];
  const ours = [new LookAlikeIndex(signers), indexOf(own)];
  const [listed, earlier] = [indexOf(contacts), indexOf(known)];
  const warnings = addressesOf(reading).flatMap((address) => {
    const own = ours.map((index) => index.find(address)).find((other) => other !== undefined);
    if (own !== undefined) return [warningOf(address, own, 'your address')];
    // A contact that looks like another one was approved so.
    if (listed.has(address)) return [];
    const contact = listed.find(address);
    if (contact !== undefined) return [warningOf(address, contact, 'the address of a contact,')];
    const other = earlier.find(address);
    return other === undefined ? [] : [warningOf(address, other, 'an earlier recipient')];
  });
  return warnings.slice(0, MAX_TOLD);
}

const warningOf = (address: string, other: string, whose: string): Warning =>
  warn(
    'LOOK_ALIKE_ADDRESS',
    'danger',
    'Looks like another address',
    `${address} is not ${whose} ${other}, but begins and ends like it. Compare every character.`,
  );

function addressesOf({
  sentence,
  facts,
  actions,
}: Pick<DecodedTransaction, 'sentence' | 'facts' | 'actions'>): string[] {
  const said = sentence.flatMap(({ kind, value }) => (kind === 'address' ? [value] : []));
  return [...new Set([...said, ...addressesIn(facts), ...actions.flatMap(addressesOfStep)])];
}

const addressesOfStep = ({ facts, actions }: RecognisedAction): string[] => [
  ...addressesIn(facts),
  ...actions.flatMap(addressesOfStep),
];

const addressesIn = (facts: readonly Fact[]): string[] =>
  facts.flatMap(({ kind, value }) => (kind === 'address' ? [value] : []));
