import { z } from 'zod';
import type { Outcome } from '#preload/contract/requests.ts';
import type { SecretRow } from '#preload/contract/secrets.ts';
import { importSecrets } from '#protocol/catalogue/secrets.ts';
import { violationWords } from '#protocol/status.ts';
import {
  REQUEST_STATES,
  type RequestGroupStore,
  type RequestState,
  type StoredRequest,
} from '../../storage/request-groups.ts';
import { message } from './seal-secrets.ts';

const body = z.looseObject({ parameters: importSecrets.parameters });
const TAG_LENGTH = 16;
const PAGE = 50;

const STATES: Readonly<Record<RequestState, SecretRow['state']>> = {
  new: 'sealed',
  sent: 'sealed',
  done: 'imported',
  waiting: 'waiting',
  failed: 'failed',
};

/** The secrets of a sealed import as rows, in order; `position` is the place of the request that carries each. */
export type SealedRow = SecretRow & { readonly position: number };

/** Reads the rows of a sealed import back out of its requests: names, lengths and properties, nothing else is in them. */
export async function readSealedRows(groups: RequestGroupStore, id: string): Promise<SealedRow[]> {
  const rows: SealedRow[] = [];
  for (let after = -1; ;) {
    const page = await groups.page(id, REQUEST_STATES, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return rows;
    for (const request of page) {
      for (const secret of body.parse(JSON.parse(request.body)).parameters.secrets) {
        const { ciphertext } = message.parse(JSON.parse(secret.secretPayload));
        rows.push({
          position: request.position,
          id: rows.length,
          name: secret.name ?? '',
          length: ciphertext.length / 2 - TAG_LENGTH,
          properties: (secret.staticProperties ?? []).map(({ key, value }) => ({
            key: key ?? '',
            value: value ?? '',
          })),
          state: STATES[request.state],
          problem: '',
          secretId: null,
        });
      }
    }
    after = last.position;
  }
}

const problemOf = ({ message, service }: Extract<Outcome, { state: 'failed' }>): string =>
  [message, violationWords(service?.fieldViolations ?? [])].filter((words) => words !== '').join(': ');

/** The rows after a request came to its end: results belong to the names in their order. */
export function settleRows(
  rows: readonly SealedRow[],
  { position }: Pick<StoredRequest, 'position'>,
  outcome: Outcome,
): SealedRow[] {
  const own = rows.filter((row) => row.position === position);
  const parsed = outcome.state === 'completed' ? importSecrets.output.safeParse(outcome.result) : undefined;
  const ids =
    parsed?.success === true && parsed.data.secretIds.length === own.length ? parsed.data.secretIds : null;
  return rows.map((row) => {
    const index = own.indexOf(row);
    if (index === -1) return row;
    if (outcome.state === 'waiting') return { ...row, state: 'waiting', problem: '' };
    if (outcome.state === 'failed') return { ...row, state: 'failed', problem: problemOf(outcome) };
    if (ids === null)
      return { ...row, state: 'failed', problem: 'The service’s result does not fit what was sent' };
    return { ...row, state: 'imported', problem: '', secretId: ids[index] ?? null };
  });
}
