const NEW = 'new ';

/** Where the wallets screen is to open: at the approval of a new wallet of that name. A slash would part a record from its list. */
export const newWalletFocus = (name: string): string => `${NEW}${encodeURIComponent(name)}`;

/** The name of the new wallet that the screen was opened for; null where it was opened for anything else. */
export const readNewWalletFocus = (focus: string | null): string | null =>
  focus?.startsWith(NEW) === true ? decodeURIComponent(focus.slice(NEW.length)) : null;
