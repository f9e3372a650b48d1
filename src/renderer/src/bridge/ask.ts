import type { OutputOf, ParametersOf, QueryOperation } from '#protocol/catalogue/operation.ts';
import { getConsole } from './console.ts';

type QueryParameters = Parameters<ReturnType<typeof getConsole>['queries']['ask']>[0]['parameters'];

/**
 * Asks a query of the catalogue. The declaration is named as a type alone: its schema would cost the window's start.
 * @throws BridgeError those of the service and of the keychain
 */
export async function ask<O extends QueryOperation>(
  path: string,
  parameters: ParametersOf<O> & QueryParameters,
): Promise<OutputOf<O>> {
  // Parsed by the catalogue's schema on the privileged side.
  return (await getConsole().queries.ask({ operation: path, parameters })) as OutputOf<O>;
}
