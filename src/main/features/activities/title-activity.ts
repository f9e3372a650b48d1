import type { Activity } from '../../../protocol/activity.ts';
import { createApiKeys } from '../../../protocol/catalogue/api-keys.ts';
import { createPrivateKeys } from '../../../protocol/catalogue/private-keys.ts';
import type { SubmitOperation } from '../../../protocol/catalogue/operation.ts';
import { signTransaction } from '../../../protocol/catalogue/signing.ts';
import { readTransaction } from '../../../chains/read.ts';
import { ORGANIZATION_TITLERS } from './organization-titles.ts';
import type { Titler } from './organization-titles.ts';
import { AppError } from '../../../protocol/error.ts';

const TITLERS = new Map<string, Titler>([
  [signTransaction.path, titleTransaction],
  [createPrivateKeys.path, titlePrivateKeys],
  [createApiKeys.path, titleApiKeys],
  ...ORGANIZATION_TITLERS,
]);

/** What a request does, in one line, read on this machine from its intent; its operation's summary where that is all. */
export function titleOf(activity: Activity, operation: SubmitOperation | undefined): string {
  if (operation === undefined) {
    return activity.type.replace('ACTIVITY_TYPE_', '').replaceAll('_', ' ').toLowerCase();
  }
  return TITLERS.get(operation.path)?.(activity.intent[operation.intent]) ?? operation.summary;
}

function titleTransaction(intent: unknown): string {
  const parsed = signTransaction.parameters.safeParse(intent);
  if (!parsed.success) return UNREADABLE;
  try {
    const { sentence } = readTransaction(parsed.data.type, parsed.data.unsignedTransaction);
    return sentence
      .map(({ kind, value }) => (kind === 'address' ? shorten(value) : value))
      .join('')
      .replace(/\.$/, '');
  } catch (error) {
    if (error instanceof AppError) return UNREADABLE;
    throw error;
  }
}

const UNREADABLE = 'Unreadable transaction';

/** "0x5E2f…8B7a6": enough to tell rows apart; the detail shows the address whole. */
const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-5)}`;

function titlePrivateKeys(intent: unknown): string | undefined {
  const keys = createPrivateKeys.parameters.safeParse(intent).data?.privateKeys;
  return (
    keys &&
    named(
      'Create key',
      'Create',
      'keys',
      keys.map((key) => key.privateKeyName),
    )
  );
}

function titleApiKeys(intent: unknown): string | undefined {
  const keys = createApiKeys.parameters.safeParse(intent).data?.apiKeys;
  return (
    keys &&
    named(
      'Enrol API key',
      'Enrol',
      'API keys',
      keys.map((key) => key.apiKeyName),
    )
  );
}

function named(one: string, verb: string, many: string, names: readonly string[]): string {
  const [first] = names;
  return first !== undefined && names.length === 1 ? `${one} ${first}` : `${verb} ${names.length} ${many}`;
}
