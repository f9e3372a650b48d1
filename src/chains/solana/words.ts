/** `newAccount` as "New account". */
export function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the numbers of some fields stand for (spl-token and Token-2022, `AuthorityType`; stake, `StakeAuthorize`). */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  authorityType: [
    'minting tokens',
    'freezing accounts',
    'the account’s owner',
    'closing the account',
    'setting the transfer fee',
    'withdrawing withheld fees',
    'closing the mint',
    'setting the interest rate',
    'permanent delegate',
    'confidential transfers',
    'the transfer hook',
    'fees of confidential transfers',
    'the pointer to metadata',
    'the pointer to a group',
    'the pointer to a member of a group',
    'the scale of shown amounts',
    'pausing the token',
  ],
  role: ['staking', 'withdrawing'],
};

/** A number in words, where its field has some; undefined for another field or number. */
export const wordOf = (field: string, value: bigint): string | undefined => WORDS[field]?.[Number(value)];
