import type { IdOption, IdSource } from '#protocol/form/id-sources.ts';
import { type ConsoleApi, getConsole } from '#renderer/bridge/console.ts';
import { allKnownKeys } from '#renderer/features/signers/signers.ts';

/** Parameters of an operation, as a form is begun with and gives them. */
export type OperationParameters = Readonly<Record<string, unknown>>;

/** In one answer the keys of a large organization are many megabytes: they come in pages. */
const LIST_PRIVATE_KEYS = 'list_private_keys';

type Asked = Parameters<ConsoleApi['queries']['ask']>[0]['parameters'];

/** The ids that the pickers of one form offer. */
export interface IdOptions {
  /**
   * Asks a source, the same question once; gives nothing while what stands in the form is not enough to ask.
   * @param form the parameters as they are filled in now
   * @throws BridgeError
   */
  ask(source: IdSource, form: Readonly<Record<string, unknown>>): Promise<readonly IdOption[]>;
}

/** Makes the ids of one form; a form that is opened anew asks anew. */
export function createIdOptions(): IdOptions {
  const answers = new Map<string, Promise<unknown>>();
  const ask: IdOptions['ask'] = async (source, form) => {
    const parameters = source.ask(form);
    if (parameters === null) return [];
    const operation = source.query.path;
    const question = JSON.stringify([operation, parameters]);
    const answer =
      answers.get(question) ??
      (operation === LIST_PRIVATE_KEYS
        ? allKnownKeys().then((privateKeys) => ({ privateKeys }))
        : getConsole().queries.ask({ operation, parameters: parameters as Asked }));
    answers.set(question, answer);
    const options = source.options(await answer);
    const further = source.further === undefined ? [] : await ask(source.further, form);
    return eachOnce([...options, ...further]);
  };
  return { ask };
}

/** The same address can be that of a private key, and of accounts in several wallets; it is offered by its first name. */
function eachOnce(options: readonly IdOption[]): IdOption[] {
  const first = new Map<string, IdOption>();
  for (const option of options) if (!first.has(option.id)) first.set(option.id, option);
  return [...first.values()];
}
