/** Whether a text is hex, with or without 0x, and spaces between. */
export const isHexText = (text: string): boolean => /^\s*(?:0x)?[0-9a-f\s]*$/i.test(text);

/**
 * A transaction in another form than hex as the hex that is signed; hex, and what is no known form, stays as it is. What knows
 * the forms is loaded at the first text that is none: the window's start does without it.
 */
export async function asHex(text: string): Promise<string> {
  if (isHexText(text)) return text;
  const { transactionAsHex } = await import('#chains/transaction-input.ts');
  return transactionAsHex(text);
}
