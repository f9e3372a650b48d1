import { Fingerprint, Import, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { useAppSnapshot, useCredentials, useProfile } from '../../bridge/app-state.ts';
import { useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { BringForm, LeftoverNote } from './bring-form.tsx';
import type { KeySource } from './bring-form.tsx';
import { CreateForm } from './create-form.tsx';
import { CredentialRow } from './credential-row.tsx';
import styles from './credentials.module.css';
import { EnrollForm } from './enroll-form.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { StoredWhere } from './stored-where.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

const TEXT = CREDENTIAL_TEXT.screen;

/** The credentials of the profile in use: which one stamps, and what can be done with each. */
export function CredentialsScreen(): ReactNode {
  const credentials = useCredentials();
  const profile = useProfile();
  const { backend } = useAppSnapshot().health.keychain;
  const asked = useNavigation((state) => state.focus);
  const [adding, setAdding] = useState<Adding | 'passkey' | null>(
    asked === 'create' || asked === 'bring' || asked === 'passkey' ? asked : null,
  );
  useSubtitle(TEXT.subtitle(profile?.name ?? '', backend));
  const buttons = (
    <>
      {credentials.length > 0 && (
        <Button icon={KeyRound} onPress={() => setAdding('passkey')}>
          {CREDENTIAL_TEXT.registerPasskey}
        </Button>
      )}
      <Button icon={Import} onPress={() => setAdding('bring')}>
        {CREDENTIAL_TEXT.importKey}
      </Button>
      <Button kind="primary" icon={Plus} onPress={() => setAdding('create')}>
        {CREDENTIAL_TEXT.createKey}
      </Button>
    </>
  );
  return (
    <ScreenLayout>
      <Card label={TEXT.title}>
        <CardHeader title={TEXT.heading(profile?.name ?? CREDENTIAL_TEXT.thisProfile)} />
        {credentials.length === 0 ? (
          <EmptyState icon={Fingerprint} title={TEXT.empty} action={buttons}>
            {TEXT.emptyHint}
          </EmptyState>
        ) : (
          <>
            <ul className={styles['list']}>
              {credentials.map((credential) => (
                <CredentialRow
                  key={credential.publicKey}
                  credential={credential}
                  isLast={credentials.length === 1}
                />
              ))}
            </ul>
            <CardFooter note={TEXT.note}>{buttons}</CardFooter>
          </>
        )}
      </Card>
      <Card label={TEXT.storage}>
        <CardHeader title={TEXT.storage} />
        <CardSection>
          <StoredWhere />
        </CardSection>
      </Card>
      <AddDialog
        adding={adding === 'passkey' ? null : adding}
        isFirst={credentials.length === 0}
        onClose={() => setAdding(null)}
      />
      {adding === 'passkey' && credentials.length > 0 && <PasskeyDialog onClose={() => setAdding(null)} />}
    </ScreenLayout>
  );
}

export type Adding = 'create' | 'bring';

interface AddDialogProps {
  readonly adding: Adding | null;
  /** Whether it is the profile's first credential, which the Local service enrolls by itself. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
}

/** Creates or brings a key, and then offers to enroll it at the service. */
function AddDialog({ adding, ...rest }: AddDialogProps): ReactNode {
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
