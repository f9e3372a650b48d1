import { Fingerprint, Import, KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { useCredentials, useHealth, useProfile } from '../../bridge/app-state.ts';
import { useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Finding } from '../../ui/finding.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useListSearch } from '../filters/list-search.tsx';
import { AddDialog, type Adding } from './add-dialog.tsx';
import { CredentialRow } from './credential-row.tsx';
import styles from './credentials.module.css';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { StoredWhere } from './stored-where.tsx';
import { CREDENTIAL_TEXT, CURVE_NAMES, KIND_NAMES } from './text.ts';

const TEXT = CREDENTIAL_TEXT.screen;

const credentialText = ({ label, publicKey, kind, curve }: Credential): string =>
  [label, publicKey, KIND_NAMES[kind], CURVE_NAMES[curve]].join(' ');

/** The credentials of the profile in use: which one stamps, and what can be done with each. */
export function CredentialsScreen(): ReactNode {
  const credentials = useCredentials();
  const profile = useProfile();
  const { backend } = useHealth(({ keychain }) => keychain);
  const asked = useNavigation((state) => state.focus);
  const [adding, setAdding] = useState<Adding | 'passkey' | null>(
    asked === 'create' || asked === 'bring' || asked === 'passkey' ? asked : null,
  );
  const label = TEXT.title;
  const search = useListSearch({ list: 'credentials', label, rows: credentials, textOf: credentialText });
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
            <Finding label={TEXT.title} rows={credentials} search={search}>
              {(shown) => (
                <ul className={styles['list']}>
                  {shown.map((credential) => (
                    <CredentialRow
                      key={credential.publicKey}
                      credential={credential}
                      isLast={credentials.length === 1}
                    />
                  ))}
                </ul>
              )}
            </Finding>
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
