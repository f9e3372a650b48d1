import { randomInt } from 'node:crypto';

/** Letters and digits that nobody mistakes for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const draw = (): string => ALPHABET.charAt(randomInt(ALPHABET.length));

/** A code that a person compares at two places, for example `K7Q-4MX`. */
export const shortCode = (): string =>
  `${Array.from({ length: 3 }, draw).join('')}-${Array.from({ length: 3 }, draw).join('')}`;
