import type { ContactAddress } from '#preload/contract/contacts.ts';

/** With what the payments screen is to open, where that is no contact: who pays, or who is paid. */
export type PaymentFocus =
  { readonly from: string } | { readonly to: { readonly chain: string; readonly address: string } };

/** Opens with this key or account as the sender. */
export const senderFocus = (signWith: string): string => `from ${signWith}`;

/** Opens with this address as the recipient. */
export const recipientFocus = ({ chain, address }: ContactAddress): string => `to ${chain} ${address}`;

/** What the screen was opened with; null for a contact's ID. */
export function readPaymentFocus(focus: string): PaymentFocus | null {
  const [way, first = '', second = ''] = focus.split(' ');
  if (way === 'from') return { from: first };
  return way === 'to' ? { to: { chain: first, address: second } } : null;
}
