import { z } from 'zod';
import devnets from '../../vectors/ethereum/devnets.json' with { type: 'json' };
import mainnet from '../../vectors/ethereum/mainnet.json' with { type: 'json' };

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]+$/)]);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const vector = z.strictObject({ source: z.string(), hash: hex, from: address, signed: hex });

/** Transactions of the main network, with the hash that was published and who sent them. */
export const MAINNET = z.array(vector.extend({ block: z.number() })).parse(mainnet);
/** Transactions of development networks, of the types that the others lack. */
export const DEVNETS = z.array(vector).parse(devnets);
