/** The form that addresses are compared in: hex in any case is the same address, other formats are as written. */
export const lookupForm = (address: string): string =>
  /^(?:0x)?[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address;
