import type { ReactNode } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { KEY_CURVE_NAMES } from '#protocol/keys/curve.ts';
import { formatDay } from '../../format/time.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AddressText, CopyButton } from '../../ui/values.tsx';
import { ExportButton } from '../export/choose-card.tsx';
import { useListSearch } from '../filters/list-search.tsx';
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
const rowText = (key: PrivateKey): string =>
  [
    ...[key.privateKeyName, key.privateKeyId, key.publicKey, kindWords(key)],
    ...key.addresses.flatMap(({ address, format }) => [
      address,
      format === undefined ? '' : FORMAT_NAMES[format],
    ]),
  ].join(' ');

interface KeyTableProps {
  readonly keys: readonly PrivateKey[];
  /** The key that was asked for: no filter hides it. */
  readonly asked: string | null;
}

/** The keys as a table: every address whole, with a way to copy it. */
export function KeyTable({ keys, asked }: KeyTableProps): ReactNode {
  const label = KEY_TEXT.title;
  const search = useListSearch({ list: 'keys', label, rows: keys, textOf: rowText, asked });
  return <DataTable {...{ label, search }} columns={COLUMNS} rows={keys} rowId={idOf} rowText={rowText} />;
}

/** Its curve, and what is known of where it was. */
function kindWords({ curve, imported, exported }: PrivateKey): string {
  const history = [imported && TEXT.imported, exported && TEXT.exported].filter(Boolean).join(', ');
  return [KEY_CURVE_NAMES[curve], history].filter(Boolean).join(' · ');
}

function KeyName({ of: key }: { of: PrivateKey }): ReactNode {
  return (
    <span className={styles['name']}>
      <b>{key.privateKeyName}</b>
      <span className={styles['curve']}>{kindWords(key)}</span>
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
            {format !== undefined && <span className={styles['format']}>{FORMAT_NAMES[format]}</span>}
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
