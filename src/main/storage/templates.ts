import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Parameters under a name; `parameters` is JSON text. */
export interface StoredTemplate {
  readonly operation: string;
  readonly name: string;
  readonly parameters: string;
}

/** Templates of operations; a name is one operation's own. */
export interface TemplateStore {
  /** In the order of their names. */
  list(operation: string): Promise<StoredTemplate[]>;
  /** Keeps a template in the place of one with the same name. */
  keep(template: StoredTemplate): Promise<void>;
  remove(operation: string, name: string): Promise<void>;
}

export function templateStore(database: Kysely<Tables>): TemplateStore {
  return {
    list: (operation) =>
      database
        .selectFrom('template')
        .selectAll()
        .where('operation', '=', operation)
        .orderBy('name')
        .execute(),
    keep: async (template) => {
      const { parameters } = template;
      await database
        .insertInto('template')
        .values(template)
        .onConflict((conflict) => conflict.columns(['operation', 'name']).doUpdateSet({ parameters }))
        .execute();
    },
    remove: async (operation, name) => {
      await database
        .deleteFrom('template')
        .where('operation', '=', operation)
        .where('name', '=', name)
        .execute();
    },
  };
}
