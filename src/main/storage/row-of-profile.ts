import { type InsertQueryBuilder, type InsertResult, type Kysely, expressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

type OfProfile = { [T in keyof Tables]: 'profile_id' extends keyof Tables[T] ? T : never }[keyof Tables];

/**
 * Builds the insertion of a profile's row. If the profile has been removed, no row is written, and the rest of the transaction still is.
 * @param rest the row's other columns
 */
export const insertOfProfile = <T extends OfProfile>(
  database: Kysely<Tables>,
  table: T,
  profileId: string,
  rest: Readonly<Partial<Record<keyof Tables[T] & string, string | number>>>,
): InsertQueryBuilder<Tables, T, InsertResult> => {
  const values = expressionBuilder<Tables>();
  const names = Object.keys(rest) as (keyof Tables[T] & string)[];
  return database
    .insertInto(table)
    .columns(['profile_id', ...names])
    .expression(
      database
        .selectFrom('profile')
        .select(['id', ...names.map((name) => values.val(rest[name]).as(name))])
        .where('id', '=', profileId),
    );
};
