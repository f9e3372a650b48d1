import { clientError } from '../../service-client/errors.ts';
import { z } from 'zod';
import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { withoutTokens } from '#protocol/form/draft.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { TemplateStore } from '../../storage/templates.ts';
import { featureError } from '../errors.ts';

const kept = z.record(z.string(), z.json());
/** Far more than any form holds. */
const MAX_LENGTH = 1 << 18;

/** Parameters that the operator keeps to fill in forms with. */
export const templates = defineModule({
  start: ({ storage }: Pick<ConsoleContext, 'storage'>): ModuleParts<'templates'> => ({
    handlers: { templates: templateHandlers(storage.templates) },
  }),
});

export function templateHandlers(templates: TemplateStore): Handlers<ConsoleContract>['templates'] {
  return {
    list: async ({ operation }) => {
      const found = await templates.list(operation);
      return found.map(({ name, parameters }) => ({ name, parameters: kept.parse(JSON.parse(parameters)) }));
    },
    save: async ({ operation: path, name, parameters }) => {
      const operation = operationByPath(path);
      if (operation === undefined) {
        throw clientError('OPERATION_UNKNOWN.any', { path });
      }
      const text = textOf(() => withoutTokens(formFields(operation.parameters), parameters));
      if (text.length > MAX_LENGTH) {
        throw featureError('TEMPLATE_TOO_LONG');
      }
      await templates.keep({ operation: path, name, parameters: text });
    },
    remove: async ({ operation, name }) => {
      await templates.remove(operation, name);
    },
  };
}

/** Parameters as text. @throws AppError `TEMPLATE_INVALID` for what JSON has no form for, such as a value within itself */
function textOf(parameters: () => unknown): string {
  try {
    return JSON.stringify(parameters());
  } catch (cause) {
    throw featureError('TEMPLATE_INVALID', { cause });
  }
}
