import type { ContactAddress } from '#preload/contract/contacts.ts';
import { SIGNING_CHAINS } from '../signers/chains.ts';

const CREATE = 'create';

/** Opens the contacts with the form of a new one, which has this address. */
export const newContactFocus = ({ chain, address }: ContactAddress): string =>
  `${CREATE} ${chain} ${address}`;

/** Whether the form of a new contact is to open. */
export const asksForContact = (focus: string | null): boolean => focus?.split(' ')[0] === CREATE;

/** The address that the new contact has; undefined where none was given. */
export function newContactAddress(focus: string | null): ContactAddress | undefined {
  const [, chain, address] = focus?.split(' ') ?? [];
  const known = SIGNING_CHAINS.find(({ id }) => id === chain)?.id;
  return known === undefined || address === undefined ? undefined : { chain: known, address };
}
