import { type Chain, chainOf } from '#chains/chains.ts';
import { TransferRefused, refused } from '#chains/model/transfer.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { LastNonce } from '#preload/contract/transfers.ts';
import { errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import { featureError } from '../errors.ts';
import type { NodeParts } from '../nodes/module.ts';
import { type PreviewModuleParts, findSigner } from '../previews/module.ts';
import { type NonceAccount, lastNonceOf, organizationNonces, withNode } from './next-nonce.ts';
import { type SignedNonces, createSignedNonces } from './signed-nonces.ts';

type Needs = NodeParts &
  PreviewModuleParts &
  Pick<ConsoleContext, 'storage' | 'requestSeal' | 'clock' | 'ports'>;

export interface TransferParts {
  readonly nonces: SignedNonces;
}

/** Payments by form: the window says what is to be paid, and this side writes the bytes that are previewed. */
export const transfers = defineModule({
  start: (needs: Needs): ModuleParts<'transfers', TransferParts> => {
    const { storage, requestSeal, clock } = needs;
    const nonces = createSignedNonces({ store: storage.signedNonces, seal: requestSeal, clock });
    return { parts: { nonces }, handlers: { transfers: transferHandlers(needs, nonces) } };
  },
});

function transferHandlers(
  { reads, storage, clock, ports, nodes }: Needs,
  nonces: Pick<SignedNonces, 'last'>,
): Handlers<ConsoleContract>['transfers'] {
  /** Who pays. Offline nobody can be asked for the key: its address is all that is needed, and all that is known. */
  const senderOf = async (chain: Chain, signWith: string): Promise<{ readonly address: string }> =>
    ports.isOffline.ask()
      ? { address: chain.spellAddress(signWith) }
      : (await findSigner(chain, signWith, reads)).signer;
  const lastNonce = async (account: NonceAccount): Promise<LastNonce> => {
    const { chain, network, address } = account;
    const { id: profileId } = await currentProfile(storage);
    const here = await nonces.last({ profileId, chain: chain.type, network, address });
    const asked = ports.isOffline.ask() ? undefined : await organizationNonces(account, reads);
    return lastNonceOf(here, asked);
  };
  return {
    form: ({ type }) => {
      const { networks, fields, series } = chainOf(type).transfer;
      const { kind, note } = series;
      return Promise.resolve({ networks: [...networks], fields: [...fields], series: { kind, note } });
    },
    assets: ({ type, network }) => Promise.resolve([...chainOf(type).transfer.assets(network)]),
    lastNonce: async ({ type, signWith, network }) => {
      const chain = chainOf(type);
      const { address } = await senderOf(chain, signWith);
      return lastNonce({ chain, network, address });
    },
    askNode: async ({ type, signWith, network }) => {
      const chain = chainOf(type);
      const { address } = await senderOf(chain, signWith);
      const field = chain.transfer.fields.find(({ isNonce }) => isNonce)?.name;
      const [answer, last] = await Promise.all([
        nodes.ask({ type, network, address }),
        field === undefined ? null : lastNonce({ chain, network, address }),
      ]);
      const { host, atMs, values, remarks } = answer;
      const told = { host, atMs, values: { ...values }, remarks: [...remarks] };
      return field === undefined || last === null ? told : withNode(told, field, last);
    },
    build: async ({ type, signWith, contact, ...draft }) => {
      const chain = chainOf(type);
      const sender = await senderOf(chain, signWith);
      try {
        const unsignedTransaction = chain.transfer.build({ ...draft, sender, nowMs: clock.now() });
        if (contact !== null) requireContact((await ports.contacts.ask()).nameOf(draft.to.trim()), contact);
        return { ok: true, unsignedTransaction };
      } catch (error) {
        if (error instanceof TransferRefused) return { ok: false, problems: [...error.problems] };
        if (!(error instanceof AppError)) throw error;
        return { ok: false, problems: [{ field: 'to', ...errorText(error) }] };
      }
    },
  };
}

/** What was chosen was a contact: an address that isn't theirs any more is not paid under their name. */
function requireContact(found: string | undefined, chosen: string): void {
  if (found !== chosen) throw refused('to', featureError('CONTACT_ADDRESS_GONE', { name: chosen }));
}
