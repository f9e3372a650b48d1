import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const load = <S extends z.ZodType>(name: string, schema: S): z.infer<S> =>
  schema.parse(
    JSON.parse(readFileSync(fileURLToPath(new URL(`../../vectors/tempo/${name}`, import.meta.url)), 'utf8')),
  );

/** Unsigned transactions that ox encoded, each with the hash that ox has its sender sign. */
export const GENERATED = load('ox.json', z.array(z.object({ hex: z.string(), payload: z.string() })));
/** Transactions as the developers of Tempo’s libraries print them, unsigned and signed. */
export const PUBLISHED = load('published.json', z.array(z.object({ source: z.string(), hex: z.string() })));
