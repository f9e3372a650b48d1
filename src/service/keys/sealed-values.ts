/** A table with values that are kept sealed: how its rows are named, and what its values were bound to before they had data keys. */
interface SealedTable {
  /** The column that names a row. */
  readonly name: string;
  readonly isOwned: boolean;
  /** By column: the record that a value directly under the database key is bound to. */
  readonly columns: Readonly<Record<string, (name: string) => string>>;
}

/** Every secret that the database keeps, and how values of earlier versions are bound to their records. */
export const SEALED_VALUES = {
  enclave_seed: {
    name: 'name',
    isOwned: false,
    columns: { sealed_seed: (name) => `enclave-seed/${name}` },
  },
  wallet: {
    name: 'id',
    isOwned: true,
    columns: { sealed_words: (id) => `${id}/words`, sealed_seed: (id) => `${id}/seed` },
  },
  private_key: { name: 'id', isOwned: true, columns: { sealed_key: (id) => id } },
  import_target: { name: 'public_key', isOwned: true, columns: { sealed_key: (id) => id } },
  secret: { name: 'id', isOwned: true, columns: { sealed_value: (id) => id } },
  fiat_on_ramp_credential: {
    name: 'id',
    isOwned: true,
    columns: {
      sealed_secret_api_key: (id) => `${id}/encryptedSecretApiKey`,
      sealed_private_api_key: (id) => `${id}/encryptedPrivateApiKey`,
    },
  },
  oauth2_credential: { name: 'id', isOwned: true, columns: { sealed_client_secret: (id) => id } },
  webhook_key: { name: 'id', isOwned: false, columns: { sealed_key: (id) => `webhook-key/${id}` } },
} as const satisfies Readonly<Record<string, SealedTable>>;

export type SealedTableName = keyof typeof SEALED_VALUES;
export type SealedColumn<T extends SealedTableName> = keyof (typeof SEALED_VALUES)[T]['columns'] & string;

/** Which row a value belongs to: its name, and its organization where it has one. */
export type NamedRow<T extends SealedTableName> = Readonly<
  Record<(typeof SEALED_VALUES)[T]['name'], string>
> &
  ((typeof SEALED_VALUES)[T]['isOwned'] extends true ? { readonly organization_id: string } : object);

/** The data key of a row, wrapped, and the version of the key that it is wrapped under; null for a row of an earlier version. */
export interface WrappedDataKey {
  readonly key_version: number | null;
  readonly data_key: Uint8Array | null;
}

/** What a value is bound to: table, row, column and organization. */
export function boundPlaceOf<T extends SealedTableName>(
  table: T,
  row: NamedRow<T>,
  column: SealedColumn<T>,
): string {
  const { name, organization } = namesOf(table, row);
  return JSON.stringify(['keyops/value/1', table, column, name, organization]);
}

/** What a value of an earlier version is bound to. */
export function earlierRecordOf<T extends SealedTableName>(
  table: T,
  row: NamedRow<T>,
  column: SealedColumn<T>,
): string {
  const columns: SealedTable['columns'] = SEALED_VALUES[table].columns;
  const record = columns[column];
  if (record === undefined) throw new TypeError(`${table} has no sealed ${column}.`);
  return record(namesOf(table, row).name);
}

function namesOf(table: SealedTableName, row: object): { name: string; organization: string | null } {
  const values = row as Readonly<Record<string, unknown>>;
  const { name, isOwned } = SEALED_VALUES[table];
  const [named, organization] = [values[name], isOwned ? values['organization_id'] : null];
  if (typeof named !== 'string' || (isOwned && typeof organization !== 'string'))
    throw new TypeError(`A row of ${table} has no name.`);
  return { name: named, organization: organization as string | null };
}
