import { z } from 'zod';
import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import { operationByPath } from '../../../protocol/catalogue/find.ts';
import { formFields } from '../../../protocol/form/form-field.ts';
import { withoutTokens } from '../../../protocol/form/without-tokens.ts';
import type { TemplateStore } from '../../storage/templates.ts';
import { featureError } from '../errors.ts';
import { requestError } from '../requests/errors.ts';

const kept = z.record(z.string(), z.json());
/** Far more than any form holds. */
const MAX_LENGTH = 1 << 18;

export function templateHandlers(templates: TemplateStore): Handlers<ConsoleContract>['templates'] {
  return {
    list: async ({ operation }) => {
      const found = await templates.list(operation);
      return found.map(({ name, parameters }) => ({ name, parameters: kept.parse(JSON.parse(parameters)) }));
    },
    save: async ({ operation: path, name, parameters }) => {
      const operation = operationByPath(path);
      if (operation === undefined) {
        throw requestError('OPERATION_UNKNOWN.any', { path });
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
