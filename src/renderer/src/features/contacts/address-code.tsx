import { type ReactNode, Suspense, useState } from 'react';
import type { ListedContact } from '#preload/contract/contacts.ts';
import { Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { later } from '../../ui/later.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { AddressText, CopyButton } from '../../ui/values.tsx';
import { signingChain } from '../signers/chains.ts';
import styles from './contacts.module.css';
import { CONTACT_TEXT } from './text.ts';

const TEXT = CONTACT_TEXT.detail;
// What draws codes is loaded when one is asked for.
const TextCode = later(async () => (await import('../codes/text-code.tsx')).TextCode);

/** A contact's addresses as QR codes, one at a time, each with the address below it in full. */
export function AddressCodeDialog({
  contact: { name, addresses },
  onClose,
}: {
  readonly contact: ListedContact;
  readonly onClose: () => void;
}): ReactNode {
  const [place, setPlace] = useState('0');
  const shown = addresses[Number(place)];
  return (
    <Dialog isOpen onClose={onClose} title={TEXT.codeOf(name)}>
      <div className={styles['codes']}>
        {addresses.length > 1 && (
          <Segmented
            label={TEXT.codeChoice}
            options={addresses.map(({ chain }, index) => ({
              id: String(index),
              label: TEXT.codeName(signingChain(chain).name, sameBefore(addresses, index)),
            }))}
            value={place}
            onChange={setPlace}
          />
        )}
        {shown !== undefined && (
          <>
            <Suspense fallback={<Skeleton lines={6} />}>
              <TextCode key={shown.address} text={shown.address} />
            </Suspense>
            <div className={styles['coded']}>
              <AddressText value={shown.address} />
              <CopyButton text={shown.address} what={TEXT.copy(signingChain(shown.chain).name, name)} />
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** How many addresses before this one are on its chain. */
const sameBefore = (addresses: ListedContact['addresses'], index: number): number =>
  addresses.slice(0, index).filter(({ chain }) => chain === addresses[index]?.chain).length;
