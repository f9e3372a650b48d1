import { Fingerprint, Import, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAppSnapshot, useCredentials, useProfile } from '../../bridge/app-state.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { useSubtitle } from '../../navigation/use-subtitle.ts';
import { ScreenLayout } from '../../ui/screen-layout.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AddDialog } from './add-dialog.tsx';
import type { Adding } from './add-dialog.tsx';
import { CredentialRow } from './credential-row.tsx';
import styles from './credentials-screen.module.css';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { StoredWhere } from './stored-where.tsx';

/** The credentials of the profile in use: which one stamps, and what can be done with each. */
export function CredentialsScreen(): ReactNode {
  const credentials = useCredentials();
  const profile = useProfile();
  const { backend } = useAppSnapshot().health.keychain;
  const asked = useNavigation((state) => state.focus);
  const [adding, setAdding] = useState<Adding | 'passkey' | null>(
    asked === 'create' || asked === 'bring' || asked === 'passkey' ? asked : null,
  );
  useSubtitle(`${profile?.name ?? ''} · kept in ${backend}`);
  const buttons = (
    <>
      {credentials.length > 0 && (
        <Button icon={KeyRound} onPress={() => setAdding('passkey')}>
          Register a passkey
        </Button>
      )}
      <Button icon={Import} onPress={() => setAdding('bring')}>
        Bring a key
      </Button>
      <Button kind="primary" icon={Plus} onPress={() => setAdding('create')}>
        Create a key
      </Button>
    </>
  );
  return (
    <ScreenLayout>
      <Card label="Credentials">
        <CardHeader title={`Credentials that stamp for ${profile?.name ?? 'this profile'}`} />
        {credentials.length === 0 ? (
          <EmptyState icon={Fingerprint} title="No credential for this profile" action={buttons}>
            Create a key here, or bring one that is already enrolled at the service.
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
            <CardFooter note="Private halves stay in the keychain or the authenticator.">
              {buttons}
            </CardFooter>
          </>
        )}
      </Card>
      <Card label="What is stored where">
        <CardHeader title="What is stored where" />
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
