import type { Effect } from '../../../../protocol/catalogue/operation.ts';
import { summaries } from '../../../../protocol/catalogue/summaries.ts';
import type { ScreenId } from '../../frame/navigation.ts';

type OperationPath = (typeof summaries)[number]['path'];

/** An operation of the catalogue that has a screen, with what that screen should open. */
export interface OperationEntry {
  readonly path: OperationPath;
  readonly summary: string;
  readonly effect: Effect;
  readonly screen: ScreenId;
  readonly focus: string | null;
}

/** Where an operation is done, and what opens there. Operations without a screen of their own are not offered yet. */
const PLACES: Readonly<Partial<Record<OperationPath, readonly [ScreenId, string?]>>> = {
  sign_transaction: ['sign'],
  create_private_keys: ['keys', 'create'],
  list_private_keys: ['keys'],
  create_api_keys: ['credentials', 'create'],
  list_activities: ['activities'],
};

/** The catalogue's operations that the palette offers. */
export const OPERATIONS: readonly OperationEntry[] = summaries.flatMap((operation) => {
  const [screen, focus] = PLACES[operation.path] ?? [];
  return screen === undefined ? [] : [{ ...operation, screen, focus: focus ?? null }];
});
