import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import type { InterfaceParts } from '../contract-interfaces/module.ts';
import { ownKeys } from './own-keys.ts';
import {
  type PaidRecipients,
  createPaidRecipients,
  earlierRecipients,
  oursOf,
  withPaid,
} from './paid-recipients.ts';
import type { PreviewReads } from './preview-maker.ts';

export { writeCard } from './card-text.ts';
export type { CardText } from './card-text.ts';
export { expiryWarnings } from './signing-views.ts';
export { genericPreview } from './generic.ts';
export { type NamedKind, namedKind } from './list-names.ts';
export { NO_NAMES, findSigner, readOwnNames, signersOf, spelled } from './own-addresses.ts';
export type { OwnNames } from './own-addresses.ts';
export { LOOKED_THROUGH, lastTransactions, transactionIn } from './paid-recipients.ts';
export type { PaidRecipients } from './paid-recipients.ts';
export { NOTHING_EXPECTED, expectationSchema } from './preview-maker.ts';
export type { Expectation, PreviewMaker, PreviewParts, PreviewReads } from './preview-maker.ts';
export type { NameOf, RequestLine } from './operation-view.ts';
export { policyWarnings, reachFacts } from './policy-warnings.ts';
export { readIntent } from './read-intent.ts';
export { lineOf, previewMakerOf } from './operation-views.ts';

export interface PreviewModuleParts {
  readonly reads: PreviewReads;
  readonly paid: PaidRecipients;
}

type Needs = InterfaceParts &
  Pick<
    ConsoleContext,
    'storage' | 'vault' | 'requestSeal' | 'clock' | 'sessions' | 'inventory' | 'madeKeys' | 'ports'
  >;

/** What previews may ask the service and this machine for. */
export const previews = defineModule({
  start: ({
    storage,
    vault,
    requestSeal,
    clock,
    sessions,
    inventory,
    madeKeys,
    ports,
    interfaces,
  }: Needs): ModuleParts<never, PreviewModuleParts> => {
    const paid = createPaidRecipients({ store: storage.earlierRecipients, seal: requestSeal, clock });
    const reads: PreviewReads = {
      listPrivateKeys: inventory.listPrivateKeys,
      listAccounts: inventory.listAccounts,
      earlierRecipients: async (chain) => {
        const [{ addresses }, ours] = await Promise.all([ports.contacts.ask(), oursOf(inventory)]);
        return withPaid(
          async () => paid.list((await currentProfile(storage)).id, chain.type),
          earlierRecipients(sessions.query, chain, addresses, ours),
        );
      },
      contacts: () => ports.contacts.ask(),
      ask: sessions.query,
      self: () => sessions.self(),
      ownsTarget: ports.ownsTarget.ask,
      ownKeys: () => ownKeys(storage, vault),
      madeHere: (key) => madeKeys.has(key),
      sealedAddresses: ports.sealedAddresses.ask,
      interfaces,
    };
    return { parts: { reads, paid } };
  },
});
