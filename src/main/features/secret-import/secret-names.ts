import { listSecrets } from '#protocol/catalogue/secrets.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';

const PAGE = 100;

/** The names of the organization's secrets. @throws ServiceError */
export async function secretNames(ask: ContextResolver['query']): Promise<Set<string>> {
  const names = new Set<string>();
  for (let before: string | undefined; ;) {
    const { secrets } = await ask(listSecrets, {
      paginationOptions: { limit: String(PAGE), ...(before === undefined ? {} : { before }) },
    });
    for (const { name } of secrets) if (name !== undefined) names.add(name);
    const last = secrets.at(-1)?.secretId;
    if (secrets.length < PAGE || last === undefined || last === before) return names;
    before = last;
  }
}
