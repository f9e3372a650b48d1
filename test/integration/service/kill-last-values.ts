import { expect } from 'vitest';
import type { ActivityLine } from './kill-ledger.ts';

type Rows = <T>(sql: string) => T[];
type Fields = Readonly<Record<string, unknown>>;

/** The parameters of an activity. */
const intentOf = ({ intent }: ActivityLine): Fields =>
  Object.values(JSON.parse(intent) as Record<string, Fields>)[0] ?? {};

/**
 * What was written to each thing last: usually one value, and several where they were written in the same millisecond.
 * @param read the thing that an activity wrote to, and what
 */
function lastWritten(
  completed: readonly ActivityLine[],
  type: RegExp,
  read: (fields: Fields, activity: ActivityLine) => readonly [thing: unknown, value: unknown],
): Map<unknown, unknown[]> {
  const found = new Map<unknown, { at: number; values: unknown[] }>();
  for (const activity of completed.filter((one) => type.test(one.type))) {
    const [thing, value] = read(intentOf(activity), activity);
    const { updated_at: at } = activity;
    const before = found.get(thing);
    if (before === undefined || at > before.at) found.set(thing, { at, values: [value] });
    else if (at === before.at) before.values.push(value);
  }
  return new Map([...found].map(([thing, { values }]) => [thing, values]));
}

/** Columns that are changed, the activities that change them, and where those have the thing and the value. */
const COLUMNS = [
  ['user.name', /_UPDATE_USER_NAME/, 'userId', 'userName'],
  ['wallet.name', /_UPDATE_WALLET$/, 'walletId', 'walletName'],
  ['policy.name', /_UPDATE_POLICY/, 'policyId', 'policyName'],
  ['oauth2_credential.client_id', /_UPDATE_OAUTH2_CREDENTIAL/, 'oauth2CredentialId', 'clientId'],
  ['webhook_endpoint.name', /_UPDATE_WEBHOOK_ENDPOINT/, 'endpointId', 'name'],
] as const;

/** Holds what can be written over and over against the activity that wrote it last. */
export function checkLastValues(rows: Rows, completed: readonly ActivityLine[]): void {
  for (const [column, type, thing, member] of COLUMNS) {
    const last = lastWritten(completed, type, (fields) => [fields[thing], fields[member]]);
    const [table = ''] = column.split('.');
    for (const row of rows<{ id: string; value: string }>(`SELECT id, ${column} AS value FROM ${table}`)) {
      const values = last.get(row.id);
      if (values !== undefined) expect(values, `${column} of ${row.id}`).toContain(row.value);
    }
  }
  const disabled = lastWritten(completed, /_EARN_SET_WRAPPER_STATE/, (fields) => [
    fields['wrapperAddress'],
    Number(fields['depositsDisabled']),
  ]);
  for (const { address, value } of rows<{ address: string; value: number }>(
    'SELECT address, deposits_disabled AS value FROM earn_wrapper',
  ))
    expect(disabled.get(address) ?? [0], 'the state of a wrapper').toContain(value);
  checkPresence(
    rows<{ thing: string }>('SELECT name AS thing FROM organization_feature'),
    lastWritten(completed, /_ORGANIZATION_FEATURE/, ({ name }, { type }) => [name, type.includes('_SET_')]),
  );
  checkPresence(
    rows<{ thing: string }>(`SELECT public_key AS thing FROM ip_allowlist
      WHERE public_key IN (SELECT public_key FROM api_key)`),
    lastWritten(completed, /_IP_ALLOWLIST/, ({ publicKey }, { type }) => [publicKey, type.includes('_SET_')]),
    new Set(rows<{ key: string }>('SELECT public_key AS key FROM api_key').map(({ key }) => key)),
  );
  checkPositions(rows, completed);
}

/** What is set and removed again is there as the last of the two says; `all` are those whose owner is still there. */
function checkPresence(
  kept: readonly { readonly thing: string }[],
  last: ReadonlyMap<unknown, readonly unknown[]>,
  all?: ReadonlySet<string>,
): void {
  const there = new Set<unknown>(kept.map(({ thing }) => thing));
  expect([...there].filter((thing) => !last.has(thing))).toEqual([]);
  for (const [thing, values] of last) {
    if (all === undefined || all.has(String(thing)))
      expect(values, String(thing)).toContain(there.has(thing));
  }
}

/** The earn ledger: what every wallet put into a wrapper and took out of it, to the last unit. */
function checkPositions(rows: Rows, completed: readonly ActivityLine[]): void {
  const sums = new Map<string, { deposited: bigint; withdrawn: bigint }>();
  for (const activity of completed) {
    const { wrapperAddress, signWith, assets, amountValue } = intentOf(activity);
    const deposit = activity.type.endsWith('_EARN_DEPOSIT');
    if (!deposit && !activity.type.endsWith('_EARN_WITHDRAW')) continue;
    const place = `${String(wrapperAddress)} ${String(signWith)}`;
    const sum = sums.get(place) ?? { deposited: 0n, withdrawn: 0n };
    if (deposit) sum.deposited += BigInt(String(assets));
    else sum.withdrawn += BigInt(String(amountValue));
    sums.set(place, sum);
  }
  const kept = rows<{ place: string; deposited: string; withdrawn: string }>(
    `SELECT wrapper_address || ' ' || wallet_address AS place, deposited, withdrawn FROM earn_position`,
  );
  expect(
    new Map(kept.map(({ place, ...sum }) => [place, [BigInt(sum.deposited), BigInt(sum.withdrawn)]])),
  ).toEqual(new Map([...sums].map(([place, sum]) => [place, [sum.deposited, sum.withdrawn]])));
  const requests = rows<{ id: string }>('SELECT id FROM earn_request').length;
  expect(requests).toBe(completed.filter(({ type }) => /_EARN_(DEPLOY|DEPOSIT|WITHDRAW)/.test(type)).length);
}
