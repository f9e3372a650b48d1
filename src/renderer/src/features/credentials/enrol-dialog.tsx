import type { ReactNode } from 'react';
import type { Credential } from '../../../../preload/contract/credentials.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EffectTag } from '../../ui/effect-tag.tsx';
import { EnrolForm } from './enrol-form.tsx';

/** Enrols a credential that is already in the keychain. */
export function EnrolDialog({
  credential,
  onClose,
}: {
  credential: Credential;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog isOpen onClose={onClose} title={`Enrol ${credential.label}`} tag={<EffectTag effect="write" />}>
      <EnrolForm credential={credential} onClose={onClose} cancelLabel="Cancel" />
    </Dialog>
  );
}
