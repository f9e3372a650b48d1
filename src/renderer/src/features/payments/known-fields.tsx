import type { ReactNode } from 'react';
import { useProfile } from '../../bridge/app-state.ts';
import { useQuery } from '../../bridge/query.ts';
import { Skeleton } from '../../ui/states.tsx';
import { contactList } from '../contacts/contact-store.ts';
import { namedNodes } from '../settings/named-nodes.ts';
import { usePayment } from './payment-store.ts';

/** Whether it is known which fields there are: the chain's and its assets', a choice of contacts, and what a node is asked for. */
export function useKnownFields(): boolean {
  const id = useProfile()?.id;
  const contacts = useQuery(contactList, id);
  const nodes = useQuery(namedNodes, id);
  const isThere = usePayment(
    ({ form, assets, error }) => (form !== null && assets.length > 0) || error !== null,
  );
  return isThere && contacts.state !== 'loading' && nodes.state !== 'loading';
}

/** Stands where the fields will be. */
export const FieldsOnTheirWay = (): ReactNode => (
  <div aria-busy="true">
    <Skeleton lines={8} />
  </div>
);
