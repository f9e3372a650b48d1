/** The words of payments by form. */
export const PAYMENT_TEXT = {
  title: 'Payment',
  chain: 'Chain',
  network: 'Network',
  from: 'From',
  chooseKey: 'Choose a key',
  loadingKeys: 'Loading keys',
  noKey: 'No key for this chain yet',
  createKey: 'Create private key',
  contact: 'Contact',
  noContact: 'An address that I enter',
  to: 'Recipient address',
  asset: 'Asset',
  amount: 'Amount',
  decimals: (symbol: string, count: number): string =>
    count === 1 ? `in ${symbol}, up to 1 decimal` : `in ${symbol}, up to ${count} decimals`,
  fee: 'Fee',
  lastNonce: (last: string, next: string): string =>
    `Last signed here: ${last}. The next would be ${next}, if nothing else was sent from this account.`,
  takeNonce: (next: string): string => `Use ${next}`,
  note: 'Nothing is signed until you approve.',
  emptyTitle: 'No payment yet',
  empty: 'The preview is made from the finished transaction, as soon as the form says all of it.',
  missing: 'Still needed',
  another: 'Send another payment',
} as const;
