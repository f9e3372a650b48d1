import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ContactAddress, ListedContact } from '#preload/contract/contacts.ts';
import { useProfile } from '../../bridge/app-state.ts';
import { useQuery } from '../../bridge/query.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AddressText } from '../../ui/values.tsx';
import { newContactFocus } from '../contacts/contact-focus.ts';
import { contactList } from '../contacts/contact-store.ts';
import { recipientFocus } from '../signers/payment-focus.ts';
import { signingChain } from '../signers/chains.ts';
import { signers } from '../signers/signers.ts';
import { SIGNING_TEXT } from './text.ts';

const TEXT = SIGNING_TEXT.offers.address;

/** An address: whose it is, as far as that is known here, and what is done with one instead of signing it. */
export function AddressOffer({ chain, address }: ContactAddress): ReactNode {
  const profile = useProfile();
  const contacts = useQuery(contactList, profile?.id);
  const keys = signers.useStore();
  const contact = contacts.state === 'ready' ? contacts.value.contacts.find(has(address)) : undefined;
  const own =
    keys.state === 'ready'
      ? keys.value.find((key) => key.addresses.some((each) => each.address === address))
      : undefined;
  return (
    <EmptyState
      icon={MapPin}
      title={TEXT.title}
      action={[
        <Button
          key="pay"
          kind="primary"
          // A contact may have other addresses: this one is meant.
          onPress={() => go('payments', recipientFocus({ chain, address }))}
        >
          {TEXT.pay}
        </Button>,
        ...(contacts.state === 'ready' && contact === undefined && own === undefined
          ? [
              <Button key="add" onPress={() => go('contacts', newContactFocus({ chain, address }))}>
                {TEXT.add}
              </Button>,
            ]
          : []),
      ]}
    >
      {TEXT.of(signingChain(chain).label, contact?.name, own?.name)} <AddressText value={address} />
    </EmptyState>
  );
}

const has =
  (address: string) =>
  ({ addresses }: ListedContact): boolean =>
    addresses.some((each) => each.address === address);
