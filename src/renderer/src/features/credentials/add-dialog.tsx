import { type ReactNode, useState } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { BringForm, type KeySource, LeftoverNote } from './bring-form.tsx';
import { CreateForm } from './create-form.tsx';
import { EnrollForm } from './enroll-form.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

export type Adding = 'create' | 'bring';

interface AddDialogProps {
  readonly adding: Adding | null;
  /** Whether it is the profile's first credential, which the Local service enrolls by itself. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
}

/** Creates or brings a key, and then offers to enroll it at the service. */
export function AddDialog({ adding, ...rest }: AddDialogProps): ReactNode {
  return adding && <OpenDialog adding={adding} {...rest} />;
}

interface Added {
  readonly credential: Credential;
  readonly source: KeySource | null;
}

function OpenDialog({
  adding,
  isFirst: startsFirst,
  onClose,
}: AddDialogProps & { readonly adding: Adding }): ReactNode {
  // As it was when the dialog opened: adding one changes it.
  const [isFirst] = useState(startsFirst);
  const [added, setAdded] = useState<Added | null>(null);
  const finish = (credential: Credential, source: KeySource | null): void => {
    if (isFirst && source === null) onClose();
    else setAdded({ credential, source });
  };
  if (added) {
    return (
      <Dialog isOpen onClose={onClose} title={CREDENTIAL_TEXT.added.title(added.credential.label)}>
        {added.source && <LeftoverNote source={added.source} />}
        {isFirst ? (
          <Button kind="primary" onPress={onClose}>
            {CREDENTIAL_TEXT.added.done}
          </Button>
        ) : (
          <EnrollForm
            credential={added.credential}
            onClose={onClose}
            cancelLabel={CREDENTIAL_TEXT.added.notNow}
          />
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={adding === 'create' ? CREDENTIAL_TEXT.createKey : CREDENTIAL_TEXT.importKey}
      tag={<EffectTag effect="write" />}
    >
      {adding === 'create' ? (
        <CreateForm
          cancelLabel={CREDENTIAL_TEXT.cancel}
          onCancel={onClose}
          onCreated={(credential) => finish(credential, null)}
        />
      ) : (
        <BringForm cancelLabel={CREDENTIAL_TEXT.cancel} onCancel={onClose} onBrought={finish} />
      )}
    </Dialog>
  );
}
