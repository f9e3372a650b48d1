import type { ReactNode } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import { formatDay } from '../../format/time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AddressText, CopyButton } from '../../ui/values.tsx';
import { ExportButton } from '../export/choose-card.tsx';
import { createdMs } from '../signers/key-facts.ts';
import { SignButton } from '../signers/sign-button.tsx';
import { signerOfKey } from '../signers/signers.ts';
import styles from './keys.module.css';
import { KEY_TEXT } from './text.ts';

const TEXT = KEY_TEXT.table;

const COLUMNS: readonly TableColumn<PrivateKey>[] = [
  { id: 'name', title: TEXT.name, cell: (key) => <KeyName of={key} /> },
  { id: 'addresses', title: TEXT.addresses, grow: true, cell: (key) => <Addresses of={key} /> },
  { id: 'created', title: TEXT.created, cell: (key) => <Created of={key} /> },
  { id: 'sign', title: TEXT.actions, cell: (key) => <Use of={key} /> },
];

const idOf = (key: PrivateKey): string => key.privateKeyId;
const rowText = ({ privateKeyName, addresses, publicKey }: PrivateKey): string =>
  [privateKeyName, ...addresses.map(({ address }) => address), publicKey].join(' ');

/** The keys as a table: every address whole, with a way to copy it. */
export const KeyTable = ({ keys }: { keys: readonly PrivateKey[] }): ReactNode => (
  <DataTable label={KEY_TEXT.title} columns={COLUMNS} rows={keys} rowId={idOf} rowText={rowText} />
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
