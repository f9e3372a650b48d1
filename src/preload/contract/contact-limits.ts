/** How many addresses one contact has at most. The window's form needs it without the schemas. */
export const MOST_ADDRESSES = 20;
