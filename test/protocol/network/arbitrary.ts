import fc from 'fast-check';

/** IPv4 addresses, as text. */
export const ipv4 = fc.ipV4();
/** IPv6 addresses in all the ways that they are written, IPv4-mapped ones left out. */
export const ipv6 = fc.ipV6().filter((text) => !/ffff:[0-9a-f.:]+$/i.test(text));
export const blockOf4 = fc.tuple(ipv4, fc.integer({ min: 0, max: 32 }));
export const blockOf6 = fc.tuple(ipv6, fc.integer({ min: 0, max: 128 }));
