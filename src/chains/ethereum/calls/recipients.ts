import type { Fact, SentencePart, Warning } from '../../model/decoded.ts';
import type { Located } from '../abi/located.ts';
import type { Hex } from '../model/address.ts';
import { theLocatedAddress, type ContractCall } from '../model/call.ts';
import { burns, isStranger, paidToOther, ZERO_ADDRESS } from '../model/call-warnings.ts';
import { addressFact } from '../descriptions/formats.ts';

/** Whom an address stands for. */
type Meaning = 'caller' | 'router' | 'position manager';

/** Addresses that a contract takes for something else than what they are. */
export type RecipientAliases = Readonly<Record<Hex, Meaning>>;

/** Uniswap's second router of version 3 and its universal routers. */
export const LATER_ROUTERS: RecipientAliases = {
  '0x0000000000000000000000000000000000000001': 'caller',
  '0x0000000000000000000000000000000000000002': 'router',
};
/** Uniswap's first router of version 3. */
export const FIRST_ROUTER: RecipientAliases = { [ZERO_ADDRESS]: 'router' };

/** The position manager of version 3, where it collects. */
export const POSITIONS_V3: RecipientAliases = { [ZERO_ADDRESS]: 'position manager' };

/** The position manager of version 4; where a router calls it, that router is its caller. */
export const positionsV4 = (call: ContractCall): RecipientAliases => ({
  '0x0000000000000000000000000000000000000001': callerOf(call),
  '0x0000000000000000000000000000000000000002': 'position manager',
});

/** Who calls, in words: a router that calls in the caller's stead is the one whom the contract knows. */
export const callerOf = ({ isByRouter }: ContractCall): Meaning =>
  isByRouter === true ? 'router' : 'caller';

/** Where something goes: an address, and what the contract takes it for. */
export interface Recipient {
  readonly address: Located<Hex>;
  readonly aliases: RecipientAliases;
}

/** Whom the contract takes the recipient for; undefined where it is the address that it is. */
export const aliasOf = ({ address, aliases }: Recipient): Meaning | undefined => aliases[address.value];

/** The fact of where something goes, with what its address stands for. */
export function recipientFact(recipient: Recipient): Fact {
  const meaning = aliasOf(recipient);
  const note = meaning === undefined ? undefined : `stands for the ${meaning}`;
  return addressFact('To', recipient.address, note);
}

/** As {@link recipientFact}, for a sentence. */
export function theRecipient(recipient: Recipient): SentencePart {
  const meaning = aliasOf(recipient);
  return meaning === undefined
    ? theLocatedAddress(recipient.address.value)
    : { kind: 'text', value: `the ${meaning}` };
}

/** The warning of what goes to nobody, or to neither the signer nor the router. */
export function warnOfPayout(
  call: ContractCall,
  recipient: Recipient,
  severity: Warning['severity'] = 'danger',
): Warning[] {
  if (aliasOf(recipient) !== undefined) return [];
  const to = recipient.address.value;
  if (to === ZERO_ADDRESS) return [burns()];
  return isStranger(call, to) ? [paidToOther(to, severity)] : [];
}
