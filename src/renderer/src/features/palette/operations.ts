import type { Effect } from '../../../../protocol/catalogue/operation.ts';
import type { ScreenId } from '../../frame/navigation.ts';

/** An operation of the catalogue that has a screen, with what that screen should open. */
export interface OperationEntry {
  readonly path: string;
  readonly summary: string;
  readonly effect: Effect;
  readonly screen: ScreenId;
  readonly focus: string | null;
}

/**
 * The catalogue's operations as the palette offers them. Written out, because the catalogue itself would bring its
 * schemas into the window's start; a test holds this list to the catalogue.
 */
export const OPERATIONS: readonly OperationEntry[] = [
  { path: 'sign_transaction', summary: 'Sign a transaction', effect: 'sign', screen: 'sign', focus: null },
  {
    path: 'create_private_keys',
    summary: 'Create private keys',
    effect: 'write',
    screen: 'keys',
    focus: 'create',
  },
  {
    path: 'create_api_keys',
    summary: 'Create API keys',
    effect: 'write',
    screen: 'credentials',
    focus: 'create',
  },
  { path: 'list_private_keys', summary: 'List private keys', effect: 'read', screen: 'keys', focus: null },
  { path: 'get_private_key', summary: 'Get a private key', effect: 'read', screen: 'keys', focus: null },
  { path: 'list_activities', summary: 'List activities', effect: 'read', screen: 'activities', focus: null },
  { path: 'get_activity', summary: 'Get an activity', effect: 'read', screen: 'activities', focus: null },
  { path: 'whoami', summary: 'Who am I', effect: 'read', screen: 'settings', focus: null },
];
