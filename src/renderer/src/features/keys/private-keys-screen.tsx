import { Download, KeyRound, Plus } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { formatDay } from '../../format/time.ts';
import { go, useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import { AddressText, CopyButton } from '../../ui/values.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { createdMs } from '../signers/key-facts.ts';
import { SignButton } from '../signers/sign-button.tsx';
import { signerOfKey } from '../signers/signers.ts';
import { CreateDialog } from './create-dialog.tsx';
import { loadKeys, useKeys } from './keys-store.ts';
import type { KeysState } from './keys-store.ts';
import styles from './keys.module.css';
import { KEY_TEXT } from './text.ts';

// The palette and the signing screen open the form, too: where it is open is a place to go to.
const askForKey = (): void => useNavigation.setState({ focus: 'create' });
const importKey = (): void => go('import', 'key');
const closeForm = (): void => useNavigation.setState({ focus: null });

/** The private keys that the service holds: what is known of them here is public. */
export function PrivateKeysScreen(): ReactNode {
  const known = useKeys();
  const { profileId } = useAppSnapshot();
  const focus = useNavigation((state) => state.focus);
  const count = known.state === 'ready' ? known.keys.length : 0;
  useSubtitle(count === 0 ? '' : KEY_TEXT.held(count));
  useEffect(() => void loadKeys(), [profileId]);
  return (
    <ScreenLayout>
      <Card label={KEY_TEXT.title}>
        <CardHeader title={KEY_TEXT.title} />
        <CardSection flush>
          <KeysBody known={known} onCreate={askForKey} />
        </CardSection>
        {count > 0 && (
          <CardFooter note={KEY_TEXT.count(count)}>
            <Button icon={Download} onPress={importKey}>
              {KEY_TEXT.import}
            </Button>
            <Button kind="primary" icon={Plus} onPress={askForKey}>
              {KEY_TEXT.create}
            </Button>
          </CardFooter>
        )}
      </Card>
      {focus === 'create' && <CreateDialog onClose={closeForm} />}
    </ScreenLayout>
  );
}

function KeysBody({ known, onCreate }: { known: KeysState; onCreate: () => void }): ReactNode {
  switch (known.state) {
    case 'loading':
      return (
        <CardSection>
          <div aria-busy="true">
            <Skeleton lines={5} />
          </div>
        </CardSection>
      );
    case 'failed':
      return <FailedState error={known.error} onRetry={() => void loadKeys()} />;
    case 'ready':
      return known.keys.length > 0 ? (
        <KeyTable keys={known.keys} />
      ) : (
        <EmptyState
          icon={KeyRound}
          title={KEY_TEXT.empty}
          action={
            <>
              <Button icon={Download} onPress={importKey}>
                {KEY_TEXT.import}
              </Button>
              <Button kind="primary" icon={Plus} onPress={onCreate}>
                {KEY_TEXT.create}
              </Button>
            </>
          }
        >
          {KEY_TEXT.emptyHint}
        </EmptyState>
      );
  }
}

const TEXT = KEY_TEXT.table;

const COLUMNS: readonly TableColumn<PrivateKey>[] = [
  { id: 'name', title: TEXT.name, cell: (key) => <KeyName of={key} /> },
  { id: 'addresses', title: TEXT.addresses, grow: true, cell: (key) => <Addresses of={key} /> },
  { id: 'created', title: TEXT.created, cell: (key) => <Created of={key} /> },
  { id: 'sign', title: TEXT.actions, cell: (key) => <Use of={key} /> },
];

const rowText = ({ privateKeyName, addresses, publicKey }: PrivateKey): string =>
  [privateKeyName, ...addresses.map(({ address }) => address), publicKey].join(' ');

/** The keys as a table: every address whole, with a way to copy it. */
const KeyTable = ({ keys }: { keys: readonly PrivateKey[] }): ReactNode => (
  <DataTable
    label={KEY_TEXT.title}
    columns={COLUMNS}
    rows={keys}
    rowId={(key) => key.privateKeyId}
    rowText={rowText}
  />
);

function KeyName({ of: key }: { of: PrivateKey }): ReactNode {
  const history = [key.imported && TEXT.imported, key.exported && TEXT.exported].filter(Boolean).join(', ');
  return (
    <span className={styles['name']}>
      <b>{key.privateKeyName}</b>
      <span className={styles['curve']}>
        {[KEY_CURVE_NAMES[key.curve], history].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

function Addresses({ of: key }: { of: PrivateKey }): ReactNode {
  const addresses = key.addresses.flatMap(({ format, address }) =>
    address === undefined ? [] : [{ format, address }],
  );
  if (addresses.length === 0) return <AddressText value={key.publicKey} />;
  return (
    <span className={styles['addresses']}>
      {addresses.map(({ format, address }) => (
        <span key={`${format ?? ''}${address}`} className={styles['address']}>
          <span>
            <AddressText value={address} />
            {format !== undefined && <span className={styles['format']}> {FORMAT_NAMES[format]}</span>}
          </span>
          <CopyButton text={address} what={TEXT.copyAddress(key.privateKeyName)} />
        </span>
      ))}
    </span>
  );
}

function Created({ of: key }: { of: PrivateKey }): ReactNode {
  const ms = createdMs(key);
  return ms === null ? '' : <time dateTime={new Date(ms).toISOString()}>{formatDay(ms)}</time>;
}

function Use({ of: key }: { of: PrivateKey }): ReactNode {
  const { privateKeyId, privateKeyName } = key;
  return (
    <span className={styles['use']}>
      <SignButton signer={signerOfKey(key)} />
      <ExportButton kind="privateKey" id={privateKeyId} name={privateKeyName} />
    </span>
  );
}
